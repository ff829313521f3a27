// Records what the controllers of Argo Rollouts v1.9.1 do together; see ../../README.md.
package main

import (
	"github.com/argoproj/argo-rollouts/rollout"

	"rolloutkit/conformance/recorder/common"
)

func main() {
	common.Systems(func(config *rollout.ControllerConfig) {
		config.EphemeralMetadataThreads = rollout.DefaultEphemeralMetadataThreads
		config.EphemeralMetadataPodRetries = rollout.DefaultEphemeralMetadataPodRetries
	})
}
