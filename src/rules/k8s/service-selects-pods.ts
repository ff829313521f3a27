import { memoize } from '../../model/memo.js';
import { own } from '../../kubernetes/objects/json.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { podLabels, podTemplate, selects, workloadKinds } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import { append } from '../../model/multimap.js';
import { nearestName } from '../../model/nearest-name.js';
import { passingLabels } from '../facts/passing-labels.js';
import { routedServices } from '../facts/routed-services.js';
import { maxExamined } from '../facts/similar.js';
import { type StrayService, strayServices } from '../facts/stray-services.js';
import { unitsOf } from '../facts/units.js';
import { workloadOf } from '../../repository/graph/workload-of.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/service-selects-pods',
    description:
      'Require a Service that the routes of a Rollout lead to, or that is meant for its pods, to select the pods of a workload.',
    why: 'The Service has no endpoints, so requests routed to it are answered with 503.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      none: 'Service "{service}", which {kind} "{router}" leads to, selects {selector}, but no workload here has such pods{hint}.',
      meant:
        'Service "{service}" selects {selector}, and no workload here has such pods; those of Rollout "{rollout}", which is deployed with it, have {labels}.',
      selector:
        'Service "{service}" has no selector, so Kubernetes gives it no endpoints, and Rollout "{rollout}" has no other Service; add the labels of its pods: {labels}.',
      namespace:
        'Service "{service}" is in namespace "{there}", where no workload here has such pods; those of Rollout "{rollout}" are in namespace "{here}"; move the Service there.',
    },
    fixes: ['unsafe'],
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/service/#services-without-selectors',
      'https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes',
    ],
    aliases: ['dangling-service', 'service-targets-pod', 'KIA0701'],
  },

  *check(context) {
    const { graph } = context;
    // Services that Rollouts name are covered by rollout/service-selects-pods.
    const named = new Set<Resource>();
    for (const rollout of graph.rollouts) {
      yield rollout;
      for (const reference of services(rollout))
        for (const service of graph.resolve(reference).found) named.add(service);
    }
    const leading = new Map<Resource, Field>();
    for (const reference of routedServices(graph)) {
      yield reference.from.resource;
      const service = graph.find(reference);
      if (!service || named.has(service)) continue;
      const known = leading.get(service);
      // Of several references to it, the first by name is reported.
      if (!known || isBefore(reference.from.resource, known.resource))
        leading.set(service, reference.from.lasting);
    }
    for (const [service, from] of leading)
      if (selectsNone(graph, service)) reportRouted(service, from, context);
    for (const { service, rollout } of meantPairs(graph))
      if (!named.has(service) && !leading.has(service)) reportMeant(service, rollout, context);
    for (const stray of strayServices(graph)) if (!named.has(stray.service)) reportStray(stray, context);
  },
});

type Context = RuleContext<'none' | 'meant' | 'selector' | 'namespace'>;

/** Whether a Service surely selects pods that nothing makes. */
function selectsNone(graph: Graph, service: Resource): boolean {
  const selector = authoredSelector(service);
  const words = labelWords(selector).join(', ');
  if (words === '' || isPlaceholder(words) || service.at('spec', 'type').text === 'ExternalName')
    return false;
  if (workloadOf(graph, service) || !graph.isComplete(service)) return false;
  if (passingLabels(graph).some((labels) => selects(selector, labels))) return false;
  return !isOfOperator(graph, service, selector) && !isOfSelector(graph, service, selector);
}

/** Reports a Service that routes lead to, `from` one of them. */
function reportRouted(service: Resource, from: Field, { graph, report }: Context): void {
  const selector = authoredSelector(service);
  const meant = nearestPods(graph, service, selector);
  const labels = meant && podLabels(podTemplate(meant)!);
  report(
    service.at('spec', 'selector'),
    'none',
    {
      service: service.name,
      kind: from.resource.kind,
      router: from.resource.name,
      selector: labelWords(selector),
      hint: labels
        ? `; those of ${meant.kind} "${meant.name}" have ${labelWords(labels.strings).join(', ')}`
        : '',
    },
    {
      related: [
        { at: from, message: 'leads to the Service' },
        ...(labels ? [{ at: labels, message: 'the nearest labels' }] : []),
      ],
      complete: labels ? [labels] : [],
    },
  );
}

/** Reports a Service that is meant for a Rollout. */
function reportMeant(service: Resource, rollout: Resource, { graph, report }: Context): void {
  const template = graph.podTemplate(rollout);
  if (!template?.exists || !selectsNone(graph, service)) return;
  const labels = podLabels(template);
  report(
    service.at('spec', 'selector'),
    'meant',
    {
      ...{ service: service.name, rollout: rollout.name },
      ...{ selector: labelWords(authoredSelector(service)), labels: labelWords(labels.strings) },
    },
    { rests: [labels], related: [{ at: labels, message: 'the labels of the pods' }] },
  );
}

/** Reports a Service with the name of a Rollout that gets none of its pods, whatever labels they have. */
function reportStray({ service, rollout, why }: StrayService, { graph, report }: Context): void {
  const template = graph.podTemplate(rollout);
  if (!template?.exists) return;
  const labels = podLabels(template);
  const isUnselective = why === 'selector';
  report(
    isUnselective ? service.at('spec', 'selector') : service.at('metadata', 'namespace'),
    why,
    {
      ...{ service: service.name, rollout: rollout.name, labels: labelWords(labels.strings).join(', ') },
      ...{ there: graph.namespace(service), here: graph.namespace(rollout) },
    },
    {
      rests: [labels],
      fix: () => (isUnselective ? selecting(service, labels) : undefined),
      related: [
        isUnselective
          ? { at: labels, message: 'the labels of the pods' }
          : { at: rollout.at('metadata', 'name'), message: 'the Rollout' },
      ],
    },
  );
}

function selecting(service: Resource, labels: Field): ProposedFix {
  const selector = service.at('spec', 'selector');
  return {
    title: 'Add the labels of the pods as "selector".',
    isUnsafe: true,
    writes: [{ field: selector, value: labels.strings }],
  };
}

/**
 * Services that are applied with a Rollout that no Service selects and that are certainly meant for it: by name, or by a label
 * similar to one of its pods.
 */
function* meantPairs(graph: Graph): Iterable<{ readonly service: Resource; readonly rollout: Resource }> {
  const byUnit = new Map<string, Resource[]>();
  const byName = new Map<string, Resource[]>();
  for (const rollout of graph.rollouts)
    for (const unit of unitsOf(graph, rollout)) {
      append(byUnit, unit, rollout);
      for (const name of bareNames(graph, rollout)) append(byName, `${unit}\n${name}`, rollout);
    }
  if (byUnit.size === 0) return;
  const beside = graph.ofKind('Service', '').flatMap((service) => {
    const units = unitsOf(graph, service).filter((unit) => byUnit.has(unit));
    return units.length > 0 && service.isReadable ? [{ service, units }] : [];
  });
  const served = new Set(beside.flatMap(({ service }) => workloadOf(graph, service) ?? []));
  for (const { service, units } of beside) {
    const rollouts = units.flatMap((unit) => [
      ...bareNames(graph, service).flatMap((name) => byName.get(`${unit}\n${name}`) ?? []),
      ...byUnit.get(unit)!.slice(0, maxExamined),
    ]);
    const rollout = rollouts.find((one) => !served.has(one) && isMeant(graph, service, one));
    if (rollout) yield { service, rollout };
  }
}

function isMeant(graph: Graph, service: Resource, rollout: Resource): boolean {
  const labels = graph.labels(rollout);
  const differing = Object.entries(authoredSelector(service)).filter(
    ([key, value]) => own(labels, key) !== value,
  );
  const names = bareNames(graph, rollout);
  if (bareNames(graph, service).some((name) => names.includes(name))) return differing.length > 0;
  const [only, another] = differing;
  const label = only && own(labels, only[0]);
  return another === undefined && label !== undefined && nearestName(only![1], [label]) !== undefined;
}

/** The names of a resource, including those before kustomize changed them, without words for the kind. */
function bareNames(graph: Graph, resource: Resource): readonly string[] {
  return graph.namesInGit(resource).map((name) => name.replace(/-(?:svc|service|rollout)$/, ''));
}

/** Whether the Rollout's selector requires the same labels, so that the labels of the pods are wrong and not the Service. */
function isOfSelector(graph: Graph, service: Resource, selector: Readonly<Record<string, string>>): boolean {
  const [pair = []] = Object.entries(selector);
  const rollouts = rolloutsBySelector(graph).get(pair.join('=')) ?? [];
  return rollouts.some(
    (rollout) => selects(selector, matchLabels(rollout)) && graph.areDeployedTogether(service, rollout),
  );
}

const rolloutsBySelector = memoize((graph: Graph) => {
  const rollouts = new Map<string, Resource[]>();
  for (const rollout of graph.rollouts)
    for (const pair of Object.entries(matchLabels(rollout))) {
      const same = rollouts.get(pair.join('='));
      if (same) same.push(rollout);
      else rollouts.set(pair.join('='), [rollout]);
    }
  return rollouts;
});

function matchLabels(rollout: Resource): Readonly<Record<string, string>> {
  return rollout.at('spec', 'selector', 'matchLabels').strings;
}

/** A workload beside the Service whose pods have one of the labels, or a similar one. */
function nearestPods(
  graph: Graph,
  service: Resource,
  selector: Readonly<Record<string, string>>,
): Resource | undefined {
  const wanted = Object.entries(selector);
  for (const { group, kind } of workloadKinds)
    for (const workload of graph.companions(service, { group, kind }).slice(0, maxExamined)) {
      const labels = graph.labels(workload);
      const isNear = wanted.some(([key, value]) => isSimilar(own(labels, key), value));
      if (isNear && podTemplate(workload)?.exists) return workload;
    }
  return undefined;
}

function isSimilar(label: string | undefined, value: string): boolean {
  return label !== undefined && (label.includes(value) || value.includes(label));
}

/** Whether an object of another kind has the name in the selector: an operator creates pods for it. */
function isOfOperator(graph: Graph, service: Resource, selector: Readonly<Record<string, string>>): boolean {
  return [service.name, ...Object.values(selector)].some((name) =>
    graph
      .companionsNamed(service, name)
      .some(({ group, kind }) => group.includes('.') && !isOrdinary(group, kind)),
  );
}

function isOrdinary(group: string, kind: string): boolean {
  return (
    group.endsWith('.k8s.io') ||
    group === 'networking.istio.io' ||
    group === 'argoproj.io' ||
    group === 'keda.sh' ||
    workloadKinds.some((known) => known.group === group && known.kind === kind)
  );
}
