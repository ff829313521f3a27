import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import gateway, { routeReferences } from '../../rollouts/routers/gateway-api.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/header-names-distinct',
    description: 'Require header routes that exist at the same time to match different header names.',
    why: 'The plugin identifies its rules by header names only, not by values: the later step removes the rules of the earlier one.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      same: 'Header route "{name}" replaces "{other}": both match header {headers}, so the plugin removes the rules of the earlier one; match both in one step.',
    },
    links: ['https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/issues/215'],
  },

  router: gateway,

  checkRollout(rollout, { report }) {
    if (routersOf(rollout).length > 1) return;
    if (!routeReferences(rollout).some(({ hasHeaderRoutes }) => hasHeaderRoutes)) return;
    let there: readonly Field[] = [];
    for (const route of steps(rollout).map((step) => step.at('setHeaderRoute'))) {
      if (!route.exists) continue;
      const headers = headersOf(route);
      if (headers.length === 0) {
        // A step without a match removes all routes.
        there = [];
        continue;
      }
      const name = route.at('name').text;
      const others = there.filter((one) => one.at('name').text !== name);
      const gone = others.filter((one) => headers.every((header) => headersOf(one).includes(header)));
      for (const other of gone)
        report(
          route.at('name'),
          'same',
          {
            name: name ?? '',
            other: other.at('name').text ?? '',
            headers: headers.map((header) => `"${header}"`).join(' and '),
          },
          { related: [{ at: other.at('name'), message: 'removed then' }] },
        );
      there = [...others.filter((one) => !gone.includes(one)), route];
    }
  },
});

function headersOf(route: Field): readonly string[] {
  return route.at('match').items.flatMap((match) => match.at('headerName').text ?? []);
}
