import { steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { routerKeys } from '../../rollouts/routers/index.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';
import { oneOf, quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'steps/router-given',
    description: 'Require trafficRouting to name a traffic router.',
    why: 'The controller finds no router and reports it only in its log: it scales the canary as if traffic were routed, shifts none, and every step completes.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      missing: 'trafficRouting of Rollout "{rollout}" names no router; set one of {known}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const routing = trafficRouting(rollout);
    if (routing.shape !== 'map' || routersOf(rollout).length > 0 || steps(rollout).length === 0) return;
    // An unknown key is a misspelt router.
    if (!routing.entries.every(({ key }) => knownKeys.includes(String(key)))) return;
    report(routing, 'missing', { rollout: rollout.name, known: oneOf(quoted(routerKeys)) }, { atKey: true });
  },
});

const knownKeys: readonly string[] = [...routerKeys, 'managedRoutes', 'maxTrafficWeight'];
