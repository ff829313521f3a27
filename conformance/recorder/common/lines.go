package common

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
)

// answerLines answers each line of the input with a line.
func answerLines(in io.Reader, out io.Writer, answer func(line []byte) string) error {
	reader := bufio.NewReader(in)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 1 {
			if _, err := fmt.Fprintln(out, answer(line)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// answerCases is a program that reads cases from standard input, one per line, and answers each with a line of JSON, or
// with an error. Providers of metrics are stubs.
func answerCases[Case any](record func(Case) (map[string]any, error)) {
	verbose := flag.Bool("verbose", false, "print the log of the controllers")
	flag.Parse()
	quiet(*verbose)
	if err := provider.listenAsProxy(); err != nil {
		fail(err)
	}
	if err := answerLines(os.Stdin, os.Stdout, func(line []byte) string {
		var one Case
		var answer map[string]any
		failed := json.Unmarshal(line, &one)
		if failed == nil {
			answer, failed = record(one)
		}
		if failed != nil {
			answer = map[string]any{"error": failed.Error()}
		}
		text, err := json.Marshal(answer)
		if err != nil {
			fail(err)
		}
		return string(text)
	}); err != nil {
		fail(err)
	}
}
