// Asks Prometheus' own parser what queries are.
//
// It reads lines, each a query as a JSON string, and prints for each the type of its answer, or "error" with the message.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var query string
		if err := json.Unmarshal(in.Bytes(), &query); err != nil {
			panic(err)
		}
		expr, err := parser.ParseExpr(query)
		if err != nil {
			fmt.Fprintln(out, "error", strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Fprintln(out, expr.Type())
		}
	}
}
