import rule from '../../../src/rules/argocd/replicas-left-to-autoscaler.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'argocd-cm-of-another-field.yaml': [
    'Rollout "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then from Git.',
  ],
  'deployment.yaml': [
    'Deployment "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then from Git.',
  ],
  'deployment-ignored.yaml': [],
  'deployment-of-no-application.yaml': [],
  'deployment-switched-off.yaml': [],
  'horizontal-pod-autoscaler.yaml': [
    'Rollout "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then from Git.',
  ],
  'hpa-in-each-overlay': [
    'Rollout "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then from Git.',
  ],
  'hpa-in-one-overlay': [
    'Rollout "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then by a patch in test/rules/argocd/replicas-left-to-autoscaler/hpa-in-one-overlay/overlays/prod/kustomization.yaml, because what other kustomizations build of it has no autoscaler.',
  ],
  'ignored-by-argocd-cm.yaml': [],
  'ignored-by-the-application.yaml': [],
  'no-replicas.yaml': [
    'Rollout "web" sets replicas to 0, which turns HorizontalPodAutoscaler "web" off, so no pod runs; remove replicas, or set it to at least 1.',
  ],
  'no-replicas-scaled-from-zero.yaml': [
    'Rollout "web" sets replicas to 0, but HorizontalPodAutoscaler "web" scales it; remove replicas.',
  ],
  'keda.yaml': [
    'Rollout "web" sets replicas to 3, but ScaledObject "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then from Git.',
  ],
  'replicas-left-out.yaml': [],
  'stateful-set.yaml': [
    'StatefulSet "web" sets replicas to 3, but HorizontalPodAutoscaler "web" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then from Git.',
  ],
  'without-autoscaler.yaml': [],
});
