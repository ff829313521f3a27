import rule from '../../../src/rules/rollout/accepted-by-controller.js';
import { describeRule } from '../../support/describe-rule.js';

const invalid = (error: string) => `The controller finds Rollout "web" invalid: ${error}.`;

describeRule(rule, {
  'app-mesh-from-elsewhere.yaml': [],
  'app-mesh-without-a-router.yaml': [
    'The controller cannot go on with Rollout "web": Virtual-service is not associated with virtual-router.',
  ],
  'negative-replicas.yaml': [invalid('spec.replicas: Invalid value: -1: must be greater than or equal to 0')],
  patched: [],
  'path-to-a-bucket.yaml': ['The controller panics over what Rollout "web" refers to.'],
  'placeholders.yaml': [],
  'refused-by-the-api-server.yaml': [],
  'restart-policy.yaml': [
    invalid('spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'),
  ],
  'service-of-another-rollout.yaml': [
    invalid(
      'spec.strategy.canary.canaryService: Invalid value: "web-canary": Service "web-canary" is managed by another Rollout',
    ),
  ],
  'sound.yaml': [],
  'step-with-an-end.yaml': [],
  'step-without-end.yaml': [
    invalid(
      'spec.strategy.canary.steps[0].analysis.templates: Invalid value: "errors": AnalysisTemplate errors has metric rate which runs indefinitely. Invalid value for count: <nil>',
    ),
  ],
  'unknown-template.yaml': [],
  'workload-lacks-the-labels.yaml': [
    invalid(
      'spec.template.metadata.labels: Invalid value: {"app":"api"}: `selector` does not match template `labels`',
    ),
  ],
});
