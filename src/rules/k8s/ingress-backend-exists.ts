import type { Graph } from '../../repository/graph/graph.js';
import { eachOf } from '../choices.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { backends } from '../../kubernetes/kinds/ingress.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { ports } from '../../kubernetes/kinds/service.js';
import type { Field } from '../../model/field.js';
import { onlyNearName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { actionAnnotation, actionService } from '../../rollouts/routers/alb.js';
import { noHint } from '../../model/message.js';
import { instead } from '../absent.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { isNoService } from '../facts/no-service.js';
import { hasServiceBeside, splitIngresses } from '../facts/routed-services.js';
import { onlyOf, setTo } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';
import { oneOf } from '../facts/words.js';
import { lacksPath, backendsWithoutAction, isOfAlb } from '../facts/alb/actions-lacked.js';

export default typedRule({
  meta: {
    name: 'k8s/ingress-backend-exists',
    description: 'Require the backend Services and ports of an Ingress to exist.',
    why: 'Requests to the path are answered with 503; the AWS load balancer controller stops updating the whole Ingress.',
    consequence: 'lost-traffic',
    severity: 'error',
    otherwise: {
      action: {
        when: 'For a port "use-annotation" without an action',
        consequence: 'lost-traffic',
        why: 'The AWS Load Balancer Controller reads the backend from an annotation "actions.<name>", and stops updating the whole Ingress while there is none: the weights of the Rollout do not reach the load balancer.',
        severity: 'warning',
      },
      beside: {
        when: 'Where no Rollout splits traffic in the Ingress',
        consequence: 'lost-traffic',
        why: 'Requests to the path are answered with 503.',
        severity: 'warning',
      },
      unselected: {
        when: 'For a Service without a selector, whose endpoints something else may write',
        consequence: 'lost-traffic',
        why: 'A Service without a selector has only the endpoints that something writes for it. Without any, requests to the path are answered with 503.',
        severity: 'info',
      },
      apart: {
        when: 'For an Ingress that is not deployed with a Rollout',
        consequence: 'lost-traffic',
        why: 'Requests to the path are answered with 503.',
        severity: 'info',
      },
      nowhere: {
        when: 'Where no Service has a similar name, so that it may come from another repository',
        consequence: 'lost-traffic',
        why: 'Unless something else creates the Service, requests to the path are answered with 503.',
        severity: 'info',
      },
    },
    yieldsTo: ['rollout/services-exist', 'k8s/accepted-by-api-server'],
    fixes: ['safe', 'choice'],
    messages: {
      action:
        'Ingress "{ingress}" leads to action "{service}", but it has no annotation "{key}", and no Rollout writes it; add the annotation, or set the port of a Service.',
      service: 'Service "{service}", to which Ingress "{ingress}" leads, is not found{hint}',
      unselected:
        'Ingress "{ingress}" leads to Service "{service}", which has no selector, and no Endpoints or EndpointSlice of it is found; select the labels of the pods.',
      port: 'Ingress "{ingress}" leads to port {port} of Service "{service}", which only has {known}; use one of its ports.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/ingress/#the-ingress-resource'],
    aliases: ['dangling-ingress', 'ingress-targets-service'],
  },

  *check({ graph, report }) {
    for (const [ingress, { rollouts, isApart }] of ingressesOf(graph)) {
      yield ingress;
      if (!isApart) reportActions(ingress, rollouts, { graph, report });
      for (const backend of backends(ingress)) {
        const { from, to, port } = backend;
        if (rollouts.some((rollout) => isNoService(rollout, ingress, backend))) continue;
        const isSplit = rollouts.length > 0;
        if (!isSplit && isOfAlb(ingress, backend)) continue;
        const data = { ingress: ingress.name, service: to.name };
        if (graph.isAbsent(backend)) {
          if (isOfGateway(graph, ingress, to.name)) continue;
          // This may be the path that the Rollout lacks, which the rule for its router reports.
          if (rollouts.some((rollout) => lacksPath(graph, ingress, rollout))) continue;
          const { hint, related, fix } = instead(graph, backend);
          // Without a similar name, the Service may come from elsewhere, as all others do where there are none here.
          const isNowhere = !isSplit && hint === noHint;
          if (isNowhere && (isApart || !hasServiceBeside(graph, ingress))) continue;
          const named = rollouts.flatMap((rollout) =>
            services(rollout).filter((other) => other.to.name === to.name),
          );
          report(
            from,
            'service',
            { ...data, hint },
            {
              case: isSplit ? undefined : isNowhere ? 'nowhere' : isApart ? 'apart' : 'beside',
              related,
              fix,
              rests: [port],
              unless: { 'rollout/services-exist': named.map((other) => other.from) },
            },
          );
          continue;
        }
        const service = graph.find(backend);
        if (!service) continue;
        const known = ports(service).flatMap((entry) => [entry.at('port').value, entry.at('name').value]);
        if (!port.exists || isPlaceholder(port.shown) || known.includes(port.value)) {
          if (!isApart && lacksEndpoints(graph, service)) reportUnselected({ from, data, service }, report);
          continue;
        }
        reportPort(
          { port, data, service, where: isSplit ? undefined : isApart ? 'apart' : 'beside' },
          report,
        );
      }
    }
  },
});

function reportPort(
  {
    port,
    data,
    service,
    where,
  }: {
    readonly port: Field;
    readonly data: { readonly ingress: string; readonly service: string };
    readonly service: Resource;
    readonly where: 'beside' | 'apart' | undefined;
  },
  report: RuleContext<'port', 'beside' | 'apart'>['report'],
): void {
  report(
    port,
    'port',
    {
      ...data,
      port: typeof port.value === 'number' ? port.value : `"${port.shown}"`,
      known: portsInWords(service),
    },
    {
      case: where,
      related: [{ at: service.at('spec', 'ports'), message: 'its ports' }],
      complete: [service.at('spec', 'ports')],
      // No Service can have a port with that number.
      unless: { 'k8s/accepted-by-api-server': port },
      fix: () => portAmong(port, service),
      choices: () => otherPorts(port, service),
      rests: ports(service).flatMap((entry) => [entry.at('port'), entry.at('name')]),
    },
  );
}

/** The ports of a Service, each as the kind of value that the Ingress has. */
function otherPorts(port: Field, service: Resource): readonly ProposedFix[] {
  return typeof port.value === 'number'
    ? eachOf(
        port,
        ports(service).flatMap((entry) => entry.at('port').number ?? []),
      )
    : eachOf(
        port,
        ports(service).flatMap((entry) => entry.at('name').text ?? []),
      );
}

function reportUnselected(
  { from, data, service }: { from: Field; data: { ingress: string; service: string }; service: Resource },
  report: RuleContext<'unselected', 'unselected'>['report'],
): void {
  report(from, 'unselected', data, {
    case: 'unselected',
    rests: [service.at('spec', 'selector'), service.at('spec', 'type')],
    related: [{ at: service, message: 'has no selector' }],
  });
}

/** Whether a Service selects no pods, and nothing in Git gives it endpoints: neither an object nor a Rollout that names it. */
function lacksEndpoints(graph: Graph, service: Resource): boolean {
  const spec = service.at('spec');
  if (!spec.exists || spec.at('selector').exists || spec.at('type').text === 'ExternalName') return false;
  const isItsSlice = (slice: Resource): boolean =>
    slice.at('metadata', 'labels', 'kubernetes.io/service-name').text === service.name;
  return (
    !graph.rollouts.some((rollout) => services(rollout).some(({ to }) => to.name === service.name)) &&
    !graph.ofKind('Endpoints', '').some(({ name }) => name === service.name) &&
    !graph.ofKind('EndpointSlice').some(isItsSlice)
  );
}

function portsInWords(service: Resource): string {
  return (
    oneOf(ports(service).map((entry) => portWords(entry.at('port').shown, entry.at('name').text))) || 'none'
  );
}

/**
 * Whether Istio makes a Service for a Gateway of the Gateway API, named after the Gateway and its class.
 * https://istio.io/latest/docs/tasks/traffic-management/ingress/gateway-api/#automated-deployment
 */
function isOfGateway(graph: Graph, ingress: Resource, name: string): boolean {
  const namespace = graph.namespace(ingress);
  return graph.ofKind('Gateway', gatewayGroup).some((gateway) => {
    const its = graph.namespace(gateway);
    if (namespace !== undefined && its !== undefined && its !== namespace) return false;
    return `${gateway.name}-${gateway.at('spec', 'gatewayClassName').text ?? ''}` === name;
  });
}

function reportActions(
  ingress: Resource,
  rollouts: readonly Resource[],
  { graph, report }: Pick<RuleContext, 'graph' | 'report'>,
): void {
  const related = rollouts.map((rollout) => ({
    at: actionService(rollout),
    message: 'only this action is written',
  }));
  for (const { from, to, port } of backendsWithoutAction(graph, ingress, rollouts)) {
    const key = actionAnnotation(rollouts[0]!, to.name);
    report(
      from,
      'action',
      { ingress: ingress.name, service: to.name, key },
      { case: 'action', rests: [port], related },
    );
  }
}

interface Judged {
  /** The Rollouts that split traffic in it. */
  readonly rollouts: readonly Resource[];
  /** Whether no Rollout is deployed with it. */
  readonly isApart: boolean;
}

/** More Ingresses apart from Rollouts are not looked at. */
const mostApart = 1000;

/** The Ingresses of a repository with Rollouts. */
function ingressesOf(graph: Graph): Iterable<readonly [Resource, Judged]> {
  const found = new Map<Resource, Resource[]>();
  for (const { from, ingress } of splitIngresses(graph)) {
    const rollouts = found.get(ingress);
    if (rollouts) rollouts.push(from.resource);
    else found.set(ingress, [from.resource]);
  }
  const near = new Set([...found.keys(), ...besideRollouts(graph, 'Ingress', 'networking.k8s.io')]);
  const all = graph.ofKind('Ingress', 'networking.k8s.io');
  const inOrder = [...all.filter((ingress) => near.has(ingress)), ...near, ...all.slice(0, mostApart)];
  return [...new Set(inOrder)].map((ingress) => [
    ingress,
    { rollouts: found.get(ingress) ?? [], isApart: !near.has(ingress) },
  ]);
}

function portAmong(port: Field, service: Resource): ProposedFix | undefined {
  const all = ports(service);
  return port.number === undefined
    ? setTo(
        port,
        onlyNearName(
          port.text ?? '',
          all.flatMap((entry) => entry.at('name').text ?? []),
        ),
      )
    : onlyOf(
        port,
        all.flatMap((entry) => entry.at('port').number ?? []),
      );
}

function portWords(port: string, name: string | undefined): string {
  return name === undefined ? port : `${port} ("${name}")`;
}
