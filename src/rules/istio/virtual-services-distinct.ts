import type { Field } from '../../model/field.js';
import istio, { selectors, virtualServices } from '../../rollouts/routers/istio.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/virtual-services-distinct',
    description: 'Require the VirtualServices of a Rollout to have distinct names.',
    why: 'The controller checks a VirtualService against the routes of the first entry with its name, in any namespace: it rejects valid routes (InvalidSpec) and accepts missing ones.',
    otherwise: {
      same: {
        when: 'For one VirtualService in two entries',
        consequence: 'unshifted-traffic',
        why: 'The controller only checks the routes of the first entry, and finds errors in the other when it splits traffic.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'warning',
    messages: {
      repeated:
        'Rollout "{rollout}" names VirtualService "{name}" twice with different routes, and the controller checks both against those of the first entry; give the VirtualServices different names.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  router: istio,

  checkRollout(rollout, { graph, report }) {
    const all = virtualServices(rollout, graph.rolloutsVersion);
    if (all.length < 2) return;
    for (const { entry, from, to } of all) {
      const first = all.find((other) => other.to.name === to.name);
      if (!first || routesAsText(first.entry) === routesAsText(entry)) continue;
      report(
        from,
        'repeated',
        { rollout: rollout.name, name: to.name },
        {
          related: [{ at: first.from, message: 'the first entry of that name' }],
          case: first.to.namespace === to.namespace ? 'same' : undefined,
        },
      );
    }
  },
});

/** The routes that an entry names, as one string. */
function routesAsText(entry: Field): string {
  return JSON.stringify(Object.values(selectors).map((key) => entry.at(key).value ?? []));
}
