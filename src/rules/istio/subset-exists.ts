import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { subsetNames as namesIn, subsets } from '../../kubernetes/kinds/destination-rule.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { destinations } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { nearestName, onlyNearName } from '../../model/nearest-name.js';
import { detach } from '../../yaml/parse/characters.js';
import type { Resource } from '../../model/resource.js';
import istio, { destinationRule, virtualServices } from '../../rollouts/routers/istio.js';
import { missingSides } from '../../rollouts/routers/istio/sides.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { addedTo, nameAmong } from '../fixes.js';
import { eachOf } from '../choices.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';
import { listedOr, type Split, splitsByVirtualService } from '../facts/istio/split.js';
import { isForHost, subsetRulesFor } from '../facts/istio/subset-rules.js';

export default typedRule({
  meta: {
    name: 'istio/subset-exists',
    description:
      'Require the subsets that a Rollout and its VirtualService name to be in the DestinationRule.',
    why: 'Nothing reports the missing subset and the controller does not create it; Envoy answers 503 to requests routed there.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      named:
        'Subset "{subset}" of Rollout "{rollout}" is not found in DestinationRule "{destinationRule}", which only has {known}; add it there, or correct the name.',
      routed:
        'Subset "{subset}" of host "{host}" is not found in DestinationRule "{destinationRule}", which only has {known}; add it there, or correct the name.',
      undeclared:
        'Subset "{subset}" of host "{host}" is not found, because no DestinationRule is for that host; add one with the subset.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
    ],
    aliases: ['IST0101', 'KIA1107'],
  },

  *check(context) {
    const { graph } = context;
    for (const rollout of rolloutsRoutedBy(istio, graph.rollouts)) {
      yield rollout;
      checkNamed(rollout, context);
    }

    const all = splitsByVirtualService(graph);
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      for (const destination of destinationsBySubset(virtualService, all, graph))
        checkRouted(destination, all.has(virtualService), context);
    }
  },
});

type Context = RuleContext<'named' | 'routed' | 'undeclared'>;

/** The subsets that a Rollout names. */
function checkNamed(rollout: Resource, { graph, report }: Context): void {
  const reference = destinationRule(rollout);
  if (!reference) return;
  const sides = [reference.canarySubset, reference.stableSubset];
  for (const rule of graph.resolve(reference).found) {
    const names = subsetNames(rule);
    const free = names.filter((other) => !sides.some(({ text }) => text === other));
    for (const name of sides) {
      if (name.text === undefined || names.includes(name.text)) continue;
      const known = hint(name.text, names);
      report(
        name,
        'named',
        { rollout: rollout.name, subset: name.text, destinationRule: rule.name, known },
        {
          rests: [rule.at('spec', 'subsets')],
          fix: () => ofRolloutAlone(name, free, rule, graph),
          choices: () => [
            subsetRenamed(rule, onlyNearName(name.text!, free), name.text!),
            ...eachOf(name, free),
            free.length === 0 ? withSubset(rule, name.text!) : undefined,
          ],
          related: [{ at: rule.at('spec', 'subsets'), message: 'the subsets are here' }],
        },
      );
    }
  }
}

/** Whether a route of a Rollout leads to a subset of this name, of the host of a DestinationRule. */
function isSubsetRouted(rollout: Resource, subset: string, rule: Resource, graph: Graph): boolean {
  const found = virtualServices(rollout, graph.rolloutsVersion).flatMap((one) => graph.resolve(one).found);
  return found
    .flatMap((one) => destinations(one))
    .some((one) => one.at('subset').text === subset && isForHost(rule, one.at('host'), graph));
}

/**
 * The fix of a name of a Rollout; none where its routes have the same name, so that the DestinationRule differs from both: then it is not
 * known which is misspelt, and the routes would have to change, too.
 */
function ofRolloutAlone(
  name: Field,
  free: readonly string[],
  rule: Resource,
  graph: Graph,
): ProposedFix | undefined {
  return isSubsetRouted(name.resource, name.text ?? '', rule, graph) ? undefined : nameAmong(name, free);
}

/** Gives a subset of a DestinationRule another name. */
function subsetRenamed(rule: Resource, from: string | undefined, to: string): ProposedFix | undefined {
  const [only, another] = subsets(rule).filter((subset) => subset.at('name').text === from);
  if (from === undefined || !only || another) return undefined;
  const title = `Rename subset "${from}" of DestinationRule "${rule.name}" to "${to}".`;
  return { title, writes: [{ field: only.at('name'), value: to }] };
}

/** The subset of a destination. */
function checkRouted(destination: Field, isSplit: boolean, { graph, report }: Context): void {
  const [host, subset] = [destination.at('host'), destination.at('subset')];
  if (host.text === undefined || subset.text === undefined) return;
  const data = { subset: subset.text, host: host.text };
  const rules = subsetRulesFor(host, graph);
  const [rule] = rules;
  if (!rule) {
    const to = serviceOfHost(host.text);
    const service = to && graph.find({ from: host, to });
    const related = [{ at: host, message: 'no DestinationRule is for this host' }];
    if (service && graph.isComplete(service) && !isSplit)
      report(subset, 'undeclared', data, { rests: [host], related });
    return;
  }
  const names = rules.flatMap(subsetNames);
  if (names.includes(subset.text)) return;
  report(
    subset,
    'routed',
    { ...data, destinationRule: rule.name, known: hint(subset.text, names) },
    {
      rests: [host, ...rules.map((other) => other.at('spec', 'subsets'))],
      fix: () => nameAmong(subset, names),
      choices: () => eachOf(subset, names),
      related: [{ at: rule.at('spec', 'subsets'), message: 'the subsets are here' }],
    },
  );
}

/** Adds a subset with the labels of the others, of which the controller selects the pods of one revision. */
function withSubset(rule: Resource, name: string): ProposedFix | undefined {
  const subsets = rule.at('spec', 'subsets');
  const labels = subsets.items[0]?.at('labels').value;
  const added = addedTo(subsets, { name, ...(labels !== undefined && { labels }) });
  return added && { ...added, title: `Add subset "${name}" to DestinationRule "${rule.name}".` };
}

function hint(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return listedOr(quoted(nearest === undefined ? names : [nearest, ...names]), 'none');
}

/** The destinations with a subset, without those of other findings. */
function destinationsBySubset(
  virtualService: Resource,
  all: ReadonlyMap<Resource, readonly Split[]>,
  graph: Graph,
): readonly Field[] {
  const withSubset = destinations(virtualService).filter((destination) => destination.at('subset').exists);
  const own = all.get(virtualService);
  if (!own || withSubset.length === 0) return withSubset;
  return own.flatMap((split) => otherDestinations(split, withSubset, graph));
}

/** The destinations with a subset that the Rollout does not name, except in routes that lack one of its two sides. */
function otherDestinations(split: Split, all: readonly Field[], graph: Graph): readonly Field[] {
  const { rollout } = split;
  const reference = destinationRule(rollout);
  const own = [reference?.canarySubset.text, reference?.stableSubset.text];
  const rule = reference && graph.find(reference);
  const isOwn = (destination: Field): boolean =>
    own.includes(destination.at('subset').text) &&
    rule !== undefined &&
    isForHost(rule, destination.at('host'), graph);
  const others = all.filter((destination) => !isOwn(destination));
  if (others.length === 0) return others;
  const broken = split.routes
    .filter(({ isSound, route }) => !isSound && missingSides(rollout, route).length > 0)
    .map(({ route }) => `${route.path.join('/')}/`);
  return others.filter(
    (destination) => !broken.some((path) => `${destination.path.join('/')}/`.startsWith(path)),
  );
}

/** Cached for all Rollouts and routes, because there may be thousands of DestinationRules with one name. */
const subsetNames = memoize((rule: Resource): readonly string[] => namesIn(rule).map(detach));
