import type { Field } from '../../model/field.js';
import istio, { selectors, virtualServices } from '../../rollouts/routers/istio.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/virtual-services-distinct',
    description: 'Require the VirtualServices of a Rollout to have names of their own.',
    why: 'The controller checks a VirtualService with the routes of the first entry of its name, whatever the namespace: it rejects routes that are right (InvalidSpec) and accepts others that are not there.',
    otherwise: {
      same: {
        when: 'For one VirtualService in two entries',
        consequence: 'unshifted-traffic',
        why: 'The controller checks the routes of the first entry alone, and meets those of the other when it splits traffic.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'warning',
    messages: {
      repeated:
        'Rollout "{rollout}" names VirtualService "{name}" twice with different routes, and the controller looks for those of the first entry in both; give the VirtualServices different names.',
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
      if (!first || routesOf(first.entry) === routesOf(entry)) continue;
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
function routesOf(entry: Field): string {
  return JSON.stringify(Object.values(selectors).map((key) => entry.at(key).value ?? []));
}
