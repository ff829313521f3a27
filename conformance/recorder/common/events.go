package common

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"
	"github.com/argoproj/argo-rollouts/pkg/kubectl-argo-rollouts/cmd/abort"
	"github.com/argoproj/argo-rollouts/pkg/kubectl-argo-rollouts/cmd/promote"
	"github.com/argoproj/argo-rollouts/pkg/kubectl-argo-rollouts/cmd/retry"
)

// event is what happens to a cluster between passes.
type event struct {
	Do string `json:"do"`
	// Rollout names the affected Rollout; if absent, the first one of the scenario.
	Rollout   string          `json:"rollout"`
	Stable    *int64          `json:"stable"`
	Canary    *int64          `json:"canary"`
	Others    *int64          `json:"others"`
	Object    json.RawMessage `json:"object"`
	Kind      string          `json:"kind"`
	Name      string          `json:"name"`
	Namespace string          `json:"namespace"`
	Seconds   float64         `json:"seconds"`
	Phase     string          `json:"phase"`
	Of        string          `json:"of"`
	// Extra and Ready are the numbers of pods beyond the desired ones, and of ready pods beyond the available ones.
	Extra int64 `json:"extra"`
	Ready int64 `json:"ready"`
	// Passes is the maximum number of passes before the next event; 0 for passes until nothing changes.
	Passes int `json:"passes"`
	// Events happen together, without a pass in between.
	Events []event `json:"events"`
}

var (
	rolloutResource     = schema.GroupResource{Group: "argoproj.io", Resource: "rollouts"}
	experimentResource  = schema.GroupResource{Group: "argoproj.io", Resource: "experiments"}
	analysisRunResource = schema.GroupResource{Group: "argoproj.io", Resource: "analysisruns"}
	replicaSetResource  = schema.GroupResource{Group: "apps", Resource: "replicasets"}
)

func toRollout(o object) (*v1alpha1.Rollout, error) {
	rollout := &v1alpha1.Rollout{}
	return rollout, json.Unmarshal(o.encode(), rollout)
}

func (w *world) apply(e event) error {
	switch e.Do {
	case "elapse":
		w.now = w.now.Add(time.Duration(e.Seconds * float64(time.Second)))
		return nil
	case "apply":
		return w.applyObject([]byte(w.withHashes(string(e.Object))))
	case "delete":
		return w.deleteObject(e)
	case "together":
		for _, one := range e.Events {
			if err := w.apply(one); err != nil {
				return err
			}
		}
		return nil
	}
	rollout, err := w.rollout(e.Rollout)
	if err != nil {
		return err
	}
	rollouts := w.client.ArgoprojV1alpha1().Rollouts(rollout.namespace())
	switch e.Do {
	case "pods":
		return w.makeAvailable(rollout, e)
	case "experiment":
		return w.endExperiment(rollout, e.Phase)
	case "analysis":
		return w.endAnalysis(rollout, e)
	case "promote":
		_, err = promote.PromoteRollout(rollouts, rollout.name(), false, false, false)
	case "promote-full":
		_, err = promote.PromoteRollout(rollouts, rollout.name(), false, false, true)
	case "abort":
		_, err = abort.AbortRollout(rollouts, rollout.name())
	case "retry":
		_, err = retry.RetryRollout(rollouts, rollout.name())
	default:
		err = fmt.Errorf("nobody knows what to do at %q", e.Do)
	}
	return err
}

var hashName = regexp.MustCompile(`\bH[1-9][0-9]*\b`)

// withHashes replaces H1, H2… in a text of a scenario by hashes; an unknown name is not replaced.
func (w *world) withHashes(text string) string {
	var hashes []string
	for _, hash := range w.store.hashes {
		if !slices.Contains(hashes, hash) {
			hashes = append(hashes, hash)
		}
	}
	return hashName.ReplaceAllStringFunc(text, func(name string) string {
		if number, _ := strconv.Atoi(name[1:]); number <= len(hashes) {
			return hashes[number-1]
		}
		return name
	})
}

func (w *world) rollouts() []object {
	rollouts, _ := w.store.list(rolloutResource, "")
	return rollouts
}

func (w *world) rollout(name string) (object, error) {
	for _, rollout := range w.rollouts() {
		if name == "" || rollout.name() == name {
			return rollout, nil
		}
	}
	return nil, fmt.Errorf("there is no Rollout %q", name)
}

// owned lists the objects of a resource that a Rollout controls, in the order of their creation.
func (w *world) owned(resource schema.GroupResource, rollout object) []object {
	objects, _ := w.store.list(resource, rollout.namespace())
	var owned []object
	for _, o := range objects {
		for _, owner := range ownersOf(o) {
			if owner["kind"] == "Rollout" && owner["name"] == rollout.name() {
				owned = append(owned, o)
			}
		}
	}
	return owned
}

func ownersOf(o object) []map[string]any {
	references, _ := o.at("metadata", "ownerReferences").([]any)
	var owners []map[string]any
	for _, reference := range references {
		if owner, ok := reference.(map[string]any); ok {
			owners = append(owners, owner)
		}
	}
	return owners
}

// replace writes an object without the restrictions of a client.
func (w *world) replace(o object, alter func(object)) error {
	return w.write(o, "", alter)
}

// write alters an object as the owner of a subresource. Experiments and AnalysisRuns have no status subresource.
func (w *world) write(o object, subresource string, alter func(object)) error {
	_, err := w.store.change(o.identity(), subresource, func(now object) (object, error) {
		alter(now)
		return now, nil
	})
	return err
}

func (w *world) applyObject(patch []byte) error {
	given, err := parse(patch)
	if err != nil {
		return err
	}
	if _, err := w.store.get(given.identity()); err != nil {
		_, err = w.store.create(given, true)
		return err
	}
	for _, subresource := range []string{"", "status"} {
		if subresource == "status" && (given["status"] == nil || !hasStatus(given.resource())) {
			continue
		}
		if _, err := w.store.change(given.identity(), subresource, func(now object) (object, error) {
			text, err := jsonpatch.MergePatch(now.encode(), patch)
			if err != nil {
				return nil, err
			}
			next, err := parse(text)
			// The controller that counts pods has observed the current ReplicaSet.
			if err == nil && subresource == "status" && given.is("replicasets", "apps") {
				next.set(now.at("metadata", "generation"), "status", "observedGeneration")
			}
			return next, err
		}); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) deleteObject(e event) error {
	e.Name = w.withHashes(e.Name)
	for _, o := range w.store.all() {
		if o.kind() == e.Kind && o.name() == e.Name && (e.Namespace == "" || o.namespace() == e.Namespace) {
			_, err := w.store.delete(o.identity())
			return err
		}
	}
	return fmt.Errorf("there is no %s %q to delete", e.Kind, e.Name)
}

// makeAvailable simulates kube-controller-manager and the kubelets: every ReplicaSet has its desired pods, and the
// given number of them is available.
func (w *world) makeAvailable(rollout object, e event) error {
	stable, current := rollout.text("status", "stableRS"), rollout.text("status", "currentPodHash")
	for _, replicaSet := range w.owned(replicaSetResource, rollout) {
		limit := e.Others
		switch hash := replicaSet.text("metadata", "labels", podHashLabel); {
		case hash != "" && hash == stable:
			limit = e.Stable
		case hash != "" && hash == current:
			limit = e.Canary
		}
		wanted := int64(1)
		if replicaSet.at("spec", "replicas") != nil {
			wanted = replicaSet.number("spec", "replicas")
		}
		available := wanted
		if limit != nil {
			available = min(wanted, *limit)
		}
		there := max(available, wanted+e.Extra)
		if err := w.write(replicaSet, "status", func(now object) {
			for field, value := range map[string]int64{
				"replicas":             there,
				"fullyLabeledReplicas": there,
				"readyReplicas":        min(there, available+e.Ready),
				"availableReplicas":    available,
				"observedGeneration":   now.number("metadata", "generation"),
			} {
				now.set(json.Number(fmt.Sprint(value)), "status", field)
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

func isEnded(o object) bool {
	return v1alpha1.AnalysisPhase(o.text("status", "phase")).Completed()
}

// endExperiment simulates the part of the experiment controller that a Rollout observes
// (https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go).
func (w *world) endExperiment(rollout object, phase string) error {
	experiments := w.owned(experimentResource, rollout)
	for index := len(experiments) - 1; index >= 0; index-- {
		experiment := experiments[index]
		if isEnded(experiment) {
			continue
		}
		statuses := []any{}
		templates, _ := experiment.at("spec", "templates").([]any)
		for index, template := range templates {
			template, _ := template.(map[string]any)
			status := map[string]any{"name": template["name"], "status": phase, "podTemplateHash": fmt.Sprintf("E%d", index+1)}
			if service := serviceOf(experiment, template); service != "" {
				status["serviceName"] = service
			}
			statuses = append(statuses, status)
		}
		return w.replace(experiment, func(now object) {
			now.set(phase, "status", "phase")
			now.set(statuses, "status", "templateStatuses")
		})
	}
	return fmt.Errorf("there is no Experiment that has not ended")
}

// serviceOf names the Service that the experiment controller creates for a template with ports.
func serviceOf(experiment object, template object) string {
	service, ok := template["service"].(map[string]any)
	if !ok || template["replicas"] != nil && template.number("replicas") == 0 {
		return ""
	}
	containers, _ := template.at("template", "spec", "containers").([]any)
	for _, container := range containers {
		container, _ := container.(map[string]any)
		if ports, _ := container["ports"].([]any); len(ports) > 0 {
			if name, _ := service["name"].(string); name != "" {
				return name
			}
			return fmt.Sprintf("%s-%s", experiment.name(), template["name"])
		}
	}
	return ""
}

// analysisTypes are the values of the label with the purpose of a Rollout's AnalysisRun.
var analysisTypes = map[string]string{
	"step":       v1alpha1.RolloutTypeStepLabel,
	"background": v1alpha1.RolloutTypeBackgroundRunLabel,
	"pre":        v1alpha1.RolloutTypePrePromotionLabel,
	"post":       v1alpha1.RolloutTypePostPromotionLabel,
}

// endAnalysis simulates the analysis controller.
func (w *world) endAnalysis(rollout object, e event) error {
	found := false
	for _, run := range w.owned(analysisRunResource, rollout) {
		if isEnded(run) || e.Of != "" && run.text("metadata", "labels", v1alpha1.RolloutTypeLabel) != analysisTypes[e.Of] {
			continue
		}
		found = true
		if err := w.replace(run, func(now object) { now.set(e.Phase, "status", "phase") }); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("there is no AnalysisRun that has not ended")
	}
	return nil
}
