import type { Graph } from '../../repository/graph/graph.js';
import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { serviceField, type ServiceRole, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { ports, targetNumber, targetPort } from '../../kubernetes/kinds/service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import nginx, { stableIngresses } from '../../rollouts/routers/nginx.js';
import { leadsTo } from '../facts/leads-to.js';
import { typedRule } from '../rule.js';
import { oneOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'rollout/service-ports-agree',
    description:
      'Require the stable and the canary Service of a Rollout to have the same ports, with the same target ports.',
    why: "A router sends requests to both Services on the same port, so the canary's share is refused, or answered by another container port.",
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      target:
        'Port {port} leads to container port {target} in {role} Service "{service}" and to {otherTarget} in {otherRole} Service "{other}"; both select pods of Rollout "{rollout}".',
      missing:
        'Ingress "{ingress}" uses port {port} of {otherRole} Service "{other}", and the controller uses the same port of {role} Service "{service}", which only has {known}; give both Services the same ports.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go',
      'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const [otherRole, role] of rolePairs) {
      const [other, service] = [serviceOf(graph, rollout, otherRole), serviceOf(graph, rollout, role)];
      if (!other || !service || other === service) continue;
      if (graph.isPatched(other, ['spec', 'ports'])) continue;
      const data = {
        rollout: rollout.name,
        role,
        service: service.name,
        otherRole,
        other: other.name,
      };

      const template = graph.podTemplate(rollout);
      for (const port of template ? ports(service) : []) {
        const number = port.at('port').number;
        const same = ports(other).find((candidate) => candidate.at('port').number === number);
        if (number === undefined || !same) continue;
        const [target, otherTarget] = [port, same].map((entry) => targetNumber(targetPort(entry), template!));
        // A name without a port is covered by k8s/service-target-port-exists.
        if (target === undefined || otherTarget === undefined || target === otherTarget) continue;
        report(
          targetPort(port),
          'target',
          { ...data, port: number, target, otherTarget },
          { related: [{ at: targetPort(same), message: `the ${otherRole} Service` }] },
        );
      }

      if (otherRole !== 'stable' || !trafficRouting(rollout).at(nginx.key).exists) continue;
      for (const asked of askedPorts(graph, rollout)) {
        if (hasPort(service, asked) || !hasPort(other, asked)) continue;
        report(
          service.at('spec', 'ports'),
          'missing',
          {
            ...data,
            ingress: asked.resource.name,
            port: asked.shown,
            known: oneOf(ports(service).map((port) => port.at('port').shown)),
          },
          {
            related: [{ at: asked, message: 'the port that is asked' }],
            rests: [...ports(service), ...ports(other)].flatMap((port) => [port.at('port'), port.at('name')]),
          },
        );
      }
    }
  },
});

const rolePairs: readonly (readonly [ServiceRole, ServiceRole])[] = [
  ['stable', 'canary'],
  ['ping', 'pong'],
];

function serviceOf(graph: Graph, rollout: Resource, role: ServiceRole): Resource | undefined {
  const from = serviceField(rollout, role);
  return graph.find({ from, to: { group: '', kind: 'Service', name: from.text ?? '' } });
}

/** The ports of the stable Service that the paths of the stable Ingresses use. */
function askedPorts(graph: Graph, rollout: Resource): readonly Field[] {
  return stableIngresses(rollout)
    .flatMap((reference) => graph.find(reference) ?? [])
    .flatMap((ingress) => pathBackends(ingress))
    .filter((backend) => leadsTo(graph, backend, serviceField(rollout, 'stable')))
    .map(({ port }) => port)
    .filter((port) => port.exists && !graph.isPatched(port.resource, port.path));
}

function hasPort(service: Resource, asked: Field): boolean {
  return ports(service).some((port) =>
    [port.at('port').value, port.at('name').value].some((value) => value === asked.value),
  );
}
