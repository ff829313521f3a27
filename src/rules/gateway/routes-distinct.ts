import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { matchTexts } from '../facts/gateway/matches.js';
import { routeSplits, splitRules } from '../facts/gateway/routes.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import type { Graph } from '../../repository/graph/graph.js';
import { hostnames, parentRefs, rulesField } from '../../kubernetes/kinds/gateway-route.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import { groupBy } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/routes-distinct',
    description:
      'Require no other rule of the same Gateway to match the same requests as a rule that a Rollout splits.',
    why: 'Of two routes that match the same requests, the Gateway uses the older one, or of the same age the first by name, so the split may receive no requests.',
    otherwise: {
      earlier: {
        when: 'In one route',
        consequence: 'unshifted-traffic',
        why: 'The Gateway uses the first matching rule of the list, so the split receives none of these requests.',
        severity: 'error',
      },
    },
    consequence: 'unshifted-traffic',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      route:
        '{kind} "{other}" matches the same requests at {parent} as the rule of {kind} "{route}" that Rollout "{rollout}" splits, and only one of the two receives them; merge the rules, or change one of the matches.',
      rule: 'An earlier rule of {kind} "{route}" matches the same requests as this one, so the split of Rollout "{rollout}" receives none; remove one of the two.',
    },
    links: [
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/httproute_types.go',
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/grpcroute_types.go',
    ],
  },

  check({ graph, report }) {
    const ties: Tie[] = [];
    for (const split of routeSplits(graph)) {
      const { rollout, route } = split;
      if (route.kind !== 'HTTPRoute' && route.kind !== 'GRPCRoute') continue;
      const data = { kind: route.kind, route: route.name, rollout: rollout.name };
      const texts = matchTexts(route);
      const rules = splitRules(split).map(({ field }) => field);
      for (const rule of rules) {
        const own = texts[rule.key as number] ?? [];
        const earlier = texts.findIndex(
          (other, index) => index < (rule.key as number) && own.every((text) => other.includes(text)),
        );
        if (earlier !== -1)
          report(whereOf(rule), 'rule', data, {
            related: [{ at: whereOf(rulesField(route).at(earlier)), message: 'the earlier rule' }],
            rests: [whereOf(rule), whereOf(rulesField(route).at(earlier))],
            complete: [rulesField(route)],
            choices: () => [
              { ...removalOf(rule), title: 'Remove this rule.' },
              { ...removalOf(rulesField(route).at(earlier)), title: 'Remove the earlier rule.' },
            ],
            case: 'earlier',
          });
      }
      for (const rival of rivals(graph, route)) {
        const theirs = new Set(matchTexts(rival.route).flat());
        const rule = rules.find(({ key }) => texts[key as number]?.some((text) => theirs.has(text)));
        if (rule) ties.push({ ...rival, own: route, rollout, rule: rule.lasting });
      }
    }
    const byRoute = groupBy(ties, ({ own }) => own);
    for (const { own, route, rollout, rule, parent } of ties) {
      // If Rollouts split both, the one without requests is reported: of two of the same age, the later by name.
      const isTie = byRoute.get(route)?.some((tie) => tie.route === own) === true;
      if (isTie && isBefore(own, route)) continue;
      report(
        whereOf(rule),
        'route',
        { kind: own.kind, route: own.name, rollout: rollout.name, other: route.name, parent },
        {
          related: [{ at: rulesField(route), message: `the rules of the other ${own.kind}` }],
          rests: [whereOf(rule), hostnames(own), hostnames(route), rulesField(route)],
        },
      );
    }
  },
});

/** A route for the same requests as another one, in which a Rollout splits them. */
interface Tie {
  readonly own: Resource;
  readonly rollout: Resource;
  readonly rule: Field;
  readonly route: Resource;
  readonly parent: string;
}

/** A rule that matches everything has no `matches`. */
function whereOf(rule: Field): Field {
  const matches = rule.at('matches');
  return matches.exists ? matches : rule.at('backendRefs');
}

/** Other routes of the kind, attached to the same listeners with the same hostname. */
function rivals(
  graph: Graph,
  route: Resource,
): readonly { readonly route: Resource; readonly parent: string }[] {
  const parents = parentTexts(graph, route);
  return graph.ofKind(route.kind, gatewayGroup).flatMap((other) => {
    if (other === route || areNamesakes(graph, route, other)) return [];
    const parent = [...parentTexts(graph, other).keys()].find((text) => parents.has(text));
    if (parent === undefined || !haveHostnameInCommon(route, other)) return [];
    return areSurelyTogether(graph, route, other) ? [{ route: other, parent: parents.get(parent)! }] : [];
  });
}

/** Two manifests of one object are not two routes. */
function areNamesakes(graph: Graph, left: Resource, right: Resource): boolean {
  return left.name === right.name && graph.namespace(left) === graph.namespace(right);
}

/** The parents of a route, as in messages. */
function parentTexts(graph: Graph, route: Resource): ReadonlyMap<string, string> {
  return new Map(
    parentRefs(route).map(({ to, section, port }) => [
      JSON.stringify([
        to.group,
        to.kind,
        to.namespace ?? graph.namespace(route),
        to.name,
        section.value,
        port.value,
      ]),
      `${to.kind} "${to.name}"`,
    ]),
  );
}

/** A more specific hostname takes precedence over one with a wildcard, so only equal ones conflict. */
function haveHostnameInCommon(left: Resource, right: Resource): boolean {
  const [own, other] = [left, right].map((route) => hostnames(route).items.map(({ text }) => text));
  return own!.length === 0 ? other!.length === 0 : own!.some((name) => other!.includes(name));
}
