// Returns the errors of the API server for objects, with the code of k8s.io/apiextensions-apiserver and the CRDs in a
// folder, for each line of standard input. See README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

type definition struct {
	structural *schema.Structural
	validator  validation.SchemaValidator
	rules      *cel.Validator
	hasStatus  bool
}

type question struct {
	// Prefixes of the names of CRD files, such as gateway-api-1.4.1-standard.
	With   []string       `json:"with"`
	Object map[string]any `json:"object"`
	// A definition for the following questions; a question with an empty With uses the last definition.
	Define *v1.CustomResourceDefinition `json:"define"`
}

type refusal struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// The errors of a definition; null if it does not contain the kind.
type answer struct {
	// Whether the API server does not evaluate rules because the structure is invalid.
	Blocked   bool      `json:"blocked"`
	Structure []refusal `json:"structure"`
	Repeated  []refusal `json:"repeated"`
	Rules     []refusal `json:"rules"`
	// The dropped fields, if the question contained the definition.
	Unknown []string `json:"unknown,omitempty"`
}

func main() {
	definitions := map[string]*definition{}
	if len(os.Args) > 1 {
		definitions = read(os.Args[1])
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	brought := map[string]*definition{}
	for lines.Scan() {
		var asked question
		check(json.Unmarshal(lines.Bytes(), &asked))
		if asked.Define != nil {
			brought = versionsOf("", asked.Define)
			continue
		}
		if len(asked.With) == 0 {
			key := fmt.Sprintf(" %s %s", asked.Object["apiVersion"], asked.Object["kind"])
			line, err := json.Marshal(answerOf(brought[key], asked.Object))
			check(err)
			fmt.Fprintln(output, string(line))
			continue
		}
		answers := []*answer{}
		for _, with := range asked.With {
			key := fmt.Sprintf("%s %s %s", with, asked.Object["apiVersion"], asked.Object["kind"])
			answers = append(answers, answerOf(definitions[key], asked.Object))
		}
		line, err := json.Marshal(answers)
		check(err)
		fmt.Fprintln(output, string(line))
	}
	check(lines.Err())
}

// The definitions by file name prefix, apiVersion and kind.
func read(folder string) map[string]*definition {
	found := map[string]*definition{}
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		name := regexp.MustCompile(`^(istio|gateway-api)-\d+\.\d+\.\d+(-standard|-experimental)?`).FindString(filepath.Base(file))
		if name == "" {
			continue
		}
		for _, document := range strings.Split(string(text), "\n---\n") {
			var crd v1.CustomResourceDefinition
			if yaml.Unmarshal([]byte(document), &crd) != nil || crd.Kind != "CustomResourceDefinition" {
				continue
			}
			maps.Copy(found, versionsOf(name, &crd))
		}
	}
	return found
}

// The served versions of a definition, by name, apiVersion and kind.
func versionsOf(name string, crd *v1.CustomResourceDefinition) map[string]*definition {
	found := map[string]*definition{}
	for _, version := range crd.Spec.Versions {
		key := fmt.Sprintf("%s %s/%s %s", name, crd.Spec.Group, version.Name, crd.Spec.Names.Kind)
		if version.Served {
			found[key] = compile(version.Schema)
			found[key].hasStatus = version.Subresources != nil && version.Subresources.Status != nil
		}
	}
	return found
}

func compile(of *v1.CustomResourceValidation) *definition {
	var internal apiextensions.CustomResourceValidation
	check(v1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(of, &internal, nil))
	structural, err := schema.NewStructural(internal.OpenAPIV3Schema)
	check(err)
	validator, _, err := validation.NewSchemaValidator(internal.OpenAPIV3Schema)
	check(err)
	return &definition{structural, validator, cel.NewValidator(structural, true, celconfig.PerCallLimit), false}
}

// In the order of the API server: nulls, defaults, unknown fields, structure, lists, rules.
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.34.4/pkg/registry/customresource/strategy.go
func answerOf(of *definition, object map[string]any) *answer {
	if of == nil {
		return nil
	}
	text, err := json.Marshal(object)
	check(err)
	var copied map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	check(decoder.Decode(&copied))
	copied = numbers(copied).(map[string]any)
	defaulting.PruneNonNullableNullsWithoutDefaults(copied, of.structural)
	defaulting.Default(copied, of.structural)
	if of.hasStatus {
		delete(copied, "status")
	}
	unknown := pruning.PruneWithOptions(copied, of.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	structure := validation.ValidateCustomResource(nil, copied, of.validator)
	structure = append(structure, objectmeta.Validate(nil, copied, of.structural, false)...)
	repeated := listtype.ValidateListSetsAndMaps(nil, of.structural, copied)
	rules, _ := of.rules.Validate(context.Background(), nil, of.structural, copied, nil, celconfig.RuntimeCELCostBudget)
	return &answer{isBlocked(structure), told(structure), told(repeated), told(rules), unknown}
}

func isBlocked(errors field.ErrorList) bool {
	for _, one := range errors {
		switch one.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

func told(errors field.ErrorList) []refusal {
	refusals := []refusal{}
	for _, one := range errors {
		refusals = append(refusals, refusal{one.Field, one.Detail})
	}
	return refusals
}

// Whole numbers as int64, as the API server decodes them.
func numbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		number, err := value.Float64()
		check(err)
		return number
	case []any:
		for index := range value {
			value[index] = numbers(value[index])
		}
	case map[string]any:
		for key := range value {
			value[key] = numbers(value[key])
		}
	}
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
