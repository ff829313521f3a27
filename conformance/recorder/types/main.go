// Prints what src/kubernetes/apply/types/argo-rollouts.json has: the Go types of Rollouts and AnalysisTemplates, of each line of
// releases. A release is read from its module, a line that has none yet from a checkout.
//
//	cd conformance/recorder/types
//	go run . 1.7=v1.7.2 1.8=v1.8.5 1.9=v1.9.2 1.10=v1.10.1 1.11=<checkout> > ../../../src/kubernetes/apply/types/argo-rollouts.json
//
// The source is parsed and not compiled, because one program cannot have several releases of a module. Types of Kubernetes are only
// named: conformance/argocd/types has them.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/argoproj/argo-rollouts"

// roots are the types that are printed with all types of upstream's within them.
var roots = []string{"RolloutSpec", "AnalysisTemplateSpec"}

// named are types that Go reads in a way of their own, as conformance/argocd/types names them.
var named = map[string]string{
	"util.intstr.IntOrString":  "intOrString",
	"meta.v1.Time":             "time",
	"encoding.json.RawMessage": "any",
}

var scalars = map[string]string{"string": "string", "bool": "bool", "int32": "int", "int64": "int"}

func main() {
	var lines []line
	for _, argument := range os.Args[1:] {
		name, source, _ := strings.Cut(argument, "=")
		lines = append(lines, line{name, typesOf(folderOf(source))})
	}
	print(lines)
}

func folderOf(source string) string {
	if !strings.HasPrefix(source, "v") {
		return source
	}
	said, err := exec.Command("go", "mod", "download", "-json", module+"@"+source).Output()
	if err != nil {
		panic(fmt.Sprint(err, string(said)))
	}
	var found struct{ Dir string }
	if err := json.Unmarshal(said, &found); err != nil {
		panic(err)
	}
	return found.Dir
}

// line is a line of releases.
type line struct {
	name  string
	types types
}

// fields are those of a struct in the order in which Go writes them.
type fields struct {
	names []string
	texts map[string]string
}

type types map[string]*fields

// reader has what upstream declares, and the imports of each file by the name that they have there.
type reader struct {
	declared map[string]ast.Expr
	imports  map[string]map[string]string
	file     map[string]string
	found    types
}

func typesOf(folder string) types {
	files, err := filepath.Glob(filepath.Join(folder, "pkg/apis/rollouts/v1alpha1/*types.go"))
	if err != nil {
		panic(err)
	}
	r := reader{map[string]ast.Expr{}, map[string]map[string]string{}, map[string]string{}, types{}}
	for _, path := range files {
		r.read(path)
	}
	for _, root := range roots {
		r.add(root)
	}
	return r.found
}

func (r reader) read(path string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	r.imports[path] = map[string]string{}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		parts := strings.Split(imported, "/")
		name := parts[len(parts)-1]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		r.imports[path][name] = strings.Join(parts[max(0, len(parts)-2):], ".")
	}
	for _, declaration := range file.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range group.Specs {
			if one, ok := spec.(*ast.TypeSpec); ok {
				r.declared[one.Name.Name] = one.Type
				r.file[one.Name.Name] = path
			}
		}
	}
}

// add returns the name of a struct, after it and all structs within it.
func (r reader) add(name string) string {
	full := "rollouts.v1alpha1." + name
	if r.found[full] == nil {
		r.found[full] = &fields{texts: map[string]string{}}
		r.addFields(name, r.found[full])
	}
	return full
}

func (r reader) addFields(name string, into *fields) {
	for _, field := range r.declared[name].(*ast.StructType).Fields.List {
		tag, _ := strconv.Unquote(field.Tag.Value)
		key, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		switch {
		case key == "-":
		case key == "" && len(field.Names) == 0:
			r.addFields(field.Type.(*ast.Ident).Name, into)
		default:
			into.names = append(into.names, key)
			into.texts[key] = r.field(field.Type, r.file[name], strings.Split(options, ","))
		}
	}
}

// field is written as src/kubernetes/apply/schema-table.ts reads it.
func (r reader) field(declared ast.Expr, file string, options []string) string {
	text := r.typeOf(declared, file)
	if _, ok := declared.(*ast.StarExpr); ok {
		text = "*" + text
	}
	if slices.Contains(options, "omitempty") {
		text += "?"
	}
	if slices.Contains(options, "omitzero") {
		text += "0"
	}
	return text
}

func (r reader) typeOf(declared ast.Expr, file string) string {
	switch declared := declared.(type) {
	case *ast.StarExpr:
		return r.typeOf(declared.X, file)
	case *ast.ArrayType:
		return "[]" + r.typeOf(declared.Elt, file)
	case *ast.MapType:
		return "{}" + r.typeOf(declared.Value, file)
	case *ast.SelectorExpr:
		name := r.imports[file][declared.X.(*ast.Ident).Name] + "." + declared.Sel.Name
		if text, ok := named[name]; ok {
			return text
		}
		return name
	case *ast.Ident:
		if text, ok := scalars[declared.Name]; ok {
			return text
		}
		own, ok := r.declared[declared.Name]
		if !ok {
			break
		}
		if _, ok := own.(*ast.StructType); ok {
			return r.add(declared.Name)
		}
		return r.typeOf(own, r.file[declared.Name])
	}
	panic(fmt.Sprintf("no word for %#v", declared))
}

// print writes the types of the last line, and of each line before it what is otherwise than in the next one.
func print(lines []line) {
	newest := lines[len(lines)-1]
	var blocks []string
	for _, name := range slices.Sorted(maps.Keys(newest.types)) {
		blocks = append(blocks, "  "+newest.types[name].text(name))
	}
	var before []string
	for i := len(lines) - 2; i >= 0; i-- {
		if text := otherwise(lines[i].types, lines[i+1].types); text != "" {
			before = append(before, fmt.Sprintf("  %q: {\n%s\n  }", lines[i].name, text))
		}
	}
	fmt.Printf("{\n \"types\": {\n%s\n },\n \"upTo\": {\n%s\n }\n}\n", strings.Join(blocks, ",\n"), strings.Join(before, ",\n"))
}

func (f *fields) text(name string) string {
	var parts []string
	for _, key := range f.names {
		parts = append(parts, fmt.Sprintf("%q:%q", key, f.texts[key]))
	}
	return fmt.Sprintf("%q: {%s}", name, strings.Join(parts, ","))
}

// otherwise are the fields of a line that differ from those of the next one; null for one that is not in it yet.
func otherwise(own, next types) string {
	var blocks []string
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if next[name] == nil {
			panic("types that went are not provided for: " + name)
		}
		var parts []string
		var common []string
		for _, key := range next[name].names {
			text, ok := own[name].texts[key]
			if ok {
				common = append(common, key)
			}
			if !ok {
				parts = append(parts, fmt.Sprintf("%q:null", key))
			} else if text != next[name].texts[key] {
				parts = append(parts, fmt.Sprintf("%q:%q", key, text))
			}
		}
		if !slices.Equal(common, own[name].names) {
			panic("fields that went or moved are not provided for: " + name)
		}
		if len(parts) > 0 {
			blocks = append(blocks, fmt.Sprintf("   %q: {%s}", name, strings.Join(parts, ",")))
		}
	}
	return strings.Join(blocks, ",\n")
}
