package common

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	argocd "github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	argodiff "github.com/argoproj/argo-cd/v3/util/argo/diff"
	"github.com/argoproj/argo-cd/v3/util/argo/normalizers"
	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kubectl/pkg/util/openapi"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// recording is described in ../README.md.
type recording struct {
	Name       string      `json:"name"`
	Settings   *failure    `json:"settings,omitempty"`
	Normalized *normalized `json:"normalized,omitempty"`
	Diff       *difference `json:"diff,omitempty"`
	Respect    *respected  `json:"respect,omitempty"`
	Apply      *applied    `json:"apply,omitempty"`
	Unstable   bool        `json:"unstable,omitempty"`
	Panic      string      `json:"panic,omitempty"`
}

type failure struct {
	Error string `json:"error"`
}

type normalized struct {
	Live        any `json:"live,omitempty"`
	Target      any `json:"target,omitempty"`
	LastApplied any `json:"lastApplied,omitempty"`
	// Skipped contains the rules that fail on live, then those that fail on the target.
	Skipped []string `json:"skipped,omitempty"`
	Error   string   `json:"error,omitempty"`
}

type difference struct {
	Modified  *bool  `json:"modified,omitempty"`
	Live      any    `json:"live,omitempty"`
	Predicted any    `json:"predicted,omitempty"`
	Error     string `json:"error,omitempty"`
}

type respected struct {
	Target any    `json:"target,omitempty"`
	Error  string `json:"error,omitempty"`
}

type applied struct {
	ClientSide any `json:"clientSide"`
	ServerSide any `json:"serverSide"`
}

// recorder calls the upstream code of one version.
type recorder struct {
	upstream  Upstream
	published openapi.Resources
	parser    *managedfields.GvkParser
	defined   *definitions
}

func newRecorder(upstream Upstream) (*recorder, error) {
	crds, err := readCRDs()
	if err != nil {
		return nil, err
	}
	defined, err := readDefinitions()
	if err != nil {
		return nil, err
	}
	document, err := publish(crds, defined)
	if err != nil {
		return nil, err
	}
	published, err := openapi.NewOpenAPIData(document)
	if err != nil {
		return nil, err
	}
	parser, err := newParser(document)
	if err != nil {
		return nil, err
	}
	return &recorder{upstream, published, parser, defined}, nil
}

func (r *recorder) typeOf(kind schema.GroupVersionKind) *typed.ParseableType {
	return r.upstream.TypeOf(kind, r.parser)
}

// Rules of argocd-cm are applied in the order of a map, which rarely varies; this many runs show whether the order
// matters.
const runs = 48

func (r *recorder) record(c testCase) (result recording, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			result = recording{Name: c.Name, Panic: fmt.Sprint(problem)}
		}
	}()
	first, err := r.recordOnce(c)
	if err != nil || countRules(c.ConfigMap) < 2 {
		return first, err
	}
	for range runs - 1 {
		again, err := r.recordOnce(c)
		if err != nil {
			return recording{}, err
		}
		if !reflect.DeepEqual(first, again) {
			return recording{Name: c.Name, Unstable: true}, nil
		}
	}
	return first, nil
}

func countRules(configMap map[string]string) (count int) {
	for key := range configMap {
		if strings.HasPrefix(key, "resource.customizations") {
			count++
		}
	}
	return count
}

func (r *recorder) recordOnce(c testCase) (recording, error) {
	result := recording{Name: c.Name}
	live, err := c.live()
	if err != nil {
		return result, err
	}
	target := c.target()
	names, err := newNames(c, live, target)
	if err != nil {
		return result, err
	}
	system, err := readSettings(c.ConfigMap)
	if err != nil {
		result.Settings = &failure{err.Error()}
		return result, nil
	}
	server := server{live: live, types: converter{r.typeOf, r.defined}, defaulter: r.defined}
	config, err := r.config(c, system, server)
	if err != nil {
		return result, err
	}
	result.Normalized = r.normalize(c, live, target, config, names)
	result.Diff = r.compare(live, target, config, names)
	if live == nil || target == nil {
		return result, nil
	}
	sent, err := r.upstream.Respect(live.DeepCopy(), target.DeepCopy(), config, r.published)
	if err != nil {
		result.Respect = &respected{Error: err.Error()}
	} else {
		result.Respect = &respected{Target: names.call("respect.target", sent.Object)}
	}
	if !c.SyncOptions.HasOption("RespectIgnoreDifferences=true") {
		sent = target
	} else if err != nil {
		return result, nil
	}
	names.callAnnotation(sent)
	result.Apply = r.apply(c, server, sent, names)
	return result, nil
}

// config is created as for a comparison: https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go
func (r *recorder) config(c testCase, system systemSettings, server server) (argodiff.DiffConfig, error) {
	application := &v1alpha1.Application{ObjectMeta: metav1.ObjectMeta{Annotations: c.Annotations}}
	asksFor := func(option string) bool {
		return r.upstream.HasOption(application, argocd.AnnotationCompareOptions, option)
	}
	isApplied := c.SyncOptions.HasOption("ServerSideApply=true")
	isAsked := c.ServerSideDiff || asksFor("ServerSideDiff=true") || (isApplied && r.upstream.Merge == nil)
	serverSide := isAsked && !asksFor("ServerSideDiff=false")
	builder := argodiff.NewDiffConfigBuilder().
		WithDiffSettings(c.IgnoreDifferences, system.overrides, system.ignoreAggregatedRoles,
			normalizers.IgnoreNormalizerOpts{}).
		WithTracking(system.instanceLabel, system.trackingMethod).
		WithNoCache().
		WithLogger(logr.Discard()).
		WithIgnoreMutationWebhook(!asksFor("IncludeMutationWebhook=true")).
		WithGVKParser(r.parser).
		WithManager(argocd.ArgoCDSSAManager).
		WithServerSideDiff(serverSide)
	if serverSide {
		builder.WithServerSideDryRunner(server)
	}
	if r.upstream.Merge != nil {
		r.upstream.Merge(builder, isApplied)
	}
	return builder.Build()
}

func (r *recorder) normalize(c testCase, live, target *unstructured.Unstructured, config argodiff.DiffConfig, names *names) *normalized {
	skipped.take()
	both, err := argodiff.Normalize(objects(live), objects(target), config)
	if err != nil {
		return &normalized{Error: err.Error()}
	}
	result := &normalized{
		Live:   names.call("normalized.live", contents(both.Lives[0])),
		Target: names.call("normalized.target", contents(both.Targets[0])),

		Skipped: skipped.take(),
	}
	lastApplied, ok := c.LastApplied.(object)
	if !ok || live == nil {
		return result
	}
	copied := (&unstructured.Unstructured{Object: lastApplied}).DeepCopy()
	if err := r.normalizeAlone(copied, target, config); err != nil {
		result.Error = err.Error()
	}
	result.LastApplied = names.call("normalized.lastApplied", copied.Object)
	return result
}

// normalizeAlone applies the ignore rules and known types, as for the last applied configuration.
func (r *recorder) normalizeAlone(one, target *unstructured.Unstructured, config argodiff.DiffConfig) error {
	ignores := config.Ignores()
	if r.upstream.Ignores != nil {
		ignores = r.upstream.Ignores(target, config)
	}
	ignore, err := normalizers.NewIgnoreNormalizer(ignores, config.Overrides(), config.IgnoreNormalizerOpts())
	if err != nil {
		return err
	}
	if err := ignore.Normalize(one); err != nil {
		return err
	}
	known, err := normalizers.NewKnownTypesNormalizer(config.Overrides())
	if err != nil {
		return err
	}
	return known.Normalize(one)
}

func (r *recorder) compare(live, target *unstructured.Unstructured, config argodiff.DiffConfig, names *names) *difference {
	one, err := r.upstream.Compare(live, target, config)
	if err != nil {
		return &difference{Error: err.Error()}
	}
	return &difference{
		Modified:  &one.Modified,
		Live:      names.call("diff.live", parse(one.NormalizedLive)),
		Predicted: names.call("diff.predicted", parse(one.PredictedLive)),
	}
}

func (r *recorder) apply(c testCase, server server, sent *unstructured.Unstructured, names *names) *applied {
	var result applied
	if clientSide, err := server.applyClientSide(sent); err != nil {
		result.ClientSide = failure{err.Error()}
	} else {
		result.ClientSide = names.call("apply.clientSide", stored(clientSide))
	}
	server.live = server.live.DeepCopy()
	var err error
	if r.upstream.Migrates && !slices.Contains(c.SyncOptions, "ClientSideApplyMigration=false") {
		err = server.migrateManagedFields(argocd.ArgoCDSSAManager)
	}
	if err == nil {
		var serverSide *unstructured.Unstructured
		if serverSide, err = server.applyServerSide(sent, argocd.ArgoCDSSAManager); err == nil {
			result.ServerSide = names.call("apply.serverSide", stored(serverSide))
			return &result
		}
	}
	result.ServerSide = failure{err.Error()}
	return &result
}

// stored removes managed fields.
func stored(result *unstructured.Unstructured) object {
	copied := result.DeepCopy()
	copied.SetManagedFields(nil)
	return copied.Object
}

func objects(one *unstructured.Unstructured) []*unstructured.Unstructured {
	return []*unstructured.Unstructured{one}
}

func contents(one *unstructured.Unstructured) any {
	if one == nil {
		return nil
	}
	return one.Object
}

func parse(text []byte) any {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return string(text)
	}
	return value
}

// names finds an equal earlier object, and the one that kubectl's annotation contains.
type names struct {
	objects     map[string]string
	annotations map[string]string
}

func newNames(c testCase, live, target *unstructured.Unstructured) (*names, error) {
	names := &names{objects: map[string]string{}, annotations: map[string]string{}}
	lastApplied, err := c.lastApplied()
	if err != nil {
		return nil, err
	}
	if lastApplied != "" {
		names.annotations[lastApplied] = "lastApplied"
	}
	names.call("live", contents(live))
	names.call("target", contents(target))
	if c.LastApplied != nil {
		names.call("lastApplied", c.LastApplied)
	}
	return names, nil
}

// callAnnotation names the annotation that kubectl creates from an applied object.
func (n *names) callAnnotation(sent *unstructured.Unstructured) {
	if text, err := annotationOf(sent); err == nil && n.annotations[text] == "" {
		n.annotations[text] = "applied"
	}
}

// call returns the name of the first equal object; otherwise it names the object and returns it.
func (n *names) call(name string, value any) any {
	if value == nil {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return failure{err.Error()}
	}
	if before, ok := n.objects[string(text)]; ok {
		return before
	}
	n.objects[string(text)] = name
	content, ok := value.(object)
	if !ok {
		return value
	}
	const key = corev1.LastAppliedConfigAnnotation
	copied := (&unstructured.Unstructured{Object: content}).DeepCopy()
	annotation, found, _ := unstructured.NestedString(copied.Object, "metadata", "annotations", key)
	if known := n.annotations[annotation]; found && known != "" {
		_ = unstructured.SetNestedField(copied.Object, known, "metadata", "annotations", key)
	}
	return copied.Object
}
