// Records what Argo CD v3.0.23 does; see ../README.md.
package main

import (
	"github.com/argoproj/argo-cd/v3/util/argo/diff"
	"github.com/argoproj/gitops-engine/pkg/sync/resource"
	"github.com/argoproj/gitops-engine/pkg/utils/kube/scheme"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/kubectl/pkg/util/openapi"

	"rolloutkit/conformance/argocd/common"
)

func main() {
	common.Main(common.Upstream{
		Merge:     (*diff.DiffConfigBuilder).WithStructuredMergeDiff,
		Compare:   compare,
		Respect:   respect,
		TypeOf:    scheme.ResolveParseableType,
		HasOption: hasOption,
	})
}

// comparisonResult has the fields of upstream's type that normalizeTargetResources, copied from upstream, reads.
type comparisonResult struct {
	reconciliationResult struct{ Live, Target []*unstructured.Unstructured }
	diffConfig           diff.DiffConfig
}

func compare(live, target *unstructured.Unstructured, config diff.DiffConfig) (common.Compared, error) {
	found, err := diff.StateDiff(live, target, config)
	return common.Compared(found), err
}

func respect(live, target *unstructured.Unstructured, config diff.DiffConfig, _ openapi.Resources) (*unstructured.Unstructured, error) {
	result := &comparisonResult{diffConfig: config}
	result.reconciliationResult.Live = []*unstructured.Unstructured{live}
	result.reconciliationResult.Target = []*unstructured.Unstructured{target}
	patched, err := normalizeTargetResources(result)
	if err != nil {
		return nil, err
	}
	return patched[0], nil
}

func hasOption(of common.AnnotationGetter, annotation, option string) bool {
	return resource.HasAnnotationOption(of, annotation, option)
}
