import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import gateway, { routeReferences } from '../../rollouts/routers/gateway-api.js';
import { isManagedName } from '../../rollouts/routers/gateway-api/managed.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/header-routes-last',
    description: 'Require a step that removes a header route to remove no other.',
    why: 'The plugin removes more than the step names. In the following steps, requests with the header of the other route are routed like all others.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      removed:
        'This step removes header route "{other}" together with "{name}", because the plugin removes all header routes at once; set "{other}" again, or remove "{name}" when no header route is needed any more.',
      named:
        'This step also removes header route "{other}", because the plugin treats it as another rule of header route "{name}"; rename one of them.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { report }) {
    if (routersOf(rollout).length > 1) return;
    if (!routeReferences(rollout).some(({ hasHeaderRoutes }) => hasHeaderRoutes)) return;
    const all = steps(rollout);
    let there: readonly Field[] = [];
    for (const [index, step] of all.entries()) {
      const route = step.at('setHeaderRoute');
      const name = route.at('name').text;
      if (name === undefined) continue;
      const others = there.filter((one) => one.at('name').text !== name);
      const adds = route.at('match').items.length > 0;
      const gone = adds ? others.filter((one) => isManagedName(one.at('name').text, [name])) : others;
      for (const one of gone)
        if (isNeededAfter(all, index, one))
          report(
            route.at('name'),
            adds ? 'named' : 'removed',
            { name, other: one.at('name').text ?? '' },
            { related: [{ at: one.at('name'), message: 'set here' }], complete: [route] },
          );
      there = [...others.filter((one) => !gone.includes(one)), ...(adds ? [route] : [])];
    }
  },
});

/** Whether the route is needed by a step before it is removed or set again, other than by steps that remove routes. */
function isNeededAfter(all: readonly Field[], index: number, route: Field): boolean {
  const name = route.at('name').text;
  const rest = all.slice(index + 1).map((step) => step.at('setHeaderRoute'));
  const next = rest.findIndex((other) => other.at('name').text === name);
  const between = next === -1 ? rest : rest.slice(0, next);
  return between.some((other) => !other.exists || other.at('match').items.length > 0);
}
