import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { authoredSelector, namedPorts, ports, targetPort } from '../../kubernetes/kinds/service.js';
import { podLabels, podTemplate, selects } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { nameAmong } from '../fixes.js';
import { typedRule } from '../rule.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'k8s/service-target-port-exists',
    description: 'Require a named targetPort to be a container port of the pods.',
    why: 'The Service has no endpoints on this port, and requests to it are refused.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe', 'unsafe'],
    messages: {
      missing:
        'Service "{service}" targets container port "{port}", which the pods of {kind} "{workload}" do not have; they have {known}.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports'],
    aliases: ['KIA0701'],
  },

  *check({ graph, report }) {
    for (const { workload, found } of reachedWorkloads(graph)) {
      yield workload;
      const template = isRollout(workload) ? graph.podTemplate(workload) : podTemplate(workload);
      if (!template?.at('spec').exists) continue;
      const known = namedPorts(template).flatMap(({ text }) => text ?? []);
      const containerPorts = template.at('spec', 'containers');

      for (const service of found) {
        // Another rule reports whether the Service selects these pods.
        if (!selects(authoredSelector(service), podLabels(template).strings)) continue;
        for (const port of ports(service)) {
          const target = targetPort(port);
          const { text } = target;
          if (text === undefined || known.includes(text) || injected.test(text)) continue;
          if (/^\d+$/.test(text) || isPlaceholder(text) || known.some(isPlaceholder)) continue;
          report(
            target,
            'missing',
            {
              service: service.name,
              port: text,
              kind: workload.kind,
              workload: workload.name,
              known: known.length === 0 ? 'no port with a name' : quoted(known),
            },
            {
              related: [{ at: containerPorts, message: 'the containers' }],
              complete: [containerPorts],
              fix: () => nameAmong(target, known),
            },
          );
        }
      }
    }
  },
});

/** Ports of containers that a webhook adds, such as Istio's sidecar. */
const injected = /^http-envoy|^envoy-|^linkerd-/;
