// Package fields tells how Go reads and writes each field of upstream's types, with nothing in it, something empty and something.
package fields

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Print writes for every struct of upstream's within the roots, and each of its fields, what becomes of the struct with a value of
// that field: a line with the name of the struct, the JSON that Go reads, and the JSON that it writes then, with tabs between them.
// A value that Go does not read is left out.
func Print(roots ...any) {
	found := map[string]reflect.Type{}
	for _, root := range roots {
		walk(reflect.TypeOf(root), found)
	}
	var names []string
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		tell(name, found[name])
	}
}

func walk(declared reflect.Type, found map[string]reflect.Type) {
	switch declared.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		walk(declared.Elem(), found)
	case reflect.Struct:
		if !strings.HasSuffix(declared.PkgPath(), "pkg/apis/rollouts/v1alpha1") || found[declared.Name()] != nil {
			return
		}
		found[declared.Name()] = declared
		for i := range declared.NumField() {
			if field := declared.Field(i); field.Tag.Get("json") != "-" {
				walk(field.Type, found)
			}
		}
	}
}

// tell prints the answers for one struct: for none of its fields, for each field, and for all of them.
func tell(name string, declared reflect.Type) {
	answer(name, declared, `{}`)
	var all []string
	for _, field := range fieldsOf(declared) {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		own := values(field.Type)
		for _, value := range own {
			answer(name, declared, fmt.Sprintf("{%q:%s}", key, value))
		}
		all = append(all, fmt.Sprintf("%q:%s", key, own[len(own)-1]))
	}
	slices.Sort(all)
	answer(name, declared, "{"+strings.Join(all, ",")+"}")
}

func fieldsOf(declared reflect.Type) (list []reflect.StructField) {
	for i := range declared.NumField() {
		field := declared.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			list = append(list, fieldsOf(field.Type)...)
		} else if name != "" && name != "-" {
			list = append(list, field)
		}
	}
	return list
}

func answer(name string, declared reflect.Type, given string) {
	value := reflect.New(declared).Interface()
	if json.Unmarshal([]byte(given), value) != nil {
		return
	}
	written, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\t%s\t%s\n", name, given, written)
}

// values are JSON: nothing, what is empty, and something, which is the last.
func values(declared reflect.Type) []string {
	for declared.Kind() == reflect.Pointer {
		declared = declared.Elem()
	}
	switch declared {
	case reflect.TypeFor[intstr.IntOrString]():
		return []string{`null`, `""`, `0`, `"25%"`}
	case reflect.TypeFor[v1.Time]():
		return []string{`null`, `"2030-01-01T00:00:00Z"`}
	case reflect.TypeFor[json.RawMessage]():
		// An API server has keys in order.
		return []string{`null`, `""`, `{}`, `{"a":{"10":1,"9":[null]},"b":"<&>"}`}
	}
	switch declared.Kind() {
	case reflect.String:
		return []string{`null`, `""`, `"x"`}
	case reflect.Bool:
		return []string{`null`, `false`, `true`}
	case reflect.Int32, reflect.Int64:
		return []string{`null`, `0`, `1`}
	case reflect.Struct:
		return []string{`null`, `{}`}
	case reflect.Map:
		inner := values(declared.Elem())
		return []string{`null`, `{}`, `{"a":null}`, fmt.Sprintf(`{"9":%s,"10":%s}`, inner[len(inner)-1], inner[1])}
	case reflect.Slice:
		inner := values(declared.Elem())
		return []string{`null`, `[]`, `[null]`, fmt.Sprintf(`[%s,%s]`, inner[len(inner)-1], inner[1])}
	}
	panic(fmt.Sprint("no values for ", declared))
}
