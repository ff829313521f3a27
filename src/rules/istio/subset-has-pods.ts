import type { Graph } from '../../repository/graph/graph.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import { podLabels, podTemplate, selects } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import istio, { destinationRule } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { ofEach } from '../facts/of-each.js';
import { typedRule } from '../rule.js';
import { isGivenLater } from '../facts/istio/subset-labels.js';
import { maxExamined } from '../facts/similar.js';

export default typedRule({
  meta: {
    name: 'istio/subset-has-pods',
    description:
      'Require the subsets of a DestinationRule beside a Rollout to select the pods of a workload.',
    why: 'Envoy has no endpoints for the subset and answers 503 to requests routed there.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      none: 'Subset "{subset}" of DestinationRule "{destinationRule}" selects {labels}, but no workload here has such pods; the pods of {kind} "{workload}" have {actual}.',
    },
    links: ['https://istio.io/latest/docs/reference/config/networking/destination-rule/#Subset'],
    aliases: ['IST0173', 'KIA0203'],
  },

  *check({ graph, report }) {
    // Subsets that a Rollout names are covered by istio/subset-selects-pods.
    const named = new Set(
      ofEach(rolloutsRoutedBy(istio, graph.rollouts), (rollout) => {
        const reference = destinationRule(rollout);
        return reference ? graph.resolve(reference).found : [];
      }),
    );
    for (const rule of besideRollouts(graph, 'DestinationRule', istioGroup)) {
      yield rule;
      if (named.has(rule) || !graph.isComplete(rule)) continue;
      for (const subset of subsets(rule)) {
        const labels = subset
          .at('labels')
          .entries.filter(({ key }) => !isGivenLater(String(key)))
          .sort((left, right) => (String(left.key) < String(right.key) ? -1 : 1));
        if (labels.length === 0) continue;
        const near = nearest(graph, rule, subset, labels);
        if (!near) continue;
        const [stray] = near.strays;
        report(
          stray!,
          'none',
          {
            subset: subset.at('name').text ?? '',
            destinationRule: rule.name,
            labels: labelWords(Object.fromEntries(labels.map(({ key, text = '' }) => [String(key), text]))),
            kind: near.workload.kind,
            workload: near.workload.name,
            actual: labelWords(near.pods.strings),
          },
          {
            rests: [subset.at('labels')],
            related: [{ at: near.pods.at(stray!.key), message: 'the nearest labels' }],
          },
        );
      }
    }
  },
});

interface Near {
  readonly workload: Resource;
  readonly pods: Field;
  /** The labels of the subset that its pods lack. */
  readonly strays: readonly Field[];
}

/** The workload beside a DestinationRule whose pods have most of the labels; none if one has all, or all have none. */
function nearest(graph: Graph, rule: Resource, subset: Field, labels: readonly Field[]): Near | undefined {
  const others = subsets(rule).filter((other) => other.key !== subset.key);
  const isTaken = ({ pods }: Near): boolean =>
    others.some((other) => selects(other.at('labels').strings, pods.strings));
  const namespace = serviceOfHost(rule.at('spec', 'host').text ?? '')?.namespace ?? graph.namespace(rule);
  const isThere = (workload: Resource): boolean => [undefined, namespace].includes(graph.namespace(workload));
  const selected = (some: readonly Field[]): readonly Resource[] =>
    graph.companionWorkloads(rule, Object.fromEntries(some.map(({ key, text = '' }) => [String(key), text])));
  if (selected(labels).some(isThere)) return undefined;
  const examined = labels.flatMap((label) => firstWanted(selected([label]), isThere, maxExamined));
  const candidates = [...new Set(examined)].flatMap((workload): Near[] => {
    const template = podTemplate(workload);
    if (!template?.exists) return [];
    const pods = podLabels(template);
    const { strings } = pods;
    const strays = labels.filter((label) => !selects({ [label.key]: label.text ?? '' }, strings));
    return [{ workload, pods, strays }];
  });
  return candidates.sort(
    (left, right) =>
      left.strays.length - right.strays.length || Number(isTaken(left)) - Number(isTaken(right)),
  )[0];
}

/** The first of a list that may be long. */
function firstWanted<T>(all: readonly T[], isWanted: (one: T) => boolean, most: number): readonly T[] {
  const found: T[] = [];
  for (const one of all) if (isWanted(one) && found.push(one) === most) break;
  return found;
}
