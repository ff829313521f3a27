package common

import (
	"context"
	"encoding/json"
	"fmt"

	argocd "github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/settings"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
)

const namespace = "argocd"

// systemSettings are the settings of argocd-cm that concern comparisons.
type systemSettings struct {
	overrides             map[string]v1alpha1.ResourceOverride
	ignoreAggregatedRoles bool
	instanceLabel         string
	trackingMethod        string
}

// Starting a settings manager takes longer than a case.
var managers = map[string]*settings.SettingsManager{}

func readSettings(data map[string]string) (systemSettings, error) {
	key, err := json.Marshal(data)
	if err != nil {
		return systemSettings{}, err
	}
	manager := managers[string(key)]
	if manager == nil {
		manager = settings.NewSettingsManager(context.Background(), clusterWith(data), namespace)
		managers[string(key)] = manager
	}
	overrides, err := manager.GetResourceOverrides()
	if err != nil {
		return systemSettings{}, fmt.Errorf("resource overrides: %w", err)
	}
	options, err := manager.GetResourceCompareOptions()
	if err != nil {
		// On an error, a comparison continues with the defaults:
		// https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/state.go
		options = settings.GetDefaultDiffOptions()
	}
	label, err := manager.GetAppInstanceLabelKey()
	if err != nil {
		return systemSettings{}, fmt.Errorf("label of instances: %w", err)
	}
	tracking, err := manager.GetTrackingMethod()
	if err != nil {
		return systemSettings{}, fmt.Errorf("tracking method: %w", err)
	}
	return systemSettings{overrides, options.IgnoreAggregatedRoles, label, tracking}, nil
}

func clusterWith(data map[string]string) *fake.Clientset {
	labels := map[string]string{"app.kubernetes.io/part-of": "argocd"}
	return fake.NewSimpleClientset(
		&corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: argocd.ArgoCDConfigMapName, Namespace: namespace, Labels: labels},
			Data:       data,
		},
		&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: argocd.ArgoCDSecretName, Namespace: namespace, Labels: labels},
		},
	)
}
