import { exposedServices, isRoutedAt } from '../facts/exposed.js';
import { routedTo, type RoutedTo } from '../facts/gateway/backends.js';
import {
  managedNames,
  routeSplits,
  type RouteSplit,
  splitRules,
  splitServices,
} from '../facts/gateway/routes.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import type { Graph } from '../../repository/graph/graph.js';
import { backendsOf, parentRefs } from '../../kubernetes/kinds/gateway-route.js';
import { serviceField, services } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/split-not-bypassed',
    description:
      'Require Ingresses and other rules of Gateway API routes not to bypass the split of a Rollout.',
    why: 'Those requests do not follow the weights: they reach only the stable version, or follow the weights in Git.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    messages: {
      ingress:
        'Ingress "{name}" sends requests to Service "{service}" and bypasses the split of Rollout "{rollout}"; send them to a Gateway that {kind} "{route}" is attached to.',
      rule: 'This rule of {otherKind} "{name}" sends requests only to Service "{service}" and bypasses the split of Rollout "{rollout}"; add Service "{canary}" to it{naming}.',
      unnamed:
        '{otherKind} "{name}" leads to both Services of Rollout "{rollout}", but the Rollout does not name it, so its weights never change; list it in the configuration of the plugin.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/docs/features/multiple-routes.md',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
    ],
  },

  check({ graph, report }) {
    const seen = new Set<Resource>();
    for (const split of routeSplits(graph)) {
      const { rollout, route } = split;
      const sides = splitServices(rollout);
      const stable = stableOf(graph, rollout);
      const rules = splitRules(split);
      if (!sides || !stable || rules.length === 0 || seen.has(rollout)) continue;
      seen.add(rollout);
      const data = {
        ...{ rollout: rollout.name, service: stable.name, canary: sides.canary },
        ...{ kind: route.kind, route: route.name },
      };
      const related = [{ at: rules[0]!.field, message: 'the split' }];
      const portsOf = portsOfSplit(
        rules.map(({ field }) => field),
        sides.stable,
      );

      for (const past of routedTo(graph).get(stable) ?? []) {
        const named = isSplitBy(graph, rollout, past.route);
        if (!isPast(past, rollout, portsOf) || isOfService(past.route, stable, graph)) continue;
        if (!areSurelyTogether(graph, rollout, past.route)) continue;
        const leadsToBoth = backendsOf(past.rule).some(({ to }) => to.name === sides.canary);
        if (named && leadsToBoth) continue;
        report(
          past.from,
          leadsToBoth ? 'unnamed' : 'rule',
          {
            ...data,
            otherKind: past.route.kind,
            name: past.route.name,
            naming: named
              ? ''
              : `, and ${past.route.kind} "${past.route.name}" to the configuration of the plugin`,
          },
          { related, rests: [past.rule] },
        );
      }

      for (const { ingress, from } of exposedServices(graph).get(stable) ?? [])
        if (!isRoutedAt(graph, rollout, ingress) && areSurelyTogether(graph, rollout, ingress))
          report(from, 'ingress', { ...data, name: ingress.name }, { related });
    }
  },
});

function stableOf(graph: Graph, rollout: Resource): Resource | undefined {
  const field = serviceField(rollout, 'stable');
  const reference = services(rollout).find(({ role }) => role === 'stable');
  return field.exists && reference ? graph.find(reference) : undefined;
}

function isSplitBy(graph: Graph, rollout: Resource, route: Resource): boolean {
  return routeSplits(graph).some((split: RouteSplit) => split.rollout === rollout && split.route === route);
}

/** The ports of the stable Service in the split; another port serves something else. */
function portsOfSplit(rules: readonly Field[], stable: string): ReadonlySet<unknown> {
  return new Set(
    rules
      .flatMap(backendsOf)
      .filter(({ to }) => to.name === stable)
      .map(({ port }) => port.value),
  );
}

/** Whether a rule is not part of a split, even for some requests, such as those with a header of their own. */
function isPast({ rule, share, port }: RoutedTo, rollout: Resource, ports: ReadonlySet<unknown>): boolean {
  if (share === 0 || !ports.has(port.value)) return false;
  if (managedNames(rollout).includes(rule.at('name').text ?? '')) return false;
  const matches = rule.at('matches').items;
  return !(matches.length > 0 && matches.every(isForSome));
}

function isForSome(match: Field): boolean {
  return ['headers', 'queryParams'].some((key) => match.at(key).items.length > 0);
}

/** Whether a route has no parent, or only defines how the mesh calls the stable Service itself. */
function isOfService(route: Resource, service: Resource, graph: Graph): boolean {
  return parentRefs(route).every((parent) => graph.find(parent) === service);
}
