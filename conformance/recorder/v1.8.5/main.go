// Records what Argo Rollouts v1.8.5 does; see ../README.md.
package main

import (
	"github.com/argoproj/argo-rollouts/rollout"

	"rolloutkit/conformance/recorder/common"
)

func main() {
	common.Main("v1.8.5", func(*rollout.ControllerConfig) {})
}
