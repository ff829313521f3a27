import { steps } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import gateway, { routeReferences } from '../../routers/gateway-api.js';
import { routersOf } from '../../routers/support.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'gateway/header-names-distinct',
    description: 'Require header routes that are there at the same time to match different headers.',
    why: 'The plugin tells its rules apart by the names of their headers, whatever the values: the later step takes the rules of the earlier one away.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      same: 'Header route "{name}" takes the place of "{other}": both match header {headers}, and the plugin removes the rules of the earlier one. Match them in one step.',
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
        // A step without a match removes all of them.
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
            name,
            other: other.at('name').text,
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
