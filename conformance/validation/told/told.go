// Package validation is added to upstream's package of that name (go test -overlay): it records the input of the
// validation in each of its tests, and the errors. scripts/exam/subtests.mjs makes each function of upstream call tell.
package validation

import (
	"encoding/json"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"
	ingressutil "github.com/argoproj/argo-rollouts/utils/ingress"
)

// ToldTest is the running test; each test sets it first.
var ToldTest string

// toldDepth is above 0 in a function that another one of the package calls.
var toldDepth int

type told struct {
	Test     string            `json:"test"`
	Function string            `json:"function"`
	Inputs   []json.RawMessage `json:"inputs"`
	Errors   []toldError       `json:"errors"`
}

type toldError struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// tell is called with the arguments of a function, and the returned function with its result. It records the arguments
// before the function can change them.
func tell(function string, inputs ...any) func(result any) {
	toldDepth++
	if toldDepth > 1 {
		return func(any) { toldDepth-- }
	}
	line := told{Test: ToldTest, Function: function, Errors: []toldError{}}
	for _, input := range inputs {
		line.Inputs = append(line.Inputs, written(toldInput(input)))
	}
	return func(result any) {
		toldDepth--
		line.Errors = append(line.Errors, toldErrors(result)...)
		file, err := os.OpenFile(os.Getenv("TOLD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		defer file.Close()
		if _, err := file.Write(append(written(line), '\n')); err != nil {
			panic(err)
		}
	}
}

func written(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// toldInput is a value as in YAML.
func toldInput(value any) any {
	switch value := value.(type) {
	case *v1alpha1.Rollout:
		return toldRollout(value)
	case *field.Path:
		return value.String()
	case unstructured.Unstructured:
		return value.Object
	case *ingressutil.Ingress:
		return toldIngress(value)
	case ReferencedResources:
		ingresses := []any{}
		for i := range value.Ingresses {
			ingresses = append(ingresses, toldIngress(&value.Ingresses[i]))
		}
		objects := []any{}
		for _, list := range [][]unstructured.Unstructured{value.VirtualServices, value.AmbassadorMappings, value.AppMeshResources} {
			for _, object := range list {
				objects = append(objects, object.Object)
			}
		}
		return map[string]any{
			"templates": value.AnalysisTemplatesWithType,
			"services":  value.ServiceWithType,
			"ingresses": ingresses,
			"objects":   objects,
		}
	}
	return value
}

// toldRollout sets a configuration for each plugin, because an empty string is not JSON.
func toldRollout(rollout *v1alpha1.Rollout) *v1alpha1.Rollout {
	rollout = rollout.DeepCopy()
	if canary := rollout.Spec.Strategy.Canary; canary != nil && canary.TrafficRouting != nil {
		for name, configuration := range canary.TrafficRouting.Plugins {
			if len(configuration) == 0 {
				canary.TrafficRouting.Plugins[name] = json.RawMessage("{}")
			}
		}
	}
	return rollout
}

func toldIngress(ingress *ingressutil.Ingress) any {
	if networking, err := ingress.GetNetworkingIngress(); err == nil {
		return networking
	}
	legacy, err := ingress.GetExtensionsIngress()
	if err != nil {
		// A value of an unknown type, which YAML cannot express.
		return nil
	}
	return legacy
}

func toldErrors(result any) []toldError {
	switch result := result.(type) {
	case field.ErrorList:
		errors := []toldError{}
		for _, err := range result {
			errors = append(errors, toldError{err.Field, err.Detail})
		}
		return errors
	case *field.Error:
		if result != nil {
			return []toldError{{result.Field, result.Detail}}
		}
	case error:
		return []toldError{{"", result.Error()}}
	}
	return nil
}
