// Records what Go's regexp says of patterns as kustomize asks it, for test/kubernetes/kinds/go-pattern.test.ts:
//
//	go run conformance/patterns/main.go > test/kubernetes/kinds/go-patterns.json
package main

import (
	"encoding/json"
	"math/rand"
	"os"
	"regexp"
	"runtime"
	"strings"
)

type answer struct {
	Pattern string `json:"pattern"`
	// Whether it matches each of the strings; null if it does not compile.
	Fits []bool `json:"fits"`
}

var texts = []string{"", "a", "web", "web-canary", "WEB", "ab", "aab", "a.b", "a/b", "a\nb", "0", "é", "𝒳", "_-", "aaaaaaaaab"}

var written = []string{
	"web", "web.*", ".*", "web-(canary|stable)", "(a+)+c", "(a+)+b", "(a|a)*b", "a{2}b", "a{,2}", "a{2,1}", "a{1001}",
	"((a{100}){100}){100}", "(?i)web", "(?s).*", "(?s)a.b", "(?m)^a$\n^b$", "a.b", "a\\.b", "[a-z]+", "[z-a]", "[^a]", "[[:alpha:]]+",
	"[[:foo:]]", "\\d", "\\w+", "\\W+", "\\pL", "\\p{Greek}", "\\p{Foo}", "\\PL", "\\b\\w+\\b", "\\B", "\\Aweb\\z", "web\\Z", "\\Qa.b\\E",
	"\\C", "\\x{1d4b3}", "\\u0061", "\\8", "\\1", "(a)\\1", "(?=a)a", "(?!a)b", "(?<=a)b", "(?<!a)b", "(?P<n>a)", "(?<n>a)",
	"(?P<n>a)(?P<n>b)", "(?P=n)", "(?>a)", "a++", "a**", "a*?b", "(?U)a+b", "(", ")", "[", "]", "{", "}", "a{", "a|", "|a", "||", "()", "(?:)",
	"^web$", "$^", "a)|(b", "(?i:W)eb", "(?i-s)W.b", "(?x)a b", "\\", "[a\\]]", "[]a]", "[^]a]", "[a-\\d]", "\\h", "\\R", "\\K", "(?#c)a",
	"é", "[é]", ".", "..", "𝒳", "\\a", "\\cA", "\\t", "\\e", "\\0", "\\00", "\\012", "[[:^alpha:]]", "[\\w-]+", "[\\d-z]", "*", "+a", "?", "a{0}", "a{0,}",
	"x{2}{3}", "(?i)É", "(?i)k", "(?i)\u212a", "[[:word:]]*", "\\p{^L}", "\\p{Lu}+", "\\p{L}{2,}b",
}

var tokens = []string{
	"a", "b", "web", "-", ".", "*", "+", "?", "(", ")", "(?:", "|", "[", "]", "[^", "[a-c]", "\\w", "\\d", "\\.", "\\b", "^", "$", "{2}", "{1,}", "{,3}",
	"(?i)", "(?s)", "\\pL", "\\Q", "\\E", "*?", "[[:alpha:]]", "\\z", "\\", "é", "/", "\n", "(?P<n>", "(?!", "(?=", "\\1", "0",
}

func main() {
	random := rand.New(rand.NewSource(1))
	patterns := written
	for len(patterns) < 3000 {
		var pattern strings.Builder
		for count := 1 + random.Intn(7); count > 0; count-- {
			pattern.WriteString(tokens[random.Intn(len(tokens))])
		}
		patterns = append(patterns, pattern.String())
	}
	answers := []answer{}
	for _, pattern := range patterns {
		one := answer{Pattern: pattern}
		if _, err := regexp.Compile(pattern); err == nil {
			if whole, err := regexp.Compile("^(?:" + pattern + ")$"); err == nil {
				one.Fits = []bool{}
				for _, text := range texts {
					one.Fits = append(one.Fits, whole.MatchString(text))
				}
			}
		}
		answers = append(answers, one)
	}
	encoder := json.NewEncoder(os.Stdout)
	if err := encoder.Encode(map[string]any{"go": runtime.Version(), "texts": texts, "answers": answers}); err != nil {
		panic(err)
	}
}
