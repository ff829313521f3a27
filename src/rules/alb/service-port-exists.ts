import { servicePorts } from '../../kubernetes/kinds/host.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import { ports } from '../../kubernetes/kinds/service.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import alb, { targetServices } from '../../rollouts/routers/alb.js';
import { onlyOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { allOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'alb/service-port-exists',
    description: 'Require servicePort to be a port of both the stable and the canary Service.',
    why: 'The load balancer controller finds no target group for the Service and stops updating the whole Ingress, while the Rollout goes on as if the weights were set.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      missing: 'servicePort {port} is not a port of {services}; set it to a port that both Services have.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/k8s/service_utils.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const port = trafficRouting(rollout).at('alb', 'servicePort');
    if (port.number === undefined) return;
    const { stable, canary } = targetServices(rollout);
    const lacking = [stable, canary].flatMap((from): Resource[] => {
      const service = graph.find({ from, to: { group: '', kind: 'Service', name: from.text ?? '' } });
      if (!service || graph.isPatched(service, ['spec', 'ports'])) return [];
      return servicePorts(service).some(({ number }) => number === port.number) ? [] : [service];
    });
    if (lacking.length === 0) return;
    const services = lacking.map((service) => `Service "${service.name}" (${portsOf(service)})`);
    report(
      port,
      'missing',
      { port: port.number, services: allOf(services) },
      {
        related: lacking.map((service) => ({ at: service.at('spec', 'ports'), message: 'its ports' })),
        fix: () => onlyOf(port, sharedPorts(graph, [stable, canary])),
        rests: lacking.flatMap((service) => ports(service).map((entry) => entry.at('port'))),
      },
    );
  },
});

/** The ports that several Services have in common. */
function sharedPorts(graph: Graph, names: readonly Field[]): readonly number[] {
  const all = names.map((from) => {
    const service = graph.find({ from, to: { group: '', kind: 'Service', name: from.text ?? '' } });
    return (service ? servicePorts(service) : []).flatMap(({ number }) => number ?? []);
  });
  return (all[0] ?? []).filter((port) => all.every((ports) => ports.includes(port)));
}

function portsOf(service: Resource): string {
  const numbers = servicePorts(service).flatMap(({ number }) => number ?? []);
  return numbers.length === 0 ? 'no ports' : numbers.join(', ');
}
