package common

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"google.golang.org/protobuf/proto"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	openapi "k8s.io/kube-openapi/pkg/util/proto"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// crdsText says what the definitions of custom resources say of lists and maps. None but the pod template of a Rollout
// gives a list a type, so that each is atomic. Those of the Gateway API are read from its release (definitions.go).
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml
// https://github.com/istio/istio/blob/master/manifests/charts/base/files/crd-all.gen.yaml
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

// fieldTypes are the words of crds.json; any other word is a definition of the API server.
var fieldTypes = map[string]object{
	"string":           {"type": "string"},
	"integer":          {"type": "integer"},
	"boolean":          {"type": "boolean"},
	"strings":          {"type": "array", "items": object{"type": "string"}},
	"object":           {"type": "object", free: true},
	"objects":          {"type": "array", "items": object{"type": "object", free: true}},
	"rollout.template": rolloutTemplate,
}

// rolloutTemplate gives the lists of a pod template their keys as the definition of Rollout does; its volumes have no schema.
var rolloutTemplate = object{"type": "object", "properties": object{
	"metadata": object{"type": "object", free: true},
	"spec": object{"type": "object", free: true, "properties": object{
		"containers":       keyedList("io.k8s.api.core.v1.Container", "name"),
		"initContainers":   keyedList("io.k8s.api.core.v1.Container", "name"),
		"imagePullSecrets": keyedList("io.k8s.api.core.v1.LocalObjectReference", "name"),
		"nodeSelector": object{
			"type": "object", "additionalProperties": object{"type": "string"}, "x-kubernetes-map-type": "atomic",
		},
		"topologySpreadConstraints": keyedList(
			"io.k8s.api.core.v1.TopologySpreadConstraint", "topologyKey", "whenUnsatisfiable"),
	}},
}}

func keyedList(element string, keys ...string) object {
	return object{
		"type": "array", "items": reference(element),
		"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
	}
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

// definitionName is how an API server calls the definition of a custom resource: the group backwards.
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

// newParser joins what an API server publishes of its own kinds with the definitions of custom resources.
func newParser(published []byte, crds []crd, routes definitions) (*managedfields.GvkParser, error) {
	document := &openapi_v2.Document{}
	if err := proto.Unmarshal(published, document); err != nil {
		return nil, err
	}
	definitions := object{}
	for _, crd := range crds {
		for _, version := range crd.Versions {
			definitions[crd.definitionName(version)] = crd.definition(version)
		}
	}
	if err := routes.publish(definitions); err != nil {
		return nil, err
	}
	text, err := json.Marshal(object{
		"swagger": "2.0", "info": object{"title": "", "version": ""}, "paths": object{}, "definitions": definitions,
	})
	if err != nil {
		return nil, err
	}
	custom, err := openapi_v2.ParseDocument(text)
	if err != nil {
		return nil, err
	}
	known := &document.Definitions.AdditionalProperties
	*known = append(withoutDefinitions(*known, definitions), custom.Definitions.AdditionalProperties...)
	models, err := openapi.NewOpenAPIData(document)
	if err != nil {
		return nil, err
	}
	return managedfields.NewGVKParser(models, false)
}

func withoutDefinitions(known []*openapi_v2.NamedSchema, names object) []*openapi_v2.NamedSchema {
	var kept []*openapi_v2.NamedSchema
	for _, one := range known {
		if names[one.Name] == nil {
			kept = append(kept, one)
		}
	}
	return kept
}

// converter lets the field manager of an API server know the types.
type converter struct {
	typeOf func(schema.GroupVersionKind) *typed.ParseableType
}

func (c converter) ObjectToTyped(obj runtime.Object, opts ...typed.ValidationOptions) (*typed.TypedValue, error) {
	kind := obj.GetObjectKind().GroupVersionKind()
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
