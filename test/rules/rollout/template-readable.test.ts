import rule from '../../../src/rules/rollout/template-readable.js';
import { describeRule } from '../../support/describe-rule.js';

const unread = (path: string, value: string, expected: string): string =>
  `The controller cannot read spec.template.spec.${path} of Rollout "web": ${value} is not ${expected}.`;

describeRule(rule, {
  'quantities.yaml': [
    unread('containers[0].resources.requests.memory', '"100 MB"', 'a quantity'),
    unread('containers[0].resources.limits', '["cpu"]', 'a map'),
    unread('volumes[0].emptyDir.sizeLimit', '"1 Gi"', 'a quantity'),
  ],
  'readable.yaml': [],
  'told-by-the-controller.yaml': [],
  'volumes.yaml': [
    unread('volumes[0].emptyDir', '""', 'a map'),
    unread('volumes[1].secret.defaultMode', '"0400"', 'an integer'),
    'The controller cannot read spec.template.spec.volumes[1].secret.optionals of Rollout "web", because spec.template.spec.volumes[1].secret has no field "optionals"; did you mean "optional"?',
    'The controller cannot read spec.template.spec.volumes[2].csi.colour of Rollout "web", because spec.template.spec.volumes[2].csi has no field "colour"; remove it.',
  ],
});
