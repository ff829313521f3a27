// Records how Kubernetes reads each text of a JSON file: the JSON to which sigs.k8s.io/yaml converts its first
// document, as kubectl and Argo CD do, or its error. With the argument "stream", it reads and answers line by line.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"sigs.k8s.io/yaml"
)

type testCase struct {
	From  string          `json:"from,omitempty"`
	YAML  string          `json:"yaml"`
	JSON  json.RawMessage `json:"json,omitempty"`
	Error string          `json:"error,omitempty"`
}

type recording struct {
	Versions map[string]string `json:"versions"`
	Cases    []testCase        `json:"cases"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "stream" {
		stream()
		return
	}
	var all recording
	check(json.NewDecoder(os.Stdin).Decode(&all))
	all.Versions = versions()
	fmt.Printf("{\n\"versions\": %s,\n\"cases\": [", encode(all.Versions))
	for i := range all.Cases {
		record(&all.Cases[i])
		if i > 0 {
			fmt.Print(",")
		}
		fmt.Printf("\n%s", encode(all.Cases[i]))
	}
	fmt.Println("\n]\n}")
}

func stream() {
	lines := json.NewDecoder(os.Stdin)
	for {
		var one testCase
		err := lines.Decode(&one)
		if err == io.EOF {
			return
		}
		check(err)
		record(&one)
		fmt.Println(encode(one))
	}
}

func record(c *testCase) {
	c.JSON, c.Error = nil, ""
	result, err := yaml.YAMLToJSON([]byte(c.YAML))
	if err != nil {
		c.Error = err.Error()
		return
	}
	c.JSON = result
}

func versions() map[string]string {
	info, _ := debug.ReadBuildInfo()
	found := map[string]string{}
	for _, dependency := range info.Deps {
		found[dependency.Path] = dependency.Version
	}
	return found
}

func encode(value any) string {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	return string(bytes.TrimSpace(buffer.Bytes()))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
