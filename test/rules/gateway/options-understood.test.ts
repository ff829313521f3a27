import rule from '../../../src/rules/gateway/options-understood.js';
import { describeRule } from '../../support/describe-rule.js';

const weight = (value: number): string =>
  `Rollout "web" sets maxTrafficWeight to ${value}, but the Gateway API plugin always uses weights that add up to 100; remove it.`;

// Argo Rollouts 1.9 refuses mirror steps and pingPong with any plugin.
describeRule(
  rule,
  {
    'hundred.yaml': [],
    'less-than-hundred.yaml': [weight(50)],
    'mirror-removed.yaml': [],
    'mirror.yaml': [
      'The Gateway API plugin does not mirror requests, so this step has no effect; use a RequestMirror filter in the route.',
    ],
    'pair.yaml': [
      'The Gateway API plugin does not support pingPong, which Rollout "web" sets; use stableService and canaryService instead.',
    ],
    'steps.yaml': [],
    'thousand.yaml': [weight(1000)],
  },
  { graph: { rolloutsVersion: '1.10' } },
);
