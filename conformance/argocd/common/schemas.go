package common

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	openapi "k8s.io/kube-openapi/pkg/util/proto"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// crdsText is in the place of definitions that are in no Go module: maps are granular and lists atomic.
//
//go:embed crds.json
var crdsText []byte

type crd struct {
	Group, Kind string
	Versions    []string
	Spec        map[string]string
}

type object = map[string]any

const free = "x-kubernetes-preserve-unknown-fields"

// fieldTypes are the types in crds.json; any other word is a definition of the API server.
var fieldTypes = map[string]object{
	"string":  {"type": "string"},
	"integer": {"type": "integer"},
	"boolean": {"type": "boolean"},
	"strings": {"type": "array", "items": object{"type": "string"}},
	// An object that keeps unknown fields is published without a type.
	"object":  {free: true},
	"objects": {"type": "array", "items": object{"type": "object", free: true}},
}

func reference(definition string) object {
	return object{"$ref": "#/definitions/" + definition}
}

func (c crd) definition(version string) object {
	properties := object{}
	for field, word := range c.Spec {
		known, ok := fieldTypes[word]
		if !ok {
			known = reference(word)
		}
		properties[field] = known
	}
	spec := object{"type": "object", "properties": properties}
	if len(properties) == 0 {
		spec = fieldTypes["object"]
	}
	return object{
		"type": "object",
		"properties": object{
			"apiVersion": fieldTypes["string"], "kind": fieldTypes["string"],
			"metadata": reference("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"),
			"spec":     spec,
			"status":   fieldTypes["object"],
		},
		"x-kubernetes-group-version-kind": []object{{"group": c.Group, "version": version, "kind": c.Kind}},
	}
}

// definitionName is the API server's name for the definition of a custom resource: the group reversed.
func (c crd) definitionName(version string) string {
	parts := strings.Split(c.Group, ".")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return fmt.Sprintf("%s.%s.%s", strings.Join(parts, "."), version, c.Kind)
}

func readCRDs() (crds []crd, err error) {
	err = json.Unmarshal(crdsText, &crds)
	return crds, err
}

// openAPIVariable names the document that an API server publishes about its own kinds: api/openapi-spec/swagger.json of
// Kubernetes.
const openAPIVariable = "KUBERNETES_OPENAPI"

// publish merges the document of an API server's own kinds with the definitions of custom resources.
func publish(crds []crd, defined *definitions) (*openapi_v2.Document, error) {
	published, err := os.ReadFile(os.Getenv(openAPIVariable))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", openAPIVariable, err)
	}
	swagger := struct {
		Swagger     string `json:"swagger"`
		Info        object `json:"info"`
		Paths       object `json:"paths"`
		Definitions object `json:"definitions"`
	}{}
	if err := json.Unmarshal(published, &swagger); err != nil {
		return nil, err
	}
	swagger.Paths = object{}
	custom := object{}
	if err := defined.publish(custom); err != nil {
		return nil, err
	}
	for _, crd := range crds {
		for _, version := range crd.Versions {
			custom[crd.definitionName(version)] = crd.definition(version)
		}
	}
	for name, definition := range custom {
		if swagger.Definitions[name] == nil {
			swagger.Definitions[name] = definition
		}
	}
	text, err := json.Marshal(swagger)
	if err != nil {
		return nil, err
	}
	return openapi_v2.ParseDocument(text)
}

func newParser(published *openapi_v2.Document) (*managedfields.GvkParser, error) {
	models, err := openapi.NewOpenAPIData(published)
	if err != nil {
		return nil, err
	}
	return managedfields.NewGVKParser(models, false)
}

// converter passes the types to the field manager of an API server.
type converter struct {
	typeOf  func(schema.GroupVersionKind) *typed.ParseableType
	defined *definitions
}

func (c converter) ObjectToTyped(obj runtime.Object, opts ...typed.ValidationOptions) (*typed.TypedValue, error) {
	kind := obj.GetObjectKind().GroupVersionKind()
	if c.defined.has(kind) {
		return c.defined.types.ObjectToTyped(obj, opts...)
	}
	found := c.typeOf(kind)
	if found == nil {
		return nil, fmt.Errorf("no corresponding type for %v", kind)
	}
	if plain, ok := obj.(*unstructured.Unstructured); ok {
		return found.FromUnstructured(plain.Object, opts...)
	}
	return found.FromStructured(obj, opts...)
}

func (c converter) TypedToObject(value *typed.TypedValue) (runtime.Object, error) {
	content, ok := value.AsValue().Unstructured().(object)
	if !ok {
		return nil, fmt.Errorf("not an object: %v", value.AsValue())
	}
	return &unstructured.Unstructured{Object: content}, nil
}
