import { gateways, istioGroup } from '../../kinds/virtual-service.js';
import { defineRule } from '../rule.js';
import { splitVirtualServices } from './split.js';
import { whereabouts } from './whereabouts.js';

export default defineRule({
  meta: {
    name: 'istio/gateway-exists',
    description: 'Require the Gateways of a VirtualService that a Rollout splits to exist.',
    why: 'No ingress proxy takes up the routes, and requests from outside are answered 404.',
    severity: 'error',
    messages: {
      missing: 'Gateway "{gateway}" of VirtualService "{virtualService}" does not exist.',
      misspelt: 'Gateway "{gateway}" of VirtualService "{virtualService}" does not exist; "{nearest}" does.',
      elsewhere:
        'Gateway "{gateway}" of VirtualService "{virtualService}" is in namespace "{namespace}"; write "{written}".',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
    ],
    aliases: ['IST0101', 'KIA1102'],
  },

  check({ graph, report }) {
    for (const virtualService of splitVirtualServices(graph))
      for (const reference of gateways(virtualService)) {
        const { from, to } = reference;
        if (!graph.isAbsent(reference)) continue;
        if (graph.find({ from, to: { ...to, group: 'gateway.networking.k8s.io' } })) continue;
        // Gateways of another namespace are another team's: known only where some of them are given.
        const isGiven = graph
          .ofKind('Gateway', istioGroup)
          .some((gateway) => graph.namespace(gateway) === to.namespace);
        if (to.namespace !== undefined && !isGiven) continue;

        const data = { gateway: from.text, virtualService: virtualService.name };
        const { namesake, nearest } = whereabouts(graph, reference);
        if (namesake) {
          const { resource, namespace } = namesake;
          const related = [{ at: resource, message: `is in namespace "${namespace}"` }];
          report(from, 'elsewhere', { ...data, namespace, written: `${namespace}/${to.name}` }, { related });
        } else report(from, nearest === undefined ? 'missing' : 'misspelt', { ...data, nearest });
      }
  },
});
