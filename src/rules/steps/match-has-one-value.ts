import { steps, trafficRouting } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import alb from '../../routers/alb.js';
import { isSupported } from '../../routers/support.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'steps/match-has-one-value',
    description:
      'Require every match of a header or mirror route to have one value of a kind that the router knows.',
    why: 'The controller marks the Rollout InvalidSpec: "StringMatch match value must have exactly one of the following: exact, regex, prefix", or "ALB supports \'exact\' value only". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      none: '{field} has no value; set one of "exact", "regex" and "prefix".',
      several: '{field} has {kinds}; keep one of them.',
      exactOnly: '{field} has {kinds}, and an AWS load balancer knows "exact" alone.',
      exactMissing: '{field} has no value; set "exact", the only kind that an AWS load balancer knows.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const isAlb = trafficRouting(rollout).at(alb.key).exists;
    const isForHeaders = isSupported(rollout, 'setHeaderRoute', graph.rolloutsVersion);
    for (const step of steps(rollout)) {
      if (isForHeaders)
        for (const match of step.at('setHeaderRoute', 'match').items)
          checkMatch(match.at('headerValue'), isAlb);
      for (const match of step.at('setMirrorRoute', 'match').items) {
        checkMatch(match.at('method'), false);
        checkMatch(match.at('path'), false);
      }
    }

    /** An absent headerValue is schema/fields-complete's. */
    function checkMatch(match: Field, isAlb: boolean): void {
      if (match.shape !== 'map') return;
      const kinds = ['exact', 'regex', 'prefix'].filter(
        (kind) => ![undefined, ''].includes(match.at(kind).value as ''),
      );
      const data = { field: String(match.key), kinds: kinds.map((kind) => `"${kind}"`).join(' and ') };
      if (isAlb && kinds.join() === 'exact') return;
      if (kinds.length === 0) report(match, isAlb ? 'exactMissing' : 'none', data, { atKey: true });
      else if (isAlb) report(match, 'exactOnly', data, { atKey: true });
      else if (kinds.length > 1) report(match, 'several', data, { atKey: true });
    }
  },
});
