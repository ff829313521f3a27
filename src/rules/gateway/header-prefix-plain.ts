import { headerRouteSteps } from '../../kubernetes/kinds/rollout.js';
import gateway, { routeReferences } from '../../rollouts/routers/gateway-api.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/header-prefix-plain',
    description:
      'Require the prefix of a header match to have no characters with a meaning in regular expressions.',
    why: 'The Gateway API cannot match prefixes, so the plugin writes a regular expression: the unchanged prefix and ".*". The pattern then matches values without the prefix, or the gateway rejects it.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      special:
        'Prefix "{prefix}" of header "{header}" becomes the regular expression "{prefix}.*", in which "{character}" has a special meaning; use regex and escape it.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { report }) {
    if (routersOf(rollout).length > 1) return;
    if (!routeReferences(rollout).some(({ hasHeaderRoutes }) => hasHeaderRoutes)) return;
    for (const match of headerRouteSteps(rollout).flatMap(
      (step) => step.at('setHeaderRoute', 'match').items,
    )) {
      const value = match.at('headerValue');
      const prefix = value.at('prefix');
      // An exact value takes precedence. A period also matches itself, so it is allowed.
      const [character] = /[\\^$*+?()[\]{}|]/.exec(prefix.text ?? '') ?? [];
      if (character === undefined || value.at('exact').text !== undefined) continue;
      report(prefix, 'special', {
        ...{ prefix: prefix.text, character },
        header: match.at('headerName').text ?? '',
      });
    }
  },
});
