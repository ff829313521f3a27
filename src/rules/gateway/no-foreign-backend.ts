import { routeSplits, splitRules, splitServices } from '../facts/gateway/routes.js';
import { backendsOf, type RouteBackend } from '../../kubernetes/kinds/gateway-route.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/no-foreign-backend',
    description:
      'Require a rule that a Rollout splits to give weight only to its stable and its canary Service, and only once to each.',
    why: 'The plugin sets the weights of the two Services to a total of 100 and leaves other backends unchanged, so the canary does not get the share that the steps set.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      foreign:
        '{kind} "{route}" gives weight {weight} to {backend}, which is neither the stable nor the canary Service of Rollout "{rollout}"; move that traffic to a separate rule.',
      twice:
        '{kind} "{route}" leads to Service "{service}" {count} times in one rule, and the plugin gives each of them the whole weight; list it once.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/issues/203',
    ],
  },

  check({ graph, report }) {
    for (const split of routeSplits(graph)) {
      const { rollout, route, from } = split;
      const services = splitServices(rollout);
      if (!services) continue;
      const data = { kind: route.kind, route: route.name, rollout: rollout.name };
      const related = [{ at: from, message: 'the plugin sets the weights of this route' }];
      for (const { field } of splitRules(split)) {
        const backends = backendsOf(field);
        const [stable, canary] = [services.stable, services.canary].map((name) =>
          backendsNamed(name, backends),
        );
        const foreign = backends.filter(
          (backend) => !stable!.includes(backend) && !canary!.includes(backend),
        );
        for (const { from: at, to, entry, share } of foreign)
          if (share !== undefined && share > 0)
            report(
              at,
              'foreign',
              { ...data, backend: `${to.kind} "${to.name}"`, weight: share },
              { related, rests: [entry] },
            );
        // If both occur equally often, each has its intended share.
        if (stable!.length === canary!.length) continue;
        const [first, ...others] = stable!.length > canary!.length ? stable! : canary!;
        report(
          others.at(-1)!.from,
          'twice',
          { ...data, service: first!.to.name, count: others.length + 1 },
          {
            related: [{ at: first!.from, message: 'the first time' }, ...related],
            rests: [...stable!, ...canary!].map((backend) => backend.from),
            complete: [field.at('backendRefs')],
          },
        );
      }
    }
  },
});

/** The plugin compares only names. */
function backendsNamed(name: string, backends: readonly RouteBackend[]): readonly RouteBackend[] {
  return backends.filter(({ to }) => to.name === name);
}
