import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { authoredSelector, ports, targetPort } from '../../kubernetes/kinds/service.js';
import { containers, podLabels, podTemplate, selects } from '../../kubernetes/kinds/workload.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

/**
 * Always information: declaring a port neither opens nor closes it, and many containers listen on undeclared ports.
 * https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#ports
 */
export default typedRule({
  meta: {
    name: 'k8s/service-target-port-declared',
    description: 'Require pods that declare ports to declare the port that a Service leads to.',
    why: 'A container can listen on a port that it does not declare. If nothing listens there, requests to the Service are refused.',
    consequence: 'lost-traffic',
    severity: 'info',
    messages: {
      other:
        'Service "{service}" leads to port {port} of the pods of {kind} "{workload}", which declare only {known}; check that a container listens there.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports'],
  },

  *check({ graph, report }) {
    for (const { workload, found } of reachedWorkloads(graph)) {
      yield workload;
      const template = isRollout(workload) ? graph.podTemplate(workload) : podTemplate(workload);
      if (!template?.at('spec').exists) continue;
      const declared = containers(template).map((container) => container.at('ports').items);
      const known = declared.flat().flatMap((port) => port.at('containerPort').number ?? []);
      // A container without declared ports may listen on any.
      const own = template.at('spec', 'containers');
      if (known.length === 0 || own.items.some((one) => one.at('ports').items.length === 0)) continue;
      const byPort = new Map<number, { service: Resource; target: Field }[]>();
      for (const service of found) {
        if (!selects(authoredSelector(service), podLabels(template).strings)) continue;
        for (const target of ports(service).map(targetPort))
          if (target.number !== undefined && !known.includes(target.number))
            append(byPort, target.number, { service, target });
      }
      for (const [port, [first, ...others]] of byPort) {
        const { service, target } = first!;
        const data = { service: service.name, kind: workload.kind, workload: workload.name, port };
        report(
          target,
          'other',
          { ...data, known: [...new Set(known)].join(', ') },
          {
            rests: [own],
            related: [
              { at: own, message: 'the containers' },
              ...others.map((other) => ({
                at: other.target,
                message: `Service "${other.service.name}" leads there, too`,
              })),
            ],
          },
        );
      }
    }
  },
});
