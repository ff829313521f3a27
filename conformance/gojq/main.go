// Returns the result of gojq for del(E), called as in Argo CD: for each case of a JSON file or, with -lines, for each
// line.
// https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"time"

	"github.com/itchyny/gojq"
)

type testCase struct {
	Expression string          `json:"expression"`
	Document   string          `json:"document"`
	Outcome    string          `json:"outcome"`           // ok, parse, compile, run, timeout or panic
	Message    string          `json:"message,omitempty"` // the error
	Result     json.RawMessage `json:"result,omitempty"`  // absent if the document is unchanged
}

type recording struct {
	Gojq      string                     `json:"gojq"`
	Documents map[string]json.RawMessage `json:"documents"`
	Cases     []testCase                 `json:"cases"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-lines" {
		answerLines()
		return
	}
	var all recording
	check(json.NewDecoder(os.Stdin).Decode(&all))
	all.Gojq = version()
	for i := range all.Cases {
		record(&all.Cases[i], all.Documents)
	}
	fmt.Printf("{\n\"gojq\": %s,\n\"documents\": {", encode(all.Gojq))
	separator := "\n"
	for _, name := range slices.Sorted(maps.Keys(all.Documents)) {
		fmt.Printf("%s%s: %s", separator, encode(name), encode(all.Documents[name]))
		separator = ",\n"
	}
	fmt.Print("\n},\n\"cases\": [")
	separator = "\n"
	for _, one := range all.Cases {
		fmt.Printf("%s%s", separator, encode(one))
		separator = ",\n"
	}
	fmt.Println("\n]\n}")
}

// Writes the outcome and result of each case, one JSON value per line.
func answerLines() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for lines.Scan() {
		var asked struct {
			Expression string         `json:"expression"`
			Document   map[string]any `json:"document"`
		}
		check(json.Unmarshal(lines.Bytes(), &asked))
		result, outcome, err := run(asked.Expression, asked.Document)
		answer := testCase{Outcome: outcome}
		if err != nil {
			answer.Message = err.Error()
		} else if answer.Result, err = json.Marshal(result); err != nil {
			answer.Outcome, answer.Message = "run", err.Error() // JSON cannot represent NaN.
		}
		line, err := json.Marshal(struct {
			Outcome string          `json:"outcome"`
			Message string          `json:"message,omitempty"`
			Result  json.RawMessage `json:"result,omitempty"`
		}{answer.Outcome, answer.Message, answer.Result})
		check(err)
		fmt.Fprintln(output, string(line))
	}
	check(lines.Err())
}

func record(one *testCase, documents map[string]json.RawMessage) {
	var document, before map[string]any
	check(json.Unmarshal(documents[one.Document], &document))
	check(json.Unmarshal(documents[one.Document], &before))
	one.Result = nil
	result, outcome, err := run(one.Expression, document)
	one.Outcome, one.Message = outcome, ""
	if err != nil {
		one.Message = err.Error()
	} else if !reflect.DeepEqual(result, any(before)) {
		one.Result = json.RawMessage(encode(result))
	}
}

func run(expression string, document any) (result any, outcome string, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			result, outcome, err = nil, "panic", fmt.Errorf("%v", problem)
		}
	}()
	query, err := gojq.Parse("del(" + expression + ")")
	if err != nil {
		return nil, "parse", err
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, "compile", err
	}
	limited, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	outputs := code.RunWithContext(limited, document)
	first, ok := outputs.Next()
	if !ok {
		return nil, "run", errors.New("no output")
	}
	if err, failed := first.(error); failed {
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, "timeout", err
		}
		return nil, "run", err
	}
	if _, more := outputs.Next(); more {
		return nil, "run", errors.New("several outputs")
	}
	return first, "ok", nil
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "github.com/itchyny/gojq" {
			return module.Version
		}
	}
	return "unknown"
}

func encode(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	return bytes.TrimSpace(buffer.Bytes())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
