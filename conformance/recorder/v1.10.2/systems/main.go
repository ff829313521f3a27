// Records what the controllers of Argo Rollouts v1.10.2 do together; see ../../README.md.
package main

import (
	"github.com/argoproj/argo-rollouts/rollout"

	"rolloutkit/conformance/recorder/common"
)

func main() {
	common.Systems(func(*rollout.ControllerConfig) {})
}
