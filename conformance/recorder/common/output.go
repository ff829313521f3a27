package common

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// lines returns a recording as text, one line per write.
func (r *recording) lines() []string {
	names := r.hashNames()
	known := maps.Clone(r.given)
	var lines []string
	for _, s := range r.snapshots {
		var passes []string
		for _, p := range s.passes {
			// Writes of others between passes are recorded as a whole, sorted by name.
			before := map[string]map[string]any{}
			for _, w := range p.before {
				if _, ok := before[w.label]; !ok {
					before[w.label] = known[w.label]
				}
				known[w.label] = w.object
			}
			var given []string
			for label, was := range before {
				if patch, differs := patchOf(was, known[label]); differs {
					given = append(given, names(jsonText(label)+": "+jsonText(patch)))
				}
			}
			slices.Sort(given)
			var writes []string
			for _, w := range p.writes {
				if patch, differs := patchOf(known[w.label], w.object); differs {
					writes = append(writes, names("{"+jsonText(w.label)+": "+jsonText(patch)+"}"))
				}
				known[w.label] = w.object
			}
			var parts []string
			if p.error != "" {
				parts = append(parts, `"error": `+names(jsonText(p.error)))
			}
			if len(given) > 0 {
				parts = append(parts, `"before": {`+joined(given)+`}`)
			}
			if len(writes) > 0 {
				parts = append(parts, `"writes": [`+joined(writes)+`]`)
			}
			passes = append(passes, "{"+strings.Join(parts, ", ")+"}")
		}
		lines = append(lines, s.header()+`, "passes": [`+joined(passes)+`]}`)
	}
	return lines
}

// patchOf is the patch between two states of an object, nil if it was deleted, and whether there is a difference.
func patchOf(before, now map[string]any) (map[string]any, bool) {
	if before == nil || now == nil {
		return now, before != nil || now != nil
	}
	patch := mergePatch(before, now)
	return patch, len(patch) > 0
}

func joined(objects []string) string {
	if len(objects) == 0 {
		return ""
	}
	return "\n" + strings.Join(objects, ",\n") + "\n"
}

func (s snapshot) header() string {
	header := fmt.Sprintf(`{"after": %d, `, s.after)
	if s.round > 0 {
		header += fmt.Sprintf(`"round": %d, `, s.round)
	}
	return header + fmt.Sprintf(`"settled": %t`, s.settled)
}

// hashNames replaces hashes of pod templates that are separate words by H1, H2… in the order in which their ReplicaSets
// were created.
func (r *recording) hashNames() func(string) string {
	names := map[string]string{}
	var hashes []string
	for _, hash := range r.hashes {
		if _, ok := names[hash]; !ok {
			names[hash] = fmt.Sprintf("H%d", len(names)+1)
			hashes = append(hashes, regexp.QuoteMeta(hash))
		}
	}
	if len(hashes) == 0 {
		return func(text string) string { return text }
	}
	pattern := regexp.MustCompile(`\b(?:` + strings.Join(hashes, "|") + `)\b`)
	return func(text string) string {
		return pattern.ReplaceAllStringFunc(text, func(hash string) string { return names[hash] })
	}
}

// jsonText is JSON with sorted keys and without HTML escapes.
func jsonText(value any) string {
	if fields, ok := value.(map[string]any); ok && fields == nil {
		return "null"
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(text.String())
}

// outcome is the result of a scenario: the part of the recording that is equal in every run, or an error.
type outcome struct {
	name     string
	lines    []string
	unstable bool
	err      error
}

// outcomeOf runs a scenario the given number of times; sixteen times as often if an Experiment has several weights,
// because the controller keeps their Services in a map: the order of two varies about once in eight runs.
func outcomeOf(s scenario, runs int) outcome {
	result := outcome{name: s.Name}
	if runs > 1 && s.hasSeveralWeights() {
		runs *= 16
	}
	for round := range runs {
		recorded, err := run(s)
		if err != nil {
			return outcome{name: s.Name, err: err}
		}
		lines := recorded.lines()
		if round == 0 {
			result.lines = lines
			continue
		}
		same := 0
		for same < len(lines) && same < len(result.lines) && lines[same] == result.lines[same] {
			same++
		}
		if same < len(lines) || same < len(result.lines) {
			result.unstable = true
			result.lines = result.lines[:same]
		}
	}
	return result
}

func (o outcome) text() string {
	if o.err != nil {
		return `{"error": ` + jsonText(o.err.Error()) + `}`
	}
	text := "{"
	if o.unstable {
		text += `"unstable": true, `
	}
	return text + `"snapshots": [` + joined(o.lines) + `]}`
}

// line writes the outcome on one line, with its name.
func (o outcome) line() string {
	return strings.ReplaceAll(`{"name": `+jsonText(o.name)+`, `+strings.TrimPrefix(o.text(), "{"), "\n", "")
}

// document writes the recordings of one scenario file.
func document(version string, outcomes []outcome) string {
	var scenarios []string
	for _, o := range outcomes {
		scenarios = append(scenarios, jsonText(o.name)+": "+o.text())
	}
	return fmt.Sprintf("{\"version\": %q, \"scenarios\": {%s}}\n", version, joined(scenarios))
}
