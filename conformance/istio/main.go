// Reads one object per line, and returns the errors of Istio's own validation, as its webhook does.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"istio.io/istio/pilot/pkg/config/kube/crd"
)

type answer struct {
	Error string `json:"error,omitempty"`
}

func judge(object string) (said answer) {
	defer func() {
		if reason := recover(); reason != nil {
			said.Error = fmt.Sprintf("panic: %v", reason)
		}
	}()
	// Reads the object into its Go type and validates it.
	configs, _, err := crd.ParseInputs(object)
	if err != nil {
		said.Error = err.Error()
	} else if len(configs) != 1 {
		said.Error = "not an object of Istio"
	}
	return
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		if err := out.Encode(judge(in.Text())); err != nil {
			panic(err)
		}
	}
}
