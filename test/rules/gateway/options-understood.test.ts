import rule from '../../../src/rules/gateway/options-understood.js';
import { describeRule } from '../../support/describe-rule.js';

const weight = (value: number): string =>
  `Rollout "web" sets maxTrafficWeight to ${value}, but the plugin for the Gateway API gives the stable Service what is left of 100; remove it.`;

// Argo Rollouts 1.9 refuses mirror steps and pingPong with any plugin.
describeRule(
  rule,
  {
    'hundred.yaml': [],
    'less-than-hundred.yaml': [weight(50)],
    'mirror-removed.yaml': [],
    'mirror.yaml': [
      'The plugin for the Gateway API mirrors no requests, so this step does nothing; mirror them with a RequestMirror filter in the route.',
    ],
    'pair.yaml': [
      'The plugin for the Gateway API does not know pingPong of Rollout "web"; name a stableService and a canaryService instead.',
    ],
    'steps.yaml': [],
    'thousand.yaml': [weight(1000)],
  },
  { graph: { rolloutsVersion: '1.10' } },
);
