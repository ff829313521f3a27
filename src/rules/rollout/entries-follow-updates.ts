import {
  blueGreen,
  isRollout,
  serviceField,
  services,
  trafficRouting,
} from '../../kubernetes/kinds/rollout.js';
import { authoredSelector, ports, targetPort } from '../../kubernetes/kinds/service.js';
import { podLabels, selects } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { exposedServices, isRoutedAt } from '../facts/exposed.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import { typedRule } from '../rule.js';

/** Always information: who calls a Service, and whether both versions are meant for them, is not in the files. */
export default typedRule({
  meta: {
    name: 'rollout/entries-follow-updates',
    description:
      'Require requests from outside of the cluster to come through the Services or routes that the controller changes.',
    why: 'The controller changes the Services that the Rollout names and the routes of its traffic router. Requests through another Service that selects the pods reach old and new pods in proportion to their numbers, from the first new pod on. Weights, promotions and aborts do not change that.',
    consequence: 'misdirected-traffic',
    severity: 'info',
    messages: {
      exposed:
        'Service "{service}" of type {type} selects the pods of both versions of Rollout "{rollout}", so requests through it reach new pods before {event}; {advice}.',
      routed:
        'Ingress "{ingress}" leads to Service "{service}", which selects the pods of both versions of Rollout "{rollout}", so requests through it reach new pods before {event}; {advice}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen/',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  *check({ graph, report }) {
    const named = namedServices(graph);
    for (const { workload: rollout, found } of reachedWorkloads(graph)) {
      yield rollout;
      const template = isRollout(rollout) ? graph.podTemplate(rollout) : undefined;
      const way = template && wayOf(rollout);
      if (!way) continue;
      const own = new Set(services(rollout).flatMap((reference) => graph.resolve(reference).found));
      for (const service of found) {
        if (named.has(service.name) || isOfRouter(rollout, service) || !isFor(service, own, template))
          continue;
        const entry = entryField(graph, rollout, service);
        if (!entry) continue;
        report(
          entry.at,
          entry.ingress === undefined ? 'exposed' : 'routed',
          {
            rollout: rollout.name,
            service: service.name,
            type: entry.type,
            ingress: entry.ingress,
            ...way.data,
          },
          {
            rests: [service.at('spec', 'selector'), service.at('spec', 'ports'), way.by],
            complete: [podLabels(template)],
            related: [{ at: way.by, message: 'what the controller changes instead' }],
          },
        );
      }
    }
  },
});

/** The names of the Services of all Rollouts: folders often have several ways to deploy one service, with a Rollout each. */
const namedServices = memoize((graph: Graph): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const rollout of graph.rollouts) for (const { to } of services(rollout)) names.add(to.name);
  return names;
});

/** How the controller moves the requests of a Rollout; undefined where it moves none, so that all pods get a share. */
function wayOf(
  rollout: Resource,
): { readonly by: Field; readonly data: { readonly event: string; readonly advice: string } } | undefined {
  const active = serviceField(rollout, 'active');
  if (blueGreen(rollout).exists && active.text !== undefined)
    return {
      by: active,
      data: { event: 'they are promoted', advice: `send them to Service "${active.text}"` },
    };
  const router = trafficRouting(rollout);
  if (router.entries.length === 0) return undefined;
  return {
    by: router,
    data: { event: 'a step sets a weight', advice: 'send them through the traffic router of the Rollout' },
  };
}

/** Whether the traffic router of a Rollout uses the Service itself, as a root Service or as a host. */
function isOfRouter(rollout: Resource, service: Resource): boolean {
  return JSON.stringify(trafficRouting(rollout).value ?? {}).includes(`"${service.name}"`);
}

/** Whether a Service leads to the pods, and to a port that the Services of the Rollout lead to, if it names any. */
function isFor(service: Resource, own: ReadonlySet<Resource>, template: Field): boolean {
  if (!selects(authoredSelector(service), podLabels(template).strings)) return false;
  const known = new Set([...own].flatMap((one) => ports(one).map((port) => targetPort(port).value)));
  return known.size === 0 || ports(service).some((port) => known.has(targetPort(port).value));
}

interface TypedField {
  readonly at: Field;
  readonly type: string;
  readonly ingress?: string;
}

/** How requests from outside of the cluster reach a Service, past the traffic router. */
function entryField(graph: Graph, rollout: Resource, service: Resource): TypedField | undefined {
  const type = service.at('spec', 'type');
  if (type.text === 'LoadBalancer' || type.text === 'NodePort') return { at: type, type: type.text };
  const router = trafficRouting(rollout);
  // Other rules compare Ingresses with the routes of Istio and the Gateway API.
  if (router.at('istio').exists || router.at('plugins').exists) return undefined;
  const past = exposedServices(graph)
    .get(service)
    ?.find(({ ingress }) => !isRoutedAt(graph, rollout, ingress));
  return past && { at: past.from, type: '', ingress: past.ingress.name };
}
