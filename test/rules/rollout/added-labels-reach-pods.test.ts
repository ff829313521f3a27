import rule from '../../../src/rules/rollout/added-labels-reach-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const message = (objects: string) =>
  `Kustomize adds team: "shop" to the selector of ${objects}, but not to the pods of Rollout "web"; list the pods in a transformer configuration of kustomize.`;

describeRule(rule, {
  'common-labels': [message('Service "web", Service "web-canary" and PodDisruptionBudget "web"')],
  'kustomize-that-is-taught': [],
  'labels-of-a-deployment': [],
  'labels-without-selectors': [],
  'patched-in-another-overlay': [
    message('Service "web", Service "web-canary" and PodDisruptionBudget "web"'),
  ],
  'routed-service': [message('Service "web"')],
});
