// Prints how Go reads and writes each field of the types of Argo Rollouts v1.9.2; see ../../README.md.
package main

import (
	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"

	"rolloutkit/conformance/recorder/common/fields"
)

func main() {
	fields.Print(v1alpha1.RolloutSpec{}, v1alpha1.AnalysisTemplateSpec{})
}
