package common

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/spec3"
	"sigs.k8s.io/yaml"
)

// crdVariable names files and folders with definitions, in the format of PATH. The first definition of a kind counts.
const crdVariable = "CUSTOM_RESOURCE_DEFINITIONS"

// definitions contains what an API server knows about custom resources, in the types of its libraries.
type definitions struct {
	crds     []*v1.CustomResourceDefinition
	defaults map[schema.GroupVersionKind]*structuralschema.Structural
	// types are those of a server-side apply. They differ from the published ones, in which keys of lists have no
	// defaults.
	types managedfields.TypeConverter
}

func readDefinitions() (*definitions, error) {
	known := &definitions{defaults: map[schema.GroupVersionKind]*structuralschema.Structural{}}
	names := map[string]bool{}
	for _, place := range filepath.SplitList(os.Getenv(crdVariable)) {
		paths := []string{place}
		if info, err := os.Stat(place); err != nil {
			return nil, err
		} else if info.IsDir() {
			if paths, err = filepath.Glob(filepath.Join(place, "*.yaml")); err != nil {
				return nil, err
			}
		}
		for _, path := range paths {
			if err := known.read(path, names); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if len(known.crds) == 0 {
		return nil, fmt.Errorf("%s names no definitions", crdVariable)
	}
	return known, known.makeTypes()
}

func (d *definitions) read(path string, names map[string]bool) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, part := range strings.Split(string(text), "\n---") {
		crd := &v1.CustomResourceDefinition{}
		if err := yaml.Unmarshal([]byte(part), crd); err != nil {
			return err
		}
		if crd.Kind != "CustomResourceDefinition" || names[crd.Name] {
			continue
		}
		names[crd.Name] = true
		d.crds = append(d.crds, crd)
		for _, version := range crd.Spec.Versions {
			internal := &apiextensions.JSONSchemaProps{}
			if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, internal, nil); err != nil {
				return err
			}
			structural, err := structuralschema.NewStructural(internal)
			if err != nil {
				return err
			}
			d.defaults[kindOf(crd, version)] = structural
		}
	}
	return nil
}

func kindOf(crd *v1.CustomResourceDefinition, version v1.CustomResourceDefinitionVersion) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
}

// makeTypes does what buildOpenAPIModelsForApply does:
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/apiserver/customresource_handler.go
func (d *definitions) makeTypes() error {
	var specs []*spec3.OpenAPI
	for _, crd := range d.crds {
		for _, version := range crd.Spec.Versions {
			spec, err := builder.BuildOpenAPIV3(crd, version.Name, builder.Options{})
			if err != nil {
				return err
			}
			specs = append(specs, spec)
		}
	}
	merged, err := builder.MergeSpecsV3(specs...)
	if err != nil {
		return err
	}
	d.types, err = managedfields.NewTypeConverter(merged.Components.Schemas, false)
	return err
}

// publish adds what an API server publishes about them, from which Argo CD takes its types:
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/controller/openapi/controller.go
// (createSpecCache)
func (d *definitions) publish(published object) error {
	for _, crd := range d.crds {
		for _, version := range crd.Spec.Versions {
			if !version.Served {
				continue
			}
			spec, err := builder.BuildOpenAPIV2(crd, version.Name, builder.Options{V2: true})
			if err != nil {
				return err
			}
			text, err := json.Marshal(handler.PruneDefaults(spec.Definitions))
			if err != nil {
				return err
			}
			if err := json.Unmarshal(text, &published); err != nil {
				return err
			}
		}
	}
	return nil
}

// Default sets the defaults of a definition, as the field manager of an API server does:
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/apiserver/customresource_handler.go
// (unstructuredDefaulter)
func (d *definitions) Default(obj runtime.Object) {
	if custom, ok := obj.(*unstructured.Unstructured); ok {
		defaulting.Default(custom.Object, d.defaults[custom.GroupVersionKind()])
	}
}

func (d *definitions) has(kind schema.GroupVersionKind) bool {
	return d.defaults[kind] != nil
}
