// Prints what src/kubernetes/apply/types/built-in.json has: the types of Kubernetes that Argo CD reads objects into.
//
//	cd conformance/argocd/types && go run . > ../../../src/kubernetes/apply/types/built-in.json
//
// How Go writes a field and how a strategic merge patch merges it is told by the tags of the field; how a server-side apply
// merges it by the schema in client-go, which Argo CD has a copy of:
// https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/parser.go
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	_ "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/yaml"
)

var kinds = map[string]any{
	"v1/ConfigMap":                                    corev1.ConfigMap{},
	"v1/Namespace":                                    corev1.Namespace{},
	"v1/PersistentVolumeClaim":                        corev1.PersistentVolumeClaim{},
	"v1/Pod":                                          corev1.Pod{},
	"v1/Secret":                                       corev1.Secret{},
	"v1/Service":                                      corev1.Service{},
	"v1/ServiceAccount":                               corev1.ServiceAccount{},
	"apps/v1/DaemonSet":                               appsv1.DaemonSet{},
	"apps/v1/Deployment":                              appsv1.Deployment{},
	"apps/v1/ReplicaSet":                              appsv1.ReplicaSet{},
	"apps/v1/StatefulSet":                             appsv1.StatefulSet{},
	"autoscaling/v1/HorizontalPodAutoscaler":          autoscalingv1.HorizontalPodAutoscaler{},
	"autoscaling/v2/HorizontalPodAutoscaler":          autoscalingv2.HorizontalPodAutoscaler{},
	"batch/v1/CronJob":                                batchv1.CronJob{},
	"batch/v1/Job":                                    batchv1.Job{},
	"networking.k8s.io/v1/Ingress":                    networkingv1.Ingress{},
	"networking.k8s.io/v1/NetworkPolicy":              networkingv1.NetworkPolicy{},
	"policy/v1/PodDisruptionBudget":                   policyv1.PodDisruptionBudget{},
	"rbac.authorization.k8s.io/v1/ClusterRole":        rbacv1.ClusterRole{},
	"rbac.authorization.k8s.io/v1/ClusterRoleBinding": rbacv1.ClusterRoleBinding{},
	"rbac.authorization.k8s.io/v1/Role":               rbacv1.Role{},
	"rbac.authorization.k8s.io/v1/RoleBinding":        rbacv1.RoleBinding{},
}

// schema is the part of client-go's schema that defines how a type is merged.
type schema struct {
	Types []struct {
		Name string
		Map  struct {
			ElementRelationship string
			Fields              []schemaField
		}
	}
}

type schemaField struct {
	Name    string
	Default any
	Type    struct {
		List, Map           *relation
		ElementRelationship string
	}
}

type relation struct {
	ElementRelationship string
	Keys                []string
}

// fields are those of a struct in the order in which it declares them, which is that in which Go writes them.
type fields struct {
	names []string
	texts map[string]string
}

func (f *fields) set(name, text string) {
	if _, ok := f.texts[name]; !ok {
		f.names = append(f.names, name)
	}
	f.texts[name] = text
}

func (f *fields) MarshalJSON() ([]byte, error) {
	var parts []string
	for _, name := range f.names {
		parts = append(parts, fmt.Sprintf("%q:%s", name, encoded(f.texts[name])))
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

type types map[string]*fields

func main() {
	known, err := readSchema()
	if err != nil {
		panic(err)
	}
	found := types{}
	names := map[string]string{}
	for kind, value := range kinds {
		names[kind] = found.add(reflect.TypeOf(value))
	}
	keys := known.keys()
	for _, one := range known.Types {
		if fields := found[shortName(one.Name)]; fields != nil {
			addRelations(fields, one.Map.Fields, keys)
			if one.Map.ElementRelationship != "" {
				fields.set("/", one.Map.ElementRelationship)
			}
		}
	}
	fmt.Printf("{\n \"kinds\": {\n%s\n },\n \"types\": {\n%s\n }\n}\n", lines(names), lines(found))
}

// readSchema reads the text of the schema from its file, because the package is internal.
func readSchema() (known schema, err error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/client-go").Output()
	if err != nil {
		return known, err
	}
	path := filepath.Join(strings.TrimSpace(string(folder)), "applyconfigurations/internal/internal.go")
	file, err := os.ReadFile(path)
	if err != nil {
		return known, err
	}
	_, text, _ := strings.Cut(string(file), "typed.YAMLObject(`")
	text, _, _ = strings.Cut(text, "`)")
	return known, yaml.Unmarshal([]byte(text), &known)
}

// keys are the names of all fields that identify elements of a list.
func (s schema) keys() map[string]bool {
	names := map[string]bool{}
	for _, one := range s.Types {
		for _, field := range one.Map.Fields {
			if field.Type.List == nil {
				continue
			}
			for _, key := range field.Type.List.Keys {
				names[key] = true
			}
		}
	}
	return names
}

func shortName(name string) string {
	name = strings.TrimPrefix(name, "io.k8s.api.")
	return strings.TrimPrefix(name, "io.k8s.apimachinery.pkg.apis.")
}

func addRelations(fields *fields, declared []schemaField, keys map[string]bool) {
	for _, field := range declared {
		text, ok := fields.texts[field.Name]
		if !ok {
			continue
		}
		kind := field.Type
		if kind.ElementRelationship != "" {
			text += "; " + kind.ElementRelationship
		}
		if kind.Map != nil && kind.Map.ElementRelationship != "" {
			text += "; " + kind.Map.ElementRelationship
		}
		if kind.List != nil {
			text += "; " + listRelation(*kind.List)
		}
		switch value := field.Default.(type) {
		case string:
			if value != "" {
				text += fmt.Sprintf("; default %q", value)
			}
		case float64:
			// Only defaults of keys matter.
			if keys[field.Name] {
				text += fmt.Sprintf("; default %v", value)
			}
		}
		fields.set(field.Name, text)
	}
}

func listRelation(list relation) string {
	switch {
	case list.ElementRelationship == "atomic":
		return "atomic"
	case len(list.Keys) > 0:
		return "keys " + strings.Join(list.Keys, ",")
	default:
		return "set"
	}
}

// add returns the name of a type, after it and all types within it.
func (t types) add(declared reflect.Type) string {
	parts := strings.Split(declared.PkgPath(), "/")
	name := strings.Join(parts[len(parts)-2:], ".") + "." + declared.Name()
	if t[name] == nil {
		t[name] = &fields{texts: map[string]string{}}
		t.addFields(declared, t[name])
	}
	return name
}

func (t types) addFields(declared reflect.Type, fields *fields) {
	for i := range declared.NumField() {
		field := declared.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "":
			t.addFields(field.Type, fields)
		case name != "" && name != "-":
			fields.set(name, t.field(field, strings.Split(options, ",")))
		}
	}
}

// field writes a field in the format that src/kubernetes/apply/schema-table.ts reads.
func (t types) field(field reflect.StructField, options []string) string {
	text := t.typeOf(field.Type)
	if field.Type.Kind() == reflect.Pointer {
		text = "*" + text
	}
	if slices.Contains(options, "omitempty") {
		text += "?"
	}
	if slices.Contains(options, "omitzero") {
		text += "0"
	}
	if strategy := field.Tag.Get("patchStrategy"); strategy != "" {
		text += " " + strategy
	}
	if key := field.Tag.Get("patchMergeKey"); key != "" {
		text += " by " + key
	}
	return text
}

var named = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():  "quantity",
	reflect.TypeFor[intstr.IntOrString](): "intOrString",
	reflect.TypeFor[metav1.Time]():        "time",
	reflect.TypeFor[metav1.MicroTime]():   "microTime",
	reflect.TypeFor[metav1.FieldsV1]():    "any",
}

func (t types) typeOf(declared reflect.Type) string {
	if name, ok := named[declared]; ok {
		return name
	}
	switch declared.Kind() {
	case reflect.Pointer:
		return t.typeOf(declared.Elem())
	case reflect.Slice:
		if declared.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + t.typeOf(declared.Elem())
	case reflect.Map:
		return "{}" + t.typeOf(declared.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64:
		return "int"
	case reflect.Struct:
		return t.add(declared)
	}
	panic(fmt.Sprint("no word for ", declared))
}

// lines writes a map in order, one key per line, for readable diffs.
func lines[V any](values map[string]V) string {
	var result []string
	for key, value := range values {
		result = append(result, fmt.Sprintf("  %q: %s", key, encoded(value)))
	}
	slices.Sort(result)
	return strings.Join(result, ",\n")
}

func encoded(value any) string {
	buffer := &strings.Builder{}
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(buffer.String())
}
