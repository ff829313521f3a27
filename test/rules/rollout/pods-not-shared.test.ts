import rule from '../../../src/rules/rollout/pods-not-shared.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-namespace.yaml': [],
  'daemon-set-in-the-same-file.yaml': [
    'DaemonSet "web" runs pods with the same labels as Rollout "web", which is deployed with it; give one of them other labels.',
  ],
  'deployment-at-zero.yaml': [],
  'deployment-in-the-same-file.yaml': [
    'Deployment "web" runs pods with the same labels as Rollout "web", which is deployed with it; remove it, or set its replicas to 0 during a migration.',
  ],
  'expressions-in-the-selector.yaml': [],
  'one-application': [
    'Deployment "web" runs pods with the same labels as Rollout "web", which is deployed with it; remove it, or set its replicas to 0 during a migration.',
  ],
  'one-kustomization': [
    'Deployment "web" runs pods with the same labels as Rollout "web", which is deployed with it; remove it, or set its replicas to 0 during a migration.',
  ],
  'one-overlay-each': [],
  'other-labels.yaml': [],
  'pods-of-a-workload-ref.yaml': [],
  'replicas-by-a-patch': [],
  'rollout-at-zero.yaml': [],
  'two-names-in-one-folder': [
    'Deployment "web" runs pods with the same labels as Rollout "web-rollout" in the same folder, so that Services send requests to both; remove one of them, or give them different labels.',
  ],
  'two-rollouts-in-one-file.yaml': [
    'Rollout "web-2" runs pods with the same labels as Rollout "web", which is deployed with it, so Services that select these labels send requests to both; give one of them other labels.',
  ],
  'twin-in-the-same-file.yaml': [
    'Deployment "web" is deployed with Rollout "web" under the same name and with the same image, and runs pods of its own with other labels, to which steps and analyses do not apply; remove it, or set its replicas to 0 during a migration.',
  ],
  'twin-at-zero.yaml': [],
  'twin-of-another-program.yaml': [],
  'twin-of-another-name.yaml': [],
  'two-rollouts-in-one-folder': [],
  'two-rollouts-of-one-namespace': [
    'Rollout "web-canary" has the pod labels of Rollout "web-blue-green", so Services that select them send requests to both if both are applied; remove it, set its replicas to 0, or give it other labels.',
  ],
  'two-rollouts-without-a-service': [],
  'two-versions-in-one-file.yaml': [],
  'one-service-for-two-ways': [
    'Deployment "web" has the name and the pod labels of Rollout "web" in the same folder, so both run pods if both are applied; remove it, or set its replicas to 0.',
  ],
  'two-ways-in-one-folder': [
    'Deployment "web" has the pod labels of Rollout "web", so Services that select them send requests to both if both are applied; remove it, set its replicas to 0, or give it other labels.',
  ],
  'two-folders': [
    'Deployment "web-old" of another folder has the pod labels of Rollout "web", so Services that select them send requests to both if both are applied; remove it, set its replicas to 0, or give it other labels.',
  ],
  // The kustomization of the Rollout has left the Deployment out.
  'left-out': [],
  'two-folders-two-namespaces': [],
  'two-folders-other-labels': [],
  'two-folders-at-zero': [],
  // Several Rollouts with one selector are steps of a lesson, of which a user applies one.
  lessons: [],
  'worker-of-the-application.yaml': [],
});
