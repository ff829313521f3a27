import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import {
  caseOfConflict,
  caseOfMissing,
  judgedRoutes,
  type Nearness,
  rolloutNames,
} from '../facts/gateway/judged-routes.js';
import { routeSplits } from '../facts/gateway/routes.js';
import { hasServiceBeside } from '../facts/routed-services.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { oneOf } from '../facts/words.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isService, routeBackends, type RouteBackend } from '../../kubernetes/kinds/gateway-route.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { ports } from '../../kubernetes/kinds/service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { type MessageData, noHint } from '../../model/message.js';
import { instead } from '../absent.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { isPublished } from '../../kubernetes/kinds/published-kinds.js';
import { onlyOf, setTo } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/backends-exist',
    description: 'Require the backends of a route to be existing Services and ports that the route may use.',
    why: "The Gateway cannot resolve the backend: it answers the backend's share of requests with 500, or all requests if the rule has no other backend.",
    consequence: 'lost-traffic',
    severity: 'error',
    otherwise: {
      beside: {
        when: 'For a route that no Rollout splits, deployed with one',
        consequence: 'lost-traffic',
        why: 'The Gateway cannot resolve the backend: it answers requests with 500.',
        severity: 'warning',
      },
      apart: {
        when: 'For a route that is not deployed with a Rollout, or a Service that may come from another repository',
        consequence: 'lost-traffic',
        why: 'The Gateway cannot resolve the backend and answers requests with 500, unless something outside of the repository changes that.',
        severity: 'info',
      },
    },
    yieldsTo: ['rollout/services-exist'],
    fixes: ['safe', 'unsafe'],
    messages: {
      service: 'Service "{service}", to which {kind} "{route}" leads, is not found{hint}',
      port: '{kind} "{route}" leads to port {port} of Service "{service}", which only has {known}; use one of its ports.',
      kind: '{kind} "{route}" leads to "{service}" of kind "{backend}" in the core group, which has no such kind; write kind Service.',
      grant:
        '{kind} "{route}" leads to Service "{service}" in namespace "{namespace}", where no ReferenceGrant allows that; add one there, from {kind} in namespace "{own}" to Service.',
    },
    links: [
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/httproute_types.go',
      'https://gateway-api.sigs.k8s.io/api-types/referencegrant/',
    ],
    aliases: ['KIA1402'],
  },

  *check({ graph, report }) {
    for (const [route, nearness] of judgedRoutes(graph)) {
      yield route;
      for (const backend of routeBackends(route)) reportKind(backend, { route, nearness }, report);
      for (const backend of routeBackends(route).filter(isService)) {
        // A backend without a share gets no requests, unless the plugin gives it one.
        if (backend.share === 0 && !namedAs(graph, backend)) continue;
        const { from, to } = backend;
        const data = { kind: route.kind, route: route.name, service: to.name };
        if (graph.isAbsent(backend)) {
          const found = instead(graph, backend);
          // The Services of a Rollout are in its repository, whatever they are called.
          const isOfRollout = rolloutNames(graph).has(to.name);
          const missing = caseOfMissing(nearness, found, () => isOfRollout);
          // Without any Service beside it, all of them come from elsewhere.
          if (
            missing === 'silent' ||
            (nearness === 'beside' && found.hint === noHint && !hasServiceBeside(graph, route))
          )
            continue;
          const { hint, related, fix } = found;
          report(
            from,
            'service',
            { ...data, hint },
            {
              case: missing,
              related,
              fix,
              rests: [backend.entry],
              unless: { 'rollout/services-exist': fieldsNaming(graph, backend) },
            },
          );
          continue;
        }
        const service = graph.find(backend);
        if (!service) continue;
        reportPort(backend, { service, nearness, data }, report);
        const namespaces = ungranted(graph, route, service);
        if (namespaces)
          report(
            to.namespace === undefined ? from : backend.entry.at('namespace'),
            'grant',
            { ...data, ...namespaces },
            {
              case: caseOfConflict(nearness),
              once: 'grant',
              fix: () => granting(route, service, namespaces.own),
            },
          );
      }
    }
  },
});

type Report = RuleContext<'service' | 'port' | 'kind' | 'grant', 'beside' | 'apart'>['report'];

/** Reports a port that the Service of a backend does not have. */
function reportPort(
  { from, port }: RouteBackend,
  {
    service,
    nearness,
    data,
  }: { readonly service: Resource; readonly nearness: Nearness; readonly data: MessageData },
  report: Report,
): void {
  const own = ports(service).map((entry) => entry.at('port'));
  if (port.number !== undefined && own.length > 0 && !own.some(({ value }) => value === port.number))
    report(
      port,
      'port',
      { ...data, port: port.number, known: oneOf(own.map(({ shown }) => shown)) },
      {
        case: caseOfConflict(nearness),
        related: [{ at: service.at('spec', 'ports'), message: 'its ports' }],
        complete: [service.at('spec', 'ports')],
        rests: [from, ...own],
        fix: () =>
          onlyOf(
            port,
            own.flatMap(({ number }) => number ?? []),
          ),
      },
    );
}

/** Reports a backend of a kind that the core group lacks. Other groups have kinds that are not known. */
function reportKind(
  { to, from, entry }: RouteBackend,
  { route, nearness }: { readonly route: Resource; readonly nearness: Nearness },
  report: Report,
): void {
  if (to.group !== '' || isPlaceholder(to.kind) || isPublished('', to.kind) !== false) return;
  const at = entry.at('kind');
  const data = { kind: route.kind, route: route.name, service: to.name, backend: to.kind };
  report(at, 'kind', data, {
    case: caseOfConflict(nearness),
    rests: [from, at],
    fix: () => setTo(at, 'Service', 'unsafe'),
  });
}

/** The fields with which Rollouts that split the route name the same Service. */
function fieldsNaming(graph: Graph, { from, to }: RouteBackend): readonly Field[] {
  return routeSplits(graph)
    .filter(({ route }) => route === from.resource)
    .flatMap(({ rollout }) => services(rollout).filter((service) => service.to.name === to.name))
    .map((service) => service.from);
}

function namedAs(graph: Graph, backend: RouteBackend): boolean {
  return fieldsNaming(graph, backend).length > 0;
}

/** The namespaces of a route and of a Service that certainly lacks a ReferenceGrant for it. */
function ungranted(
  graph: Graph,
  route: Resource,
  service: Resource,
): { readonly own: string; readonly namespace: string } | undefined {
  const [own, namespace] = [graph.namespace(route), graph.namespace(service)];
  if (own === undefined || namespace === undefined || own === namespace) return undefined;
  const isKnown =
    areSurelyTogether(graph, route, service) && graph.isComplete(route) && graph.isComplete(service);
  const isGranted = graph
    .ofKind('ReferenceGrant', gatewayGroup)
    .some((grant) => mayBeIn(graph, grant, namespace) && grants(grant, route.kind, own, service.name));
  return isKnown && !isGranted ? { own, namespace } : undefined;
}

/** A fix that adds a ReferenceGrant after a Service and for this Service only. */
function granting(route: Resource, service: Resource, own: string): ProposedFix {
  const { text: namespace } = service.at('metadata', 'namespace');
  const name = `${route.name}-to-${service.name}`;
  const value = {
    apiVersion: `${gatewayGroup}/v1beta1`,
    kind: 'ReferenceGrant',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      from: [{ group: gatewayGroup, kind: route.kind, namespace: own }],
      to: [{ group: '', kind: 'Service', name: service.name }],
    },
  };
  return { title: `Add ReferenceGrant "${name}".`, isUnsafe: true, writes: [{ field: service.at(), value }] };
}

function mayBeIn(graph: Graph, grant: Resource, namespace: string): boolean {
  const its = graph.namespace(grant);
  return its === undefined || its === namespace;
}

/** https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1beta1/referencegrant_types.go */
function grants(grant: Resource, kind: string, namespace: string, service: string): boolean {
  const isFrom = grant
    .at('spec', 'from')
    .items.some((from) => from.at('kind').text === kind && from.at('namespace').text === namespace);
  const isTo = grant
    .at('spec', 'to')
    .items.some((to) => to.at('kind').text === 'Service' && (to.at('name').text ?? service) === service);
  return (isFrom && isTo) || !grant.isReadable;
}
