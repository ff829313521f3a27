import rule from '../../../src/rules/rollout/notifications-sent.js';
import { describeRule } from '../../support/describe-rule.js';

const event = (trigger: string, advice: string): string =>
  `Rollout "checkout" subscribes to trigger "${trigger}", which no event starts: all names of triggers begin with "on-"; ${advice}.`;

// The controller makes the name of a trigger from the reason of an event (translateReasonToTrigger), and always begins it with "on-".
describeRule(rule, {
  'config-without-triggers.yaml': [],
  'defined.yaml': [],
  'in-the-config-of-argo-cd.yaml': [
    'Trigger "on-rollout-completed" of ConfigMap "argocd-notifications-cm" asks for a rollout, but Argo CD gives its triggers Applications alone, and the Rollouts controller does not read this ConfigMap; move it to ConfigMap "argo-rollouts-notification-configmap" in the namespace of that controller.',
  ],
  'misspelt.yaml': [
    'Rollout "checkout" subscribes to trigger "on-rollout-complete", which ConfigMap "argo-rollouts-notification-configmap" does not define; write "on-rollout-completed".',
  ],
  'service-of-a-placeholder.yaml': [],
  'without-a-config.yaml': [event('rollout-completed', 'write "on-rollout-completed"')],
  'without-on.yaml': [
    event('rollout-step-completed', 'write "on-rollout-step-completed"'),
    event('failed', 'name the trigger of an event'),
  ],
});
