import rule from '../../../src/rules/pods/sidecar-injected.js';
import { describeRule } from '../../support/describe-rule.js';

const outside = (key: string) =>
  `"${key}" in the annotations of Rollout "web" has no effect, because injection reads the metadata of pods; move it to spec.template.metadata.`;

describeRule(rule, {
  'label-of-namespaces.yaml': [
    '"istio-injection" in the labels of the pods of Rollout "web" has no effect, because Istio reads it from Namespaces alone; set the label "sidecar.istio.io/inject" of the pods.',
  ],
  'of-the-rollout.yaml': [outside('sidecar.istio.io/inject'), outside('linkerd.io/inject')],
  'of-the-pods.yaml': [],
  'of-the-namespace.yaml': [],
});
