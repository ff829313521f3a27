package common

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	openapi_v2 "k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// crdVariable names the folder of the Gateway API's definitions (config/crd of a release).
const crdVariable = "GATEWAY_API_CRDS"

const gatewayGroup = "gateway.networking.k8s.io"

// definitions are what an API server knows of the routes of the Gateway API, by the libraries of one.
type definitions map[schema.GroupVersionKind]*structuralschema.Structural

// readDefinitions takes the standard channel, and of the experimental one what that does not have.
func readDefinitions() (definitions, error) {
	folder := os.Getenv(crdVariable)
	known := definitions{}
	for _, channel := range []string{"experimental", "standard"} {
		paths, err := filepath.Glob(filepath.Join(folder, channel, gatewayGroup+"_*routes.yaml"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if err := known.read(path); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if folder == "" || len(known) == 0 {
		return nil, fmt.Errorf("%s names no folder with definitions of routes", crdVariable)
	}
	return known, nil
}

func (d definitions) read(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	crd := &v1.CustomResourceDefinition{}
	if err := yaml.Unmarshal(text, crd); err != nil {
		return err
	}
	for _, version := range crd.Spec.Versions {
		internal := &apiextensions.JSONSchemaProps{}
		if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, internal, nil); err != nil {
			return err
		}
		structural, err := structuralschema.NewStructural(internal)
		if err != nil {
			return err
		}
		d[schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}] = structural
	}
	return nil
}

// publish adds what an API server publishes of them, which Argo CD takes its types from:
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/controller/openapi/builder/builder.go
func (d definitions) publish(published object) error {
	for kind, structural := range d {
		text, err := json.Marshal(openapi_v2.ToStructuralOpenAPIV2(structural).ToKubeOpenAPI())
		if err != nil {
			return err
		}
		definition := object{}
		if err := json.Unmarshal(text, &definition); err != nil {
			return err
		}
		properties, _ := definition["properties"].(object)
		properties["metadata"] = reference("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")
		definition["x-kubernetes-group-version-kind"] = []object{{"group": kind.Group, "version": kind.Version, "kind": kind.Kind}}
		published[crd{Group: kind.Group, Kind: kind.Kind}.definitionName(kind.Version)] = definition
	}
	return nil
}

// Default fills in what a definition says, as the field manager of an API server has it done:
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/apiserver/customresource_handler.go (unstructuredDefaulter)
func (d definitions) Default(obj runtime.Object) {
	if custom, ok := obj.(*unstructured.Unstructured); ok {
		defaulting.Default(custom.Object, d[custom.GroupVersionKind()])
	}
}
