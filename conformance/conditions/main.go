// Asks the evaluator of Argo Rollouts what conditions answer for measured values.
//
// It reads lines of JSON, {"condition": "...", "value": ..., "type": "..."}, and prints for each "true", "false" or
// "error", with the message after a space. "type" says which Go type the value has:
//
//	json     what a web metric decodes
//	float    a number of Prometheus, Datadog and others; "NaN", "+Inf" and "-Inf" are strings
//	floats   a vector of Prometheus: a list of these
//	nil      no value
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/argoproj/argo-rollouts/utils/evaluate"
)

type question struct {
	Condition string          `json:"condition"`
	Value     json.RawMessage `json:"value"`
	Type      string          `json:"type"`
}

func float(raw json.RawMessage) float64 {
	var number float64
	if json.Unmarshal(raw, &number) == nil {
		return number
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		panic(err)
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return number
}

func value(q question) any {
	switch q.Type {
	case "nil":
		return nil
	case "float":
		return float(q.Value)
	case "floats":
		var items []json.RawMessage
		if err := json.Unmarshal(q.Value, &items); err != nil {
			panic(err)
		}
		numbers := make([]float64, 0, len(items))
		for _, item := range items {
			numbers = append(numbers, float(item))
		}
		return numbers
	}
	var decoded any
	if err := json.Unmarshal(q.Value, &decoded); err != nil {
		panic(err)
	}
	return decoded
}

// answer also survives panics outside of the evaluator's own recovery, such as those while an expression is checked.
func answer(q question) (line string) {
	defer func() {
		if r := recover(); r != nil {
			line = fmt.Sprintf("panic %v", r)
		}
	}()
	ok, err := evaluate.EvalCondition(value(q), q.Condition)
	if err != nil {
		return "error " + err.Error()
	}
	return strconv.FormatBool(ok)
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		fmt.Fprintln(out, strings.ReplaceAll(answer(q), "\n", " "))
	}
}
