// Records what Argo Rollouts v1.7.2 does; see ../README.md.
package main

import (
	"github.com/argoproj/argo-rollouts/rollout"

	"rolloutkit/conformance/recorder/common"
)

func main() {
	common.Main("v1.7.2", func(*rollout.ControllerConfig) {})
}
