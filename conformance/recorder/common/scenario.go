package common

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/watch"
)

const (
	// maxPasses is after how many passes a cluster is not going to settle.
	maxPasses = 25
	// maxRounds is how often pods become available in one "ready".
	maxRounds = 20
)

// scenario is a cluster and what happens in it.
type scenario struct {
	Name     string            `json:"name"`
	Objects  []json.RawMessage `json:"objects"`
	Events   []event           `json:"events"`
	Versions []string          `json:"versions"`
	// Caches is "fresh" where every write of a pass is in the caches before the next line of it runs.
	Caches string `json:"caches"`
	// VerifyTargetGroup is for a controller with --aws-verify-target-group.
	VerifyTargetGroup bool `json:"verifyTargetGroup"`
	// Whole is for a recording that leaves out less: of status and conditions all, and what is empty in objects of Istio.
	Whole bool `json:"whole"`
	// Defaults is for an API server that gives defaults to ReplicaSets, as all do.
	Defaults bool `json:"defaults"`
}

// isOf says whether a scenario is to be recorded with a version such as v1.9.1.
func (s scenario) isOf(version string) bool {
	return len(s.Versions) == 0 || slices.ContainsFunc(s.Versions, func(line string) bool {
		return strings.HasPrefix(version, "v"+line+".")
	})
}

// hasSeveralWeights says whether a step lets an Experiment have traffic for more than one template.
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

// snapshot is an event and what the controller makes of it.
type snapshot struct {
	after, round int
	settled      bool
	passes       []pass
}

// pass is what one pass of the controller wrote, in its order, and what others had written before it.
type pass struct {
	before, writes []written
	error          string
}

// written is an object as it is recorded after a write; nil when it is gone.
type written struct {
	label  string
	object map[string]any
}

// recording is what one run of a scenario gave.
type recording struct {
	given     map[string]map[string]any
	snapshots []snapshot
	hashes    []string
}

// run plays a scenario in a cluster of its own.
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

// load takes in the objects of a scenario.
func (w *world) load(texts []json.RawMessage) error {
	for _, text := range texts {
		given, err := parse(text)
		if err != nil {
			return err
		}
		if given.kind() == "" || given.text("apiVersion") == "" {
			return fmt.Errorf("an object has no apiVersion or no kind")
		}
		// What the API server fills in, and upstream relies on.
		if given.is("deployments", "apps") && given.at("spec", "replicas") == nil {
			given.set(json.Number("1"), "spec", "replicas")
		}
		if _, err := w.store.create(given, true); err != nil {
			return fmt.Errorf("%s: %w", given.label(), err)
		}
	}
	return w.nameOwners()
}

// given is the objects of a scenario by label. Of routes of the Gateway API that is what the scenario says, so that what the
// API server fills in is recorded as written before the first pass.
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

// nameOwners gives references to owners the uid that no author of a scenario can know.
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

// passes is how many passes follow an event at most.
func (e event) passes() int {
	if e.Passes > 0 {
		return e.Passes
	}
	return maxPasses
}

// settle makes passes until one changes nothing, so many at most, and adds the state then to the recording.
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

// written is what has been written since it was asked the last time, in its order.
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

// ready lets all pods become available, over and over, until that changes nothing.
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

// fingerprint is equal when all objects are, whatever their version.
func (w *world) fingerprint() string {
	var text strings.Builder
	for _, o := range w.store.all() {
		text.Write(o.without(nil, []string{"resourceVersion", "generation"}).encode())
	}
	return text.String()
}

// statusFields are what is recorded of the status of a Rollout: what a later pass or a user reads, no times that
// nobody waits for.
var statusFields = []string{
	"HPAReplicas", "abort", "abortedAt", "alb", "albs", "availableReplicas", "blueGreen", "canary", "conditions", "controllerPause",
	"currentPodHash", "currentStepHash", "currentStepIndex", "message", "pauseConditions", "phase", "promoteFull", "readyReplicas", "replicas",
	"stableRS", "updatedReplicas",
}

// view is the objects as they are recorded, by label.
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
