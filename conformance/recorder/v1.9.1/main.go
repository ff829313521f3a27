// Records what Argo Rollouts v1.9.1 does; see ../README.md.
package main

import (
	"fmt"
	"os"

	"github.com/argoproj/argo-rollouts/rollout"

	"rolloutkit/conformance/recorder/common"
)

func main() {
	if err := useGatewayAPI(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	common.Main("v1.9.1", func(config *rollout.ControllerConfig) {
		config.EphemeralMetadataThreads = rollout.DefaultEphemeralMetadataThreads
		config.EphemeralMetadataPodRetries = rollout.DefaultEphemeralMetadataPodRetries
	})
}
