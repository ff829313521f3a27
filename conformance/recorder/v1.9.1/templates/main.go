// Tells which fields of a pod template make another revision when they are set to something empty, or to something: for every
// field of PodTemplateSpec, what upstream's own functions say of a template with it and one without it.
//
//	cd conformance/recorder/v1.9.1 && go run ./templates > ../../recordings/pod-template-fields.json
//
// A ReplicaSet of the template without the field is stored as an API server does, with defaults and by way of the internal type,
// and looked for with the template that has the field; and the other way round.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"
	"github.com/argoproj/argo-rollouts/utils/hash"
	"github.com/argoproj/argo-rollouts/utils/replicaset"
	log "github.com/sirupsen/logrus"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
)

// base is the template around every path.
const base = `{"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "web", "image": "web:1"}]}}`

// answers maps each value of a field to the effect on a Rollout of adding and of removing it.
type answers map[string]string

func main() {
	log.SetOutput(io.Discard)
	paths := map[string][]string{}
	walk(reflect.TypeFor[corev1.PodTemplateSpec](), nil, nil, func(path []string, declared reflect.Type) {
		said := answers{}
		for _, value := range values(declared) {
			said[value] = asked(path, value)
		}
		text := lines(said)
		paths[text] = append(paths[string(text)], strings.Join(path, "."))
	})
	var groups []string
	for said, of := range paths {
		text, err := json.Marshal(of)
		if err != nil {
			panic(err)
		}
		groups = append(groups, fmt.Sprintf("{\"answers\": %s,\n \"fields\": %s}", said, text))
	}
	slices.Sort(groups)
	fmt.Printf("[\n%s\n]\n", strings.Join(groups, ",\n"))
}

// lines groups answers by effect; the effect of most values comes once.
func lines(said answers) string {
	values := map[string][]json.RawMessage{}
	for value, answer := range said {
		values[answer] = append(values[answer], json.RawMessage(value))
	}
	for _, list := range values {
		slices.SortFunc(list, func(one, other json.RawMessage) int { return strings.Compare(string(one), string(other)) })
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// walk calls tell for every field of a type. The element of a list is [], that of a map {}. A recursive type is left
// out.
func walk(declared reflect.Type, path []string, within []reflect.Type, tell func([]string, reflect.Type)) {
	if slices.Contains(within, declared) {
		return
	}
	within = append(slices.Clone(within), declared)
	for i := range declared.NumField() {
		field := declared.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			walk(field.Type, path, within, tell)
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		own := append(slices.Clone(path), name)
		tell(own, field.Type)
		inner, below := field.Type, own
		for done := false; !done; {
			switch inner.Kind() {
			case reflect.Pointer:
				inner = inner.Elem()
			case reflect.Slice:
				inner, below = inner.Elem(), append(slices.Clone(below), "[]")
			default:
				done = true
			}
		}
		if inner.Kind() == reflect.Struct && !isScalar(inner) {
			walk(inner, below, within, tell)
		}
	}
}

func isScalar(declared reflect.Type) bool {
	switch declared {
	case reflect.TypeFor[resource.Quantity](), reflect.TypeFor[intstr.IntOrString](), reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.FieldsV1]():
		return true
	}
	return false
}

// defaultTexts are defaults of the API server in some fields; the numbers among the values are, too.
var defaultTexts = []string{
	`"/"`, `"/dev/termination-log"`, `"/etc/ceph/keyring"`, `"Always"`, `"ClusterFirst"`, `"File"`, `"Filesystem"`, `"HTTP"`,
	`"IfNotPresent"`, `"ReadWrite"`, `"Shared"`, `"TCP"`, `"ThinProvisioned"`, `"admin"`, `"default"`, `"default-scheduler"`, `"ext4"`,
	`"rbd"`, `"v1"`, `"xfs"`,
}

// values are JSON: null, an empty value, and others.
func values(declared reflect.Type) []string {
	for declared.Kind() == reflect.Pointer {
		declared = declared.Elem()
	}
	switch declared {
	case reflect.TypeFor[resource.Quantity]():
		return []string{`null`, `"0"`, `"1000m"`}
	case reflect.TypeFor[intstr.IntOrString]():
		return []string{`null`, `0`, `""`, `"http"`}
	case reflect.TypeFor[metav1.Time]():
		return []string{`null`, `"2030-01-01T00:00:00Z"`}
	case reflect.TypeFor[metav1.FieldsV1]():
		return []string{`null`}
	}
	switch declared.Kind() {
	case reflect.String:
		return append([]string{`null`, `""`, `"x"`}, defaultTexts...)
	case reflect.Bool:
		return []string{`null`, `false`, `true`}
	case reflect.Int32, reflect.Int64:
		return []string{`null`, `0`, `1`, `3`, `10`, `30`, `420`, `3600`}
	case reflect.Struct:
		return []string{`null`, `{}`}
	case reflect.Map:
		switch declared.Elem() {
		case reflect.TypeFor[resource.Quantity]():
			return []string{`null`, `{}`, `{"cpu":"0.1"}`}
		}
		return []string{`null`, `{}`, `{"a":""}`, `{"a":null}`}
	case reflect.Slice:
		if declared.Elem().Kind() == reflect.Struct {
			return []string{`null`, `[]`, `[{}]`}
		}
		if declared.Elem().Kind() == reflect.Uint8 {
			return []string{`null`, `""`}
		}
		return []string{`null`, `[]`, `[""]`}
	}
	panic(fmt.Sprint("no values for ", declared))
}

// asked sets a value at a path.
func asked(path []string, value string) string {
	without, with := document(), document()
	place(without, path)
	var parsed any
	if err := json.Unmarshal([]byte(value), &parsed); err != nil {
		panic(err)
	}
	place(with, path)[path[len(path)-1]] = parsed
	one, err := template(without)
	if err != nil {
		return "unreadable"
	}
	other, err := template(with)
	if err != nil {
		return "unreadable"
	}
	added, removed := between(one, other), between(other, one)
	if added == removed {
		return added
	}
	return added + ", and back " + removed
}

func document() map[string]any {
	var result map[string]any
	if err := json.Unmarshal([]byte(base), &result); err != nil {
		panic(err)
	}
	return result
}

// place returns the parent of the last element of a path, creates missing ones, and removes the element.
func place(document map[string]any, path []string) map[string]any {
	current := document
	for i := 0; i < len(path)-1; i++ {
		name := path[i]
		if i+1 < len(path) && path[i+1] == "[]" {
			list, _ := current[name].([]any)
			if len(list) == 0 {
				list = []any{map[string]any{}}
				current[name] = list
			}
			current = list[0].(map[string]any)
			i++
			continue
		}
		inner, ok := current[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			current[name] = inner
		}
		current = inner
	}
	delete(current, path[len(path)-1])
	return current
}

func template(document map[string]any) (*corev1.PodTemplateSpec, error) {
	text, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	result := &corev1.PodTemplateSpec{}
	return result, json.Unmarshal(text, result)
}

// between is the effect of changing a Rollout's template: "same" hash, another hash but "equal", or "new".
func between(before, after *corev1.PodTemplateSpec) string {
	old := hash.ComputePodTemplateHash(before, nil)
	if old == hash.ComputePodTemplateHash(after, nil) {
		return "same"
	}
	rollout := &v1alpha1.Rollout{Spec: v1alpha1.RolloutSpec{Template: *after}}
	if replicaset.FindNewReplicaSet(rollout, []*appsv1.ReplicaSet{stored(before, old)}) != nil {
		return "equal"
	}
	return "new"
}

// stored is the ReplicaSet that the controller creates, as an API server stores it.
func stored(template *corev1.PodTemplateSpec, hash string) *appsv1.ReplicaSet {
	labels := map[string]string{v1alpha1.DefaultRolloutUniqueLabelKey: hash}
	given := &appsv1.ReplicaSet{
		ObjectMeta: metav1.ObjectMeta{Name: "web-" + hash, Labels: labels},
		Spec:       appsv1.ReplicaSetSpec{Template: *template.DeepCopy()},
	}
	if given.Spec.Template.Labels == nil {
		given.Spec.Template.Labels = map[string]string{}
	}
	given.Spec.Template.Labels[v1alpha1.DefaultRolloutUniqueLabelKey] = hash
	legacyscheme.Scheme.Default(given)
	internal := &apps.ReplicaSet{}
	if err := legacyscheme.Scheme.Convert(given, internal, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return given
	}
	result := &appsv1.ReplicaSet{}
	if err := legacyscheme.Scheme.Convert(internal, result, nil); err != nil {
		panic(err)
	}
	return result
}
