package common

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/watch"
)

const (
	// maxPasses is the number of passes after which a cluster counts as not settling.
	maxPasses = 25
	// maxRounds is the maximum number of rounds in which pods become available in one "ready".
	maxRounds = 20
)

// scenario is a cluster with a list of events.
type scenario struct {
	Name     string            `json:"name"`
	Objects  []json.RawMessage `json:"objects"`
	Events   []event           `json:"events"`
	Versions []string          `json:"versions"`
	// Caches is "fresh" if caches see every write immediately, before the pass continues.
	Caches string `json:"caches"`
	// VerifyTargetGroup selects a controller with --aws-verify-target-group.
	VerifyTargetGroup bool `json:"verifyTargetGroup"`
	// Whole selects a more complete recording: the whole status and conditions, and empty values in Istio objects.
	Whole bool `json:"whole"`
	// Defaults selects an API server that sets defaults in ReplicaSets, as real ones do.
	Defaults bool `json:"defaults"`
}

// isOf tells whether to record a scenario with a version such as v1.9.1.
func (s scenario) isOf(version string) bool {
	return len(s.Versions) == 0 || slices.ContainsFunc(s.Versions, func(line string) bool {
		return strings.HasPrefix(version, "v"+line+".")
	})
}

// hasSeveralWeights tells whether a step gives more than one template of an Experiment traffic.
func (s scenario) hasSeveralWeights() bool {
	texts := slices.Clone(s.Objects)
	for _, event := range s.Events {
		texts = append(texts, event.Object)
	}
	return slices.ContainsFunc(texts, func(text json.RawMessage) bool {
		given, _ := parse(text)
		steps, _ := given.at("spec", "strategy", "canary", "steps").([]any)
		return slices.ContainsFunc(steps, func(step any) bool {
			fields, _ := step.(map[string]any)
			templates, _ := object(fields).at("experiment", "templates").([]any)
			weights := 0
			for _, template := range templates {
				if fields, _ := template.(map[string]any); fields["weight"] != nil {
					weights++
				}
			}
			return weights > 1
		})
	})
}

// snapshot is an event and the reaction of the controller.
type snapshot struct {
	after, round int
	settled      bool
	passes       []pass
}

// pass contains the writes of one pass of the controller in order, and the writes of others before it.
type pass struct {
	before, writes []written
	error          string
}

// written is an object as recorded after a write; nil if it was deleted.
type written struct {
	label  string
	object map[string]any
}

// recording is the result of one run of a scenario.
type recording struct {
	given     map[string]map[string]any
	snapshots []snapshot
	hashes    []string
}

// run runs a scenario in its own cluster.
func run(s scenario) (result *recording, err error) {
	w, err := newWorld()
	if err != nil {
		return nil, err
	}
	defer w.close()
	w.fresh = s.Caches == "fresh"
	w.whole = s.Whole
	w.store.defaults = s.Defaults
	w.verifyTargetGroups(s.VerifyTargetGroup)
	if err := w.load(s.Objects); err != nil {
		return nil, err
	}
	if _, err := w.rollout(""); err != nil {
		return nil, err
	}
	given, err := w.given(s.Objects)
	if err != nil {
		return nil, err
	}
	r := &recording{given: given}
	if err := w.settle(r, -1, maxPasses); err != nil {
		return nil, err
	}
	for index, event := range s.Events {
		if event.Do == "ready" {
			err = w.ready(r, index, event)
		} else if err = w.apply(event); err == nil {
			err = w.settle(r, index, event.passes())
		}
		if err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", index, event.Do, err)
		}
	}
	r.hashes = w.store.hashes
	return r, nil
}

// load creates the objects of a scenario.
func (w *world) load(texts []json.RawMessage) error {
	for _, text := range texts {
		given, err := parse(text)
		if err != nil {
			return err
		}
		if given.kind() == "" || given.text("apiVersion") == "" {
			return fmt.Errorf("an object has no apiVersion or no kind")
		}
		// The API server sets this default, and upstream relies on it.
		if given.is("deployments", "apps") && given.at("spec", "replicas") == nil {
			given.set(json.Number("1"), "spec", "replicas")
		}
		if _, err := w.store.create(given, true); err != nil {
			return fmt.Errorf("%s: %w", given.label(), err)
		}
	}
	return w.nameOwners()
}

// given is the objects of a scenario by label. For Gateway API routes, it is the text of the scenario, so that defaults
// of the API server are recorded as written before the first pass.
func (w *world) given(texts []json.RawMessage) (map[string]map[string]any, error) {
	given := w.view()
	for _, text := range texts {
		o, err := parse(text)
		if err != nil {
			return nil, err
		}
		if o.groupVersionKind().Group == gatewayGroup {
			given[o.label()] = w.recorded(o)
		}
	}
	return given, nil
}

// nameOwners sets the uid in owner references, which scenarios cannot know.
func (w *world) nameOwners() error {
	objects := w.store.all()
	for _, o := range objects {
		for index, owner := range ownersOf(o) {
			if owner["uid"] != nil {
				continue
			}
			for _, other := range objects {
				if other.kind() != owner["kind"] || other.name() != owner["name"] || other.namespace() != o.namespace() {
					continue
				}
				if err := w.replace(o, func(now object) {
					ownersOf(now)[index]["uid"] = other.text("metadata", "uid")
				}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// passes is the maximum number of passes after an event.
func (e event) passes() int {
	if e.Passes > 0 {
		return e.Passes
	}
	return maxPasses
}

// settle runs passes until one changes nothing, up to a maximum, and then adds the state to the recording.
func (w *world) settle(r *recording, after, most int) error {
	taken, err := w.passes(most)
	if err != nil {
		return err
	}
	taken.after = after
	r.snapshots = append(r.snapshots, taken)
	return nil
}

func (w *world) passes(most int) (snapshot, error) {
	taken := snapshot{}
	if err := w.sync(); err != nil {
		return taken, err
	}
	before := w.fingerprint()
	for len(taken.passes) < most && !taken.settled {
		made := pass{before: w.written()}
		for _, rollout := range w.rollouts() {
			text, writes, err := w.pass(rollout.namespace() + "/" + rollout.name())
			if err != nil {
				return taken, err
			}
			made.writes = append(made.writes, writes...)
			if text != "" {
				made.error = text
			}
		}
		taken.passes = append(taken.passes, made)
		after := w.fingerprint()
		taken.settled = before == after
		before = after
	}
	return taken, nil
}

// written returns the writes since the last call, in order.
func (w *world) written() []written {
	w.store.mutex.Lock()
	defer w.store.mutex.Unlock()
	var found []written
	for _, change := range w.store.changes[w.seen:] {
		if change.kind == watch.Deleted {
			found = append(found, written{label: change.object.label()})
		} else {
			found = append(found, written{change.object.label(), w.recorded(change.object)})
		}
	}
	w.seen = len(w.store.changes)
	return found
}

// ready makes all pods available, repeatedly until nothing changes.
func (w *world) ready(r *recording, after int, e event) error {
	for round := 1; round <= maxRounds; round++ {
		before := w.fingerprint()
		rollout, err := w.rollout(e.Rollout)
		if err != nil {
			return err
		}
		if err := w.makeAvailable(rollout, event{}); err != nil {
			return err
		}
		taken, err := w.passes(maxPasses)
		if err != nil {
			return err
		}
		if w.fingerprint() == before {
			return nil
		}
		taken.after, taken.round = after, round
		r.snapshots = append(r.snapshots, taken)
	}
	return nil
}

// fingerprint is equal if all objects are equal, apart from their versions.
func (w *world) fingerprint() string {
	var text strings.Builder
	for _, o := range w.store.all() {
		text.Write(o.without(nil, []string{"resourceVersion", "generation"}).encode())
	}
	return text.String()
}

// statusFields are the recorded fields of a Rollout's status: those that a later pass or a user reads, and no times
// except those that are waited for.
var statusFields = []string{
	"HPAReplicas", "abort", "abortedAt", "alb", "albs", "availableReplicas", "blueGreen", "canary", "conditions", "controllerPause",
	"currentPodHash", "currentStepHash", "currentStepIndex", "message", "pauseConditions", "phase", "promoteFull", "readyReplicas", "replicas",
	"stableRS", "updatedReplicas",
}

// view returns the objects as recorded, by label.
func (w *world) view() map[string]map[string]any {
	objects := map[string]map[string]any{}
	for _, o := range w.store.all() {
		objects[o.label()] = w.recorded(o)
	}
	return objects
}

func (w *world) recorded(o object) map[string]any {
	kept := o.without([]string{"metadata", "status"}, nil)
	metadata := pick(o.fields("metadata"), "name", "namespace", "labels", "annotations")
	owners := []any{}
	for _, owner := range ownersOf(o) {
		owners = append(owners, pick(owner, "apiVersion", "kind", "name", "controller", "blockOwnerDeletion"))
	}
	if len(owners) > 0 {
		metadata["ownerReferences"] = owners
	}
	kept["metadata"] = metadata
	switch {
	case o.is("rollouts", "argoproj.io") && w.whole:
		kept["status"] = object(o.fields("status")).without([]string{"observedGeneration"}, nil)
	case o.is("rollouts", "argoproj.io"):
		status := pick(o.fields("status"), statusFields...)
		if conditions, ok := status["conditions"].([]any); ok {
			timeless := []any{}
			for _, condition := range conditions {
				condition, _ := condition.(map[string]any)
				timeless = append(timeless, pick(condition, "type", "status", "reason", "message"))
			}
			status["conditions"] = timeless
		}
		kept["status"] = status
	case o.is("replicasets", "apps"):
		kept["status"] = pick(o.fields("status"), "replicas", "readyReplicas", "availableReplicas")
	}
	if w.whole && o.groupVersionKind().Group == "networking.istio.io" {
		return withoutNulls(kept)
	}
	view, _ := compact(kept).(map[string]any)
	return view
}

func pick(from map[string]any, keys ...string) map[string]any {
	kept := map[string]any{}
	for _, key := range keys {
		if value, ok := from[key]; ok {
			kept[key] = value
		}
	}
	return kept
}
