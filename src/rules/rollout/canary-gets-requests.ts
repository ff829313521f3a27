import { canary, serviceField, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { maySelect, podLabels } from '../../kubernetes/kinds/workload.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { BySelector } from '../facts/by-selector.js';
import { entries } from '../facts/entries.js';
import { maxExamined } from '../facts/similar.js';
import { servedBeside } from '../facts/unserved-canary.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/canary-gets-requests',
    description:
      'Require the requests of a canary without a traffic router to come through a Service that selects both versions.',
    why: 'The controller narrows the stable Service to the stable pods during an update. Requests that an Ingress or a route sends to that Service never reach the canary, whatever weight a step sets: it gets all requests at once when the update ends.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    otherwise: {
      inside: {
        when: 'If only callers inside of the cluster may use the stable Service',
        consequence: 'unshifted-traffic',
        severity: 'info',
        why: 'The controller narrows the stable Service to the stable pods during an update, and a caller uses one Service or the other. No weight of a step moves its requests.',
      },
      unserved: {
        when: 'If only the pods of a Deployment beside it get requests',
        consequence: 'unshifted-traffic',
        severity: 'info',
        why: 'Requests come to pods through the selector of a Service. As long as it selects only the pods of a Deployment, users stay on the Deployment, and the steps of the Rollout exchange pods that serve no user.',
      },
    },
    messages: {
      stable:
        '{kind} "{name}" sends all requests to Service "{service}", which selects only stable pods during an update, and Rollout "{rollout}" has no traffic router; lead them to a Service that selects both versions, or add trafficRouting.',
      outside:
        'Service "{service}" of type {type} takes requests from outside, but selects only stable pods during an update, and Rollout "{rollout}" has no traffic router, so setWeight: {weight} moves no requests; add a Service of this type that selects both versions, or add trafficRouting.',
      apart:
        'setWeight: {weight} of Rollout "{rollout}" moves no requests: during an update Service "{service}" selects only stable pods and Service "{canary}" only canary pods, no other Service selects both, and there is no traffic router; add a Service that selects both versions, or add trafficRouting.',
      alone:
        'setWeight: {weight} of Rollout "{rollout}" moves no requests: during an update Service "{service}" selects only stable pods, no other Service selects the canary pods, and there is no traffic router; add a Service that selects both versions, or add trafficRouting.',
      unserved:
        'setWeight: {weight} of Rollout "{rollout}" moves no requests: no Service selects its pods ({labels}), and Service "{service}" selects those of {kind} "{other}"; use the labels of the Rollout in the Service, or add a Service.',
    },
    fixes: ['choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  *check({ graph, report }) {
    for (const rollout of graph.rollouts) {
      yield rollout;
      reportUnserved(graph, rollout, report);
    }
    /** The Rollouts by their stable Service. */
    const stable = new Map<Resource, Basic[]>();
    for (const rollout of graph.rollouts) {
      if (trafficRouting(rollout).exists || !canary(rollout).exists || firstWeight(rollout) === undefined)
        continue;
      for (const reference of services(rollout)) {
        const service = reference.role === 'stable' ? graph.find(reference) : undefined;
        if (service) append(stable, service, { rollout, reference });
      }
    }
    if (stable.size === 0) return;
    const told = new Set<Resource>();
    for (const { group, kind, named } of entries)
      for (const entry of graph.ofKind(kind, group)) {
        yield entry;
        const all = named(entry).map((reference) => ({ reference, service: graph.find(reference) }));
        for (const { reference, service } of all) {
          const found = service && stable.get(service)?.at(-1);
          if (!found) continue;
          const { rollout } = found;
          // What leads somewhere else, too, may lead to the canary.
          if (all.some((other) => other.service !== service)) continue;
          told.add(rollout);
          report(
            reference.from,
            'stable',
            { kind, name: entry.name, service: service.name, rollout: rollout.name },
            {
              rests: [trafficRouting(rollout), canary(rollout).at('stableService')],
              related: [{ at: found.reference.from, message: 'the stable Service' }],
            },
          );
          break;
        }
      }
    for (const { service, rollout, reference } of [...stable].flatMap(([service, all]) =>
      all.map((one) => ({ ...one, service })),
    )) {
      if (told.has(rollout) || !graph.isComplete(rollout) || isSelectedWhole(graph, rollout)) continue;
      reportPinned(service, { rollout, reference }, report);
    }
  },
});

/** Reports a Rollout whose pods no Service selects, beside a Deployment whose pods get the requests. */
function reportUnserved(
  graph: Graph,
  rollout: Resource,
  report: RuleContext<'unserved', 'unserved'>['report'],
): void {
  const weight = firstWeight(rollout);
  const template = weight === undefined ? undefined : graph.podTemplate(rollout);
  const beside = template && servedBeside(graph, rollout);
  if (!beside || isSelectedAnywhere(graph, rollout)) return;
  const { service, workload } = beside;
  const labels = podLabels(template);
  if (isPlaceholder(JSON.stringify(labels.strings))) return;
  report(
    labels,
    'unserved',
    {
      ...{ weight, rollout: rollout.name, labels: labelWords(labels.strings).join(', ') },
      ...{ service: service.name, kind: workload.kind, other: workload.name },
    },
    {
      case: 'unserved',
      rests: [trafficRouting(rollout), service.at('spec', 'selector')],
      related: [{ at: service.at('spec', 'selector'), message: 'selects other pods' }],
      choices: () => [selectingPodsOf(rollout, service)],
    },
  );
}

/** The edit by which a Service selects the pods of a Rollout instead of others. */
function selectingPodsOf(rollout: Resource, service: Resource): ProposedFix | undefined {
  const selector = service.at('spec', 'selector');
  const wanted = rollout.at('spec', 'selector', 'matchLabels').strings;
  const keys = new Set([...Object.keys(wanted), ...Object.keys(selector.strings)]);
  return Object.keys(wanted).length === 0
    ? undefined
    : {
        title: `Select the pods of Rollout "${rollout.name}".`,
        isUnsafe: true,
        writes: [...keys].map((key) => ({ field: selector.at(key), value: wanted[key] })),
      };
}

/** Whether any Service, wherever it is, selects the pods of a Rollout or may do so. */
function isSelectedAnywhere(graph: Graph, rollout: Resource): boolean {
  const { exact, open } = allServices(graph);
  const labels = graph.labels(rollout);
  if (open.length > maxExamined || exact.of(labels).length > 0) return true;
  return open.some((service) => maySelect(service.at('spec', 'selector').strings, labels));
}

/** Reports a stable Service that no entry leads to, in the words for who may use it. */
function reportPinned(
  service: Resource,
  { rollout, reference }: Basic,
  report: RuleContext<'outside' | 'apart' | 'alone', 'inside'>['report'],
): void {
  const other = serviceField(rollout, 'canary');
  const data = { rollout: rollout.name, service: service.name, weight: firstWeight(rollout) ?? 0 };
  const rests = [trafficRouting(rollout), other, podLabels(rollout.at('spec', 'template'))];
  const type = service.at('spec', 'type');
  if (isOpenToOutside(service)) {
    report(
      type,
      'outside',
      { ...data, type: type.text ?? '' },
      {
        rests: [...rests, canary(rollout).at('stableService')],
        related: [{ at: reference.from, message: 'the stable Service' }],
      },
    );
    return;
  }
  const options = {
    rests,
    related: [{ at: service, message: 'selects only stable pods during an update' }],
    case: 'inside' as const,
  };
  if (other.text === undefined) report(reference.from, 'alone', data, options);
  else report(reference.from, 'apart', { ...data, canary: other.text }, options);
}

/** A canary without a traffic router, and its reference to the stable Service. */
interface Basic {
  readonly rollout: Resource;
  readonly reference: Reference;
}

/** Whether a Service that the Rollout does not name selects the pods of both versions, or may do so. */
function isSelectedWhole(graph: Graph, rollout: Resource): boolean {
  const { exact, open } = allServices(graph);
  const labels = graph.labels(rollout);
  const own = new Set(services(rollout).flatMap((reference) => graph.resolve(reference).found));
  // One of the same name is the same Service, or that of another environment.
  const names = new Set([...own].map(({ name }) => name));
  return (
    exact.of(labels).some((service) => !names.has(service.name) && mayBeBeside(graph, service, rollout)) ||
    // A selector that is filled in later counts in the same file only: nothing ties other Services to the Rollout.
    open.some(
      (service) =>
        service.source.path === rollout.source.path &&
        !own.has(service) &&
        maySelect(service.at('spec', 'selector').strings, labels),
    )
  );
}

/** Whether a Service may be in the namespace of a Rollout. */
function mayBeBeside(graph: Graph, service: Resource, rollout: Resource): boolean {
  const [there, here] = [graph.namespace(service), graph.namespace(rollout)];
  const maySame = there === undefined || here === undefined || there === here;
  return maySame && graph.areDeployedTogether(service, rollout);
}

/** The Services with a selector that is known, and those where it is filled in later. */
const allServices = memoize((graph: Graph): { exact: BySelector; open: readonly Resource[] } => {
  const all = graph.ofKind('Service', '');
  const open = new Set(
    all.filter((service) => isPlaceholder(JSON.stringify(service.at('spec', 'selector').strings))),
  );
  return {
    exact: new BySelector(
      all.filter((service) => !open.has(service)),
      authoredSelector,
    ),
    open: [...open],
  };
});

/** Whether a Service itself has an address outside of the cluster. */
function isOpenToOutside(service: Resource): boolean {
  return ['LoadBalancer', 'NodePort'].includes(service.at('spec', 'type').text ?? '');
}

/** The first weight that gives the canary a part of the requests, as far as its author means it. */
function firstWeight(rollout: Resource): number | undefined {
  return steps(rollout)
    .map((step) => step.at('setWeight').number ?? 0)
    .find((weight) => weight > 0 && weight < 100);
}
