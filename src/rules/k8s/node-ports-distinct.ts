import { ports } from '../../kubernetes/kinds/service.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

/** More Services than that with one port are copies of environments. */
const mostOfOnePort = 20;

export default typedRule({
  meta: {
    name: 'k8s/node-ports-distinct',
    description:
      'Require Services of one cluster to ask for different node ports, in the range that the cluster has for them.',
    why: 'A node port belongs to one Service of the cluster, whatever its namespace. The API server refuses the Service that is created second: "provided port is already allocated".',
    consequence: 'refused-by-api-server',
    severity: 'warning',
    otherwise: {
      range: {
        when: 'For a port outside of the default range',
        consequence: 'refused-by-api-server',
        why: 'The API server refuses the Service: "provided port is not in the valid range. The range of valid ports is 30000-32767".',
      },
      unsure: {
        when: 'For Services of two folders, which may be meant for two clusters',
        consequence: 'refused-by-api-server',
        why: 'If both are deployed to one cluster, the API server refuses the Service that is created second: "provided port is already allocated".',
        severity: 'info',
      },
    },
    messages: {
      range:
        'Service "{service}" asks for nodePort {port}, but the range of a cluster is 30000-32767 unless its API server is started with another; use a port of that range, or remove nodePort.',
      taken:
        'Service "{service}" asks for nodePort {port}, which Service "{other}" has too, and the API server gives a port to one Service; use another port, or remove nodePort.',
      unsure:
        'Service "{service}" asks for nodePort {port}, which Service "{other}" of another folder has too, so one cluster takes only one of them; use another port, or remove nodePort.',
    },
    fixes: ['choice'],
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/service/#type-nodeport',
      'https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/registry/core/service/portallocator/allocator.go',
    ],
  },

  *check({ graph, report }) {
    const byPort = new Map<number, Field[]>();
    for (const service of graph.ofKind('Service', '')) {
      yield service;
      const own = new Set<number>();
      for (const port of nodePorts(service)) {
        // One Service may have a number for TCP and for UDP.
        if (own.has(port.number!)) continue;
        own.add(port.number!);
        if (isOutOfRange(port.number!) && graph.hasCompanion(service, kinds.rollout))
          report(
            port,
            'range',
            { service: service.name, port: port.number! },
            { case: 'range', rests: [service.at('spec', 'type')], choices: () => [removalOf(port)] },
          );
        append(byPort, port.number!, port.lasting);
      }
    }
    for (const [port, fields] of byPort)
      for (const [index, field] of fields.entries()) {
        if (fields.length > mostOfOnePort) break;
        const other = fields.slice(0, index).find((one) => areTwo(graph, one.resource, field.resource));
        if (!other) continue;
        const isSure = graph.areCompanions(other.resource, field.resource);
        report(
          field,
          isSure ? 'taken' : 'unsure',
          { service: field.resource.name, port, other: other.resource.name },
          {
            rests: [other, field.resource.at('spec', 'type'), other.resource.at('spec', 'type')],
            related: [{ at: other, message: 'asks for the same port' }],
            case: isSure ? undefined : 'unsure',
            // Kubernetes chooses a free one then.
            choices: () => [removalOf(field)],
          },
        );
      }
  },
});

/** https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ (--service-node-port-range) */
function isOutOfRange(port: number): boolean {
  return port < 30000 || port > 32767;
}

/** The numbers that the Service asks for. Other types get no node ports; without a type the author means one of these. */
function nodePorts(service: Resource): readonly Field[] {
  if (!['NodePort', 'LoadBalancer', undefined].includes(service.at('spec', 'type').text)) return [];
  return ports(service)
    .map((port) => port.at('nodePort'))
    .filter(({ number }) => number !== undefined && number > 0);
}

/** Whether two Services are different objects of one cluster, of which one at least comes with a Rollout. */
function areTwo(graph: Graph, left: Resource, right: Resource): boolean {
  return (
    left.name !== right.name &&
    graph.areDeployedTogether(left, right) &&
    [left, right].some((one) => graph.hasCompanion(one, kinds.rollout))
  );
}
