package common

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// object is one Kubernetes object as JSON. What the store holds is never changed, only replaced.
type object map[string]any

func parse(text []byte) (object, error) {
	var parsed object
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err := decoder.Decode(&parsed)
	return parsed, err
}

func (o object) encode() []byte {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return text
}

func (o object) copy() object {
	copied, err := parse(o.encode())
	if err != nil {
		panic(err)
	}
	return copied
}

// at reads a value in the object; nil if it is absent.
func (o object) at(path ...string) any {
	var value any = map[string]any(o)
	for _, key := range path {
		fields, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = fields[key]
	}
	return value
}

func (o object) text(path ...string) string {
	text, _ := o.at(path...).(string)
	return text
}

// fields reads a map in the object. Never nil; not a part of the object if it was absent.
func (o object) fields(path ...string) map[string]any {
	if fields, ok := o.at(path...).(map[string]any); ok {
		return fields
	}
	return map[string]any{}
}

func (o object) number(path ...string) int64 {
	switch number := o.at(path...).(type) {
	case json.Number:
		value, _ := number.Int64()
		return value
	case int64:
		return number
	case int:
		return int64(number)
	}
	return 0
}

// set writes a value in an object that is not shared.
func (o object) set(value any, path ...string) {
	fields := map[string]any(o)
	for _, key := range path[:len(path)-1] {
		inner, ok := fields[key].(map[string]any)
		if !ok {
			inner = map[string]any{}
			fields[key] = inner
		}
		fields = inner
	}
	fields[path[len(path)-1]] = value
}

func (o object) name() string      { return o.text("metadata", "name") }
func (o object) namespace() string { return o.text("metadata", "namespace") }
func (o object) kind() string      { return o.text("kind") }
func (o object) version() string   { return o.text("metadata", "resourceVersion") }
func (o object) is(resource, group string) bool {
	return o.resource() == schema.GroupResource{Group: group, Resource: resource}
}

func (o object) groupVersionKind() schema.GroupVersionKind {
	return schema.FromAPIVersionAndKind(o.text("apiVersion"), o.kind())
}

// resource is the API resource of the object, without its version, because a server converts versions.
func (o object) resource() schema.GroupResource {
	plural, _ := meta.UnsafeGuessKindToResource(o.groupVersionKind())
	return plural.GroupResource()
}

// label is the object's name in recordings.
func (o object) label() string {
	return strings.Join([]string{o.groupVersionKind().Group, o.kind(), o.namespace(), o.name()}, "/")
}

// identity identifies an object in the server.
type identity struct {
	schema.GroupResource
	namespace, name string
}

func (o object) identity() identity {
	return identity{o.resource(), o.namespace(), o.name()}
}

// without copies the object without some of its keys and some keys of its metadata; the rest is shared.
func (o object) without(keys []string, metadata []string) object {
	rest := object{}
	for key, value := range o {
		rest[key] = value
	}
	for _, key := range keys {
		delete(rest, key)
	}
	if fields, ok := rest["metadata"].(map[string]any); ok && len(metadata) > 0 {
		rest["metadata"] = map[string]any(object(fields).without(metadata, nil))
	}
	return rest
}

func equal(one, other any) bool { return reflect.DeepEqual(one, other) }

// compact removes nulls and empty maps recursively, except elements of lists.
func compact(value any) any {
	switch value := value.(type) {
	case object:
		return compact(map[string]any(value))
	case map[string]any:
		kept := map[string]any{}
		for key, inner := range value {
			inner = compact(inner)
			if fields, ok := inner.(map[string]any); inner == nil || ok && len(fields) == 0 {
				continue
			}
			kept[key] = inner
		}
		return kept
	case []any:
		kept := make([]any, len(value))
		for index, inner := range value {
			kept[index] = compact(inner)
		}
		return kept
	}
	return value
}

// withoutNulls removes nulls in maps, which a merge patch cannot express.
func withoutNulls(fields map[string]any) map[string]any {
	kept := map[string]any{}
	for key, value := range fields {
		if inner, ok := value.(map[string]any); ok {
			kept[key] = withoutNulls(inner)
		} else if value != nil {
			kept[key] = value
		}
	}
	return kept
}

// mergePatch is the JSON merge patch between two compacted values.
func mergePatch(from, to map[string]any) map[string]any {
	patch := map[string]any{}
	for key := range from {
		if _, ok := to[key]; !ok {
			patch[key] = nil
		}
	}
	for key, value := range to {
		before, ok := from[key]
		if ok && equal(before, value) {
			continue
		}
		was, wasFields := before.(map[string]any)
		is, isFields := value.(map[string]any)
		if wasFields && isFields {
			patch[key] = mergePatch(was, is)
		} else {
			patch[key] = value
		}
	}
	return patch
}
