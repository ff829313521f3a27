package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-hclog"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/client-go/kubernetes/fake"
	"sigs.k8s.io/yaml"

	argoconfig "github.com/argoproj/argo-rollouts/utils/config"
	"github.com/argoproj/argo-rollouts/utils/defaults"

	"rolloutkit/conformance/recorder/common"
)

// The Gateway API plugin, and the folder of a release's definitions (config/crd).
const (
	pluginVariable = "GATEWAY_API_PLUGIN"
	crdVariable    = "GATEWAY_API_CRDS"
	pluginName     = "argoproj-labs/gatewayAPI"
	gatewayGroup   = "gateway.networking.k8s.io"
)

// useGatewayAPI makes the controller start the plugin from its configuration, as in a cluster, and gives the API server
// the definitions of the routes. Without them, a Rollout with the plugin cannot be recorded.
func useGatewayAPI() error {
	if folder := os.Getenv(crdVariable); folder != "" {
		if err := readDefinitions(folder); err != nil {
			return err
		}
	}
	program := os.Getenv(pluginVariable)
	if program == "" {
		return nil
	}
	folder, err := os.MkdirTemp("", "plugins-")
	if err != nil {
		return err
	}
	kubeconfig, err := common.ListenOnLoopback(folder)
	if err != nil {
		return err
	}
	if err := os.Setenv("KUBECONFIG", kubeconfig); err != nil {
		return err
	}
	hclog.DefaultOutput = io.Discard
	if err := configurePlugin(program); err != nil {
		return err
	}
	return installPlugin(folder, program)
}

// configurePlugin names the plugin in the ConfigMap, without limits for its requests.
func configurePlugin(program string) error {
	_, err := argoconfig.InitializeConfig(fake.NewSimpleClientset(&corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: defaults.DefaultRolloutsConfigMapName, Namespace: defaults.Namespace()},
		Data: map[string]string{"trafficRouterPlugins": fmt.Sprintf(
			"- {name: %s, location: 'file://%s', args: ['-kubeClientQPS=100000', '-kubeClientBurst=100000']}", pluginName, program)},
	}), defaults.DefaultRolloutsConfigMapName)
	return err
}

// installPlugin copies the program to where the controller looks for it: below the working folder.
func installPlugin(folder, program string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	place := filepath.Join(folder, defaults.DefaultRolloutPluginFolder, pluginName)
	if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
		return err
	}
	if err := os.Symlink(program, place); err != nil {
		return err
	}
	for index, argument := range os.Args {
		if index > 0 && strings.Contains(argument, "/") && !strings.HasPrefix(argument, "-") {
			if os.Args[index], err = filepath.Abs(argument); err != nil {
				return err
			}
		}
	}
	return os.Chdir(folder)
}

// definition is what an API server knows about a version of a custom resource.
type definition struct {
	structural *structuralschema.Structural
	schema     validation.SchemaValidator
	rules      *cel.Validator
}

// readDefinitions reads the standard channel, and from the experimental one the kinds that it lacks.
func readDefinitions(folder string) error {
	known := map[schema.GroupVersionKind]definition{}
	for _, channel := range []string{"experimental", "standard"} {
		paths, err := filepath.Glob(filepath.Join(folder, channel, gatewayGroup+"_*routes.yaml"))
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := readDefinition(path, known); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if len(known) == 0 {
		return fmt.Errorf("there are no definitions of routes in %s", folder)
	}
	common.Admit = func(object map[string]any) error { return admit(object, known) }
	return nil
}

func readDefinition(path string, known map[schema.GroupVersionKind]definition) error {
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
		validator, _, err := validation.NewSchemaValidator(internal)
		if err != nil {
			return err
		}
		gvk := schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
		known[gvk] = definition{structural, validator, cel.NewValidator(structural, true, celconfig.PerCallLimit)}
	}
	return nil
}

// admit sets defaults and rejects invalid objects, in the order of
// https://github.com/kubernetes/apiextensions-apiserver/blob/v0.34.1/pkg/registry/customresource/strategy.go
// (Validate).
func admit(object map[string]any, known map[schema.GroupVersionKind]definition) error {
	version, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	gvk := schema.FromAPIVersionAndKind(version, kind)
	defined, ok := known[gvk]
	if !ok {
		return nil
	}
	// These libraries require Go's own number types.
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	plain := map[string]any{}
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	status := plain["status"]
	delete(plain, "status")
	pruning.Prune(plain, defined.structural, true)
	defaulting.PruneNonNullableNullsWithoutDefaults(plain, defined.structural)
	defaulting.Default(plain, defined.structural)
	errors := validation.ValidateCustomResource(nil, plain, defined.schema)
	errors = append(errors, listtype.ValidateListSetsAndMaps(nil, defined.structural, plain)...)
	if blocking(errors) {
		errors = append(errors, field.Invalid(nil, nil, "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"))
	} else {
		found, _ := defined.rules.Validate(context.Background(), nil, defined.structural, plain, nil, celconfig.RuntimeCELCostBudget)
		errors = append(errors, found...)
	}
	if len(errors) > 0 {
		metadata, _ := object["metadata"].(map[string]any)
		name, _ := metadata["name"].(string)
		return apierrors.NewInvalid(gvk.GroupKind(), name, errors)
	}
	if status != nil {
		plain["status"] = status
	}
	return common.Replace(object, plain)
}

// blocking tells whether errors prevent the evaluation of a definition's rules.
func blocking(errors field.ErrorList) bool {
	for _, err := range errors {
		switch err.Type {
		case field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}
