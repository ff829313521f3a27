import gateway from '../../rollouts/routers/gateway-api.js';
import { isManaged, leadsToAll } from '../../rollouts/routers/gateway-api/managed.js';
import { isService, routeBackends, rulesField } from '../../kubernetes/kinds/gateway-route.js';
import { headerRouteSteps, serviceField } from '../../kubernetes/kinds/rollout.js';
import {
  isOfConnections,
  managedNames,
  splitServices,
  writtenRoutes,
  type WrittenRoute,
} from '../facts/gateway/routes.js';
import { misspeltService } from '../facts/rollout/misspelt-service.js';
import { meantFor } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/route-splits',
    description: 'Require a Gateway API route to lead to both the stable and the canary Service.',
    why: 'Every pass of the controller fails with "backendRef was not found": no weight is set, no pods are scaled, and no step completes.',
    consequence: 'pass-error',
    severity: 'error',
    yieldsTo: ['rollout/services-exist'],
    fixes: ['safe'],
    messages: {
      lacking:
        '{kind} "{route}" of Rollout "{rollout}" does not lead to Service "{service}" in any rule that the plugin sets weights on; add it to the backendRefs of such a rule.',
      apart:
        '{kind} "{route}" has rules that lead to Service "{stable}" and rules that lead to Service "{canary}", but none that leads to both, which header steps of Rollout "{rollout}" need; list both Services in one rule.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/docs/features/header-based-routing.md',
    ],
  },

  router: gateway,

  checkRollout(rollout, { graph, report }) {
    const split = splitServices(rollout);
    if (!split) return;
    const managed = managedNames(rollout);
    for (const written of writtenRoutes(graph, rollout)) {
      const { from, to, route, hasHeaderRoutes } = written;
      const data = { kind: to.kind, route: to.name, rollout: rollout.name };
      const related = [{ at: rulesField(route), message: `the rules of ${to.kind} "${to.name}"` }];
      const rules = weighted(written, managed, split.canary);
      const lacking = (['stable', 'canary'] as const).find(
        (side) => !rules.some((rule) => leadsToAll(rule, [split[side]])),
      );
      if (lacking !== undefined)
        report(
          from,
          'lacking',
          { ...data, service: split[lacking] },
          {
            related: [...related, { at: serviceField(rollout, lacking), message: 'the Rollout names it' }],
            fix: () =>
              meantFor(graph, serviceField(rollout, lacking), routeBackends(route).filter(isService)),
            unless: {
              'rollout/services-exist': misspeltService(graph, serviceField(rollout, lacking), {
                named: [split.stable, split.canary],
                routed: routeBackends(route).filter(isService),
              }),
            },
          },
        );
      else if (
        hasHeaderRoutes &&
        headerRouteSteps(rollout).length > 0 &&
        !rules.some((rule) => leadsToAll(rule, [split.stable, split.canary]))
      )
        report(from, 'apart', { ...data, ...split }, { related });
    }
  },
});

/** The rules whose backends get weights: all TCP and TLS rules, and HTTP and gRPC rules that the plugin did not add. */
function weighted(
  { to, rules }: WrittenRoute,
  managed: readonly string[],
  canary: string,
): readonly WrittenRoute['rules'][number]['value'][] {
  const all = rules.map(({ value }) => value);
  if (isOfConnections(to.kind)) return all;
  return all.filter((rule) => !isManaged(rule, managed, canary));
}
