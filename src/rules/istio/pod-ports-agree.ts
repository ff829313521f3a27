import { memoize, memoizeLast } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { ports, targetPort } from '../../kubernetes/kinds/service.js';
import { portProtocol } from '../../kubernetes/kinds/port-protocol.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import { groupBy } from '../../model/multimap.js';
import { detach } from '../../yaml/parse/characters.js';
import { BySelector } from '../facts/by-selector.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { isInMesh } from '../facts/istio/mesh.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/pod-ports-agree',
    description:
      'Require the Services of a Rollout in the mesh to agree on the protocol and number of each pod port.',
    why: 'Istio uses only one of them for the pods: requests to the other Service are parsed with the wrong protocol, or follow the rules of the wrong port.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    otherwise: {
      ports: {
        when: 'For Services with different ports for the same pod port',
        consequence: 'misdirected-traffic',
        why: 'Policies and telemetry of the pods show only one of the two ports, for all requests.',
        severity: 'info',
      },
    },
    messages: {
      protocols:
        'Port {port} of the pods of Rollout "{rollout}" is {protocol} to Service "{service}" and {otherProtocol} to Service "{other}"; give both ports the same protocol.',
      ports:
        'Port {port} of the pods of Rollout "{rollout}" is port {number} of Service "{service}" and port {otherNumber} of Service "{other}"; use one number.',
    },
    links: [
      'https://istio.io/latest/docs/ops/deployment/application-requirements/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0116/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0137/',
    ],
    aliases: ['IST0116', 'IST0137'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    if (!template) return;
    const injections = ['labels', 'annotations'].map((key) =>
      template.at('metadata', key, 'sidecar.istio.io/inject'),
    );
    if (injections.some(({ text }) => text === 'false') || !isInMesh(graph, rollout)) return;
    const found = servicesFor(graph, rollout);
    if (found.length < 2) return;
    // rollout/service-ports-agree compares the stable and the canary Service.
    const references = services(rollout);
    const own = new Set(references.flatMap((reference) => graph.find(reference) ?? []));
    const byTarget = new Map<string, ServicePort>();
    // Other Services are compared with those of the Rollout, independent of the order of files.
    const inOrder = [...found].sort(
      (left, right) =>
        Number(own.has(right.service)) - Number(own.has(left.service)) ||
        byFixedOrder(left.service, right.service),
    );
    for (const { service, ports: itsPorts } of inOrder)
      for (const one of itsPorts) {
        const { target, port, protocol, number } = one;
        const other = byTarget.get(target);
        if (!other) byTarget.set(target, one);
        if (!other || other.service === service || (own.has(service) && own.has(other.service))) continue;
        const { protocol: otherProtocol, number: otherNumber } = other;
        const isProtocol = isKnownToDiffer(protocol, otherProtocol);
        const isNumber = isKnownToDiffer(number, otherNumber);
        if (!isProtocol && !isNumber) continue;
        report(
          isProtocol ? port : port.at('port'),
          isProtocol ? 'protocols' : 'ports',
          {
            ...{ port: target, rollout: rollout.name, service: service.name, other: other.service.name },
            ...{ protocol, otherProtocol, number, otherNumber },
          },
          {
            case: isProtocol ? undefined : 'ports',
            related: [
              { at: other.port, message: `the port of Service "${other.service.name}"` },
              { at: rollout, message: 'has the pods' },
            ],
            rests: [
              ...[port, other.port, service.at('spec', 'selector'), other.service.at('spec', 'selector')],
              ...references.map(({ from }) => from),
              ...injections,
            ],
          },
        );
      }
  },
});

interface ServicePort {
  readonly service: Resource;
  readonly port: Field;
  readonly target: string;
  readonly protocol: string | undefined;
  readonly number: number | undefined;
}

interface WithPorts {
  readonly service: Resource;
  readonly ports: readonly ServicePort[];
}

function servicesFor(graph: Graph, rollout: Resource): readonly WithPorts[] {
  const found = servicesBeside(graph).get(graph.namespace(rollout))?.of(graph.labels(rollout)) ?? [];
  if (found.length < 2) return [];
  if (!differ(found)) return [];
  return withPorts(found).filter(({ service }) => areSurelyTogether(graph, rollout, service));
}

/** Rollouts whose pods have the same labels share Services, which may be thousands. */
const withPorts = memoizeLast((found: readonly Resource[]): readonly WithPorts[] =>
  found.map((service) => ({
    service,
    ports: ports(service).map((port) => ({
      service,
      port,
      target: targetPort(port).shown,
      protocol: portProtocol(port),
      number: port.at('port').number,
    })),
  })),
);

/** Whether any two ports for one target differ in what they say, which is rare among thousands of Services. */
const differ = memoizeLast((found: readonly Resource[]): boolean => {
  const said = new Map<string, StatedPort>();
  for (const one of found.flatMap(portsSaid)) {
    const other = said.get(one.target);
    if (!other) said.set(one.target, { ...one });
    else if (isKnownToDiffer(other.protocol, one.protocol) || isKnownToDiffer(other.number, one.number))
      return true;
    else
      said.set(one.target, {
        ...one,
        protocol: other.protocol ?? one.protocol,
        number: other.number ?? one.number,
      });
  }
  return false;
});

function isKnownToDiffer<T>(left: T | undefined, right: T | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

type StatedPort = Pick<ServicePort, 'target' | 'protocol' | 'number'>;

/** What the ports of a Service say, without its document. */
const portsSaid = memoize((service: Resource): readonly StatedPort[] =>
  ports(service).map((port) => {
    const protocol = portProtocol(port);
    return {
      target: detach(targetPort(port).shown),
      protocol: protocol === undefined ? undefined : detach(protocol),
      number: port.at('port').number,
    };
  }),
);

const servicesBeside = memoize((graph: Graph): ReadonlyMap<string | undefined, BySelector> => {
  const byNamespace = groupBy(besideRollouts(graph, 'Service', ''), (service) => graph.namespace(service));
  return new Map(
    [...byNamespace].map(([namespace, some]) => [
      namespace,
      new BySelector(some, (service) => service.at('spec', 'selector').strings),
    ]),
  );
});
