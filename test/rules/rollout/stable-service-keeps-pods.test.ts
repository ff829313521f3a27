import rule from '../../../src/rules/rollout/stable-service-keeps-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'analysis-at-hundred.yaml': [
    'Service "web-stable" selects only stable pods and has no endpoints while analysis waits: without a traffic router no stable pod is left at setWeight: 100; remove stableService, or wait at a lower weight.',
  ],
  'ends-at-hundred.yaml': [],
  'no-replicas.yaml': [],
  'no-stable-service.yaml': [],
  'pauses-at-hundred.yaml': [
    'Service "web-stable" selects only stable pods and has no endpoints while pause waits: without a traffic router no stable pod is left at setWeight: 100; remove stableService, or wait at a lower weight.',
  ],
  'waits-below.yaml': [],
  'with-a-router.yaml': [],
});
