import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import alb from '../../rollouts/routers/alb.js';
import { allOf, quoted } from '../facts/words.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/match-has-one-value',
    description:
      'Require every match of a header or mirror route to have one value, of a kind that the router supports.',
    why: 'The controller marks the Rollout InvalidSpec: "StringMatch match value must have exactly one of the following: exact, regex, prefix", or "ALB supports \'exact\' value only". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      none: '{field} has no value; set "exact", "regex" or "prefix".',
      several: '{field} has {kinds}; keep only one.',
      exactOnly: '{field} has {kinds}, but an AWS load balancer supports only "exact"; use that.',
      exactMissing: '{field} has no value; set "exact", the only kind that an AWS load balancer supports.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-routing-based-on-header-values-for-canary',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'step-match': (found, { rollout, report }) => {
      const isAlb = trafficRouting(rollout).at(alb.key).exists;
      for (const { field: match } of found) {
        if (match.shape !== 'map') continue; // A schema rule reports a misspelt key.
        const kinds = ['exact', 'regex', 'prefix'].filter((kind) => match.at(kind).text !== undefined);
        const isOfAlb = isAlb && match.key === 'headerValue';
        const none = isOfAlb ? 'exactMissing' : 'none';
        const message = kinds.length === 0 ? none : isOfAlb ? 'exactOnly' : 'several';
        const data = { field: String(match.key), kinds: allOf(quoted(kinds)) };
        report(match, message, data, { atKey: true });
      }
    },
  },
});
