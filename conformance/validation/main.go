// Returns the errors of Argo Rollouts v1.9.1 and of the API server for Rollouts, by their own code: for each Rollout in
// JSON on standard input, one line with three lists of messages. See README.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"
	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/validation"
	"github.com/argoproj/argo-rollouts/utils/tolerantinformer"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	schemavalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/yaml"
)

type answer struct {
	// The errors of `kubectl argo rollouts lint`: fields that are unknown or of another type, then upstream's
	// validation.
	Lint []string `json:"lint"`
	// The errors of the API server.
	Server []string `json:"server"`
	// The errors of the controller for the object that the API server stores.
	Controller []string `json:"controller"`
}

type definition struct {
	structural *schema.Structural
	validator  schemavalidation.SchemaValidator
}

func main() {
	of := read(os.Args[1])
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for lines.Scan() {
		object := map[string]any{}
		check(utiljson.Unmarshal(lines.Bytes(), &object))
		said := answer{lint(lines.Bytes()), server(of, object), controller(object)}
		line, err := json.Marshal(said)
		check(err)
		fmt.Fprintln(output, string(line))
	}
	check(lines.Err())
}

func read(file string) *definition {
	text, err := os.ReadFile(file)
	check(err)
	var crd v1.CustomResourceDefinition
	check(yaml.Unmarshal(text, &crd))
	var internal apiextensions.CustomResourceValidation
	check(v1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(crd.Spec.Versions[0].Schema, &internal, nil))
	structural, err := schema.NewStructural(internal.OpenAPIV3Schema)
	check(err)
	validator, _, err := schemavalidation.NewSchemaValidator(internal.OpenAPIV3Schema)
	check(err)
	return &definition{structural, validator}
}

// Reads a file as upstream's command does, without the objects that the Rollout refers to.
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/lint/lint.go
func lint(text []byte) []string {
	var rollout v1alpha1.Rollout
	if err := yaml.UnmarshalStrict(text, &rollout, yaml.DisallowUnknownFields); err != nil {
		return []string{err.Error()}
	}
	return told(validated(&rollout))
}

// Prunes the object, as the API server does.
func server(of *definition, object map[string]any) []string {
	said := []string{}
	defaulting.PruneNonNullableNullsWithoutDefaults(object, of.structural)
	defaulting.Default(object, of.structural)
	pruning.Prune(object, of.structural, true)
	var metadata metav1.ObjectMeta
	written, _ := object["metadata"].(map[string]any)
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(written, &metadata); err != nil {
		said = append(said, err.Error())
	} else {
		if metadata.Namespace == "" {
			metadata.Namespace = "default"
		}
		named := apivalidation.ValidateNameFunc(apivalidation.NameIsDNSSubdomain)
		said = append(said, told(apivalidation.ValidateObjectMeta(&metadata, true, named, field.NewPath("metadata")))...)
		for _, message := range path.IsValidPathSegmentName(metadata.Name) {
			said = append(said, message)
		}
	}
	said = append(said, told(schemavalidation.ValidateCustomResource(nil, object, of.validator))...)
	return append(said, told(listtype.ValidateListSetsAndMaps(nil, of.structural, object))...)
}

// The controller reads Rollouts through an informer that drops fields it cannot read.
func controller(object map[string]any) []string {
	if metadata, isMap := object["metadata"].(map[string]any); !isMap || metadata["name"] == nil {
		return []string{}
	}
	var items source = source{&unstructured.Unstructured{Object: object}}
	rollout, err := tolerantinformer.NewTolerantRolloutInformer(items).Lister().Rollouts("").Get("")
	if err != nil {
		return []string{err.Error()}
	}
	return told(validated(rollout))
}

// Upstream's code panics with a nil pointer on some Rollouts; they count as rejected.
func validated(rollout *v1alpha1.Rollout) (said field.ErrorList) {
	defer func() {
		if reason := recover(); reason != nil {
			said = field.ErrorList{field.InternalError(nil, fmt.Errorf("panic: %v", reason))}
		}
	}()
	return validation.ValidateRollout(rollout)
}

// An informer with one object.
type source struct{ object *unstructured.Unstructured }

func (s source) ForResource(runtimeschema.GroupVersionResource) informers.GenericInformer { return s }
func (s source) Informer() cache.SharedIndexInformer                                      { return nil }
func (s source) Lister() cache.GenericLister                                              { return s }
func (s source) ByNamespace(string) cache.GenericNamespaceLister                          { return s }
func (s source) Get(string) (runtime.Object, error)                                       { return s.object, nil }
func (s source) List(labels.Selector) ([]runtime.Object, error) {
	return []runtime.Object{s.object}, nil
}
func (s source) Start(<-chan struct{}) {}
func (s source) Shutdown()             {}
func (s source) WaitForCacheSync(<-chan struct{}) map[runtimeschema.GroupVersionResource]bool {
	return nil
}

var _ dynamicinformer.DynamicSharedInformerFactory = source{}

func told(errors field.ErrorList) []string {
	said := []string{}
	for _, one := range errors {
		said = append(said, one.Error())
	}
	return said
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
