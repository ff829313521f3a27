import type { Graph } from '../../repository/graph/graph.js';
import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import istio, {
  additionalSubsets,
  destinationRule,
  type DestinationRuleReference,
} from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { isRerouted, liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';
import { areApart } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/no-foreign-subset',
    description:
      'Require the DestinationRule of a Rollout to contain only its two subsets, and to belong to no other Rollout.',
    why: 'The controller deletes all other subsets from the live DestinationRule, including those of additionalSubsetNames; requests routed to them are answered with 503.',
    consequence: 'lost-traffic',
    severity: 'error',
    yieldsTo: ['istio/subset-exists'],
    messages: {
      foreign:
        'DestinationRule "{destinationRule}" has subset "{subset}", which the controller deletes for Rollout "{rollout}"; move it to a separate DestinationRule.',
      additional:
        'Subset "{subset}" of additionalSubsetNames is in DestinationRule "{destinationRule}", and the controller deletes it there for Rollout "{rollout}"; move it to a separate DestinationRule.',
      shared:
        'Rollouts "{rollout}" and "{other}" share DestinationRule "{destinationRule}", and the controller overwrites its subsets for each of them; give each Rollout its own DestinationRule.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#additional-subset-destinationrules',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const [rule, users] of usersOf(graph)) {
      yield rule;
      const [rollout] = users;
      const reference = destinationRule(rollout);
      if (!reference) continue;
      const own = referencedSubsets(reference);
      if (new Set(own).size < 2) continue; // It writes the same subset for both.

      const other = users.find((user) => user !== rollout);
      const another = other && destinationRule(other);
      if (another) {
        if (areApart(graph, rollout, other)) continue;
        report(
          another.from,
          'shared',
          { rollout: rollout.name, other: other.name, destinationRule: rule.name },
          { related: [{ at: reference.from, message: `also of Rollout "${rollout.name}"` }] },
        );
        continue;
      }

      const additional = additionalSubsets(rollout);
      for (const subset of subsets(rule)) {
        const name = subset.at('name');
        if (name.text === undefined || own.includes(name.text)) continue;
        const listed = additional.find(({ text }) => text === name.text);
        report(
          name,
          listed ? 'additional' : 'foreign',
          { rollout: rollout.name, destinationRule: rule.name, subset: name.text },
          {
            related: [
              {
                at: listed ?? reference.from,
                message: listed ? 'listed here' : 'the controller writes its subsets',
              },
            ],
            rests: [reference.canarySubset, reference.stableSubset],
            // It may be the subset that the Rollout means but misspells.
            unless: { 'istio/subset-exists': [reference.canarySubset, reference.stableSubset] },
            live: () => liveWhen(graph, rollout, rule, isRerouted),
          },
        );
      }
    }
  },
});

/** The DestinationRules of Rollouts, with those Rollouts. */
function usersOf(graph: Graph): ReadonlyMap<Resource, readonly [Resource, ...Resource[]]> {
  const users = new Map<Resource, [Resource, ...Resource[]]>();
  for (const rollout of rolloutsRoutedBy(istio, graph.rollouts)) {
    const reference = destinationRule(rollout);
    if (!reference) continue;
    for (const rule of graph.resolve(reference).found) {
      const others = users.get(rule);
      if (others) others.push(rollout);
      else users.set(rule, [rollout]);
    }
  }
  for (const its of users.values()) its.sort(byFixedOrder);
  return users;
}

function referencedSubsets({ canarySubset, stableSubset }: DestinationRuleReference): readonly string[] {
  return [canarySubset, stableSubset].flatMap(({ text }) => text ?? []);
}
