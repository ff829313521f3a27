import { gateways, internalGateways, matchGateways } from '../../kubernetes/kinds/virtual-service.js';
import { instead, noHint, renamedBy } from '../absent.js';
import { nearestName } from '../../model/nearest-name.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { namesakeOf } from '../facts/istio/namesake.js';
import { splitVirtualServices } from '../facts/istio/split.js';
import { untouched } from '../untouched.js';

export default typedRule({
  meta: {
    name: 'istio/gateway-exists',
    description: 'Require the Gateways of a VirtualService beside a Rollout to exist.',
    why: 'No ingress proxy serves the routes, so requests from outside are answered with 404.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe'],
    otherwise: {
      ...untouched(
        'lost-traffic',
        'No ingress proxy serves the routes, so requests from outside are answered with 404.',
      ),
      internal: {
        when: 'For a name that Istio generates',
        consequence: 'unshifted-traffic',
        why: 'The name is internal and may change with each release of Istio; the routes then no longer apply.',
        severity: 'warning',
      },
    },
    messages: {
      internal:
        'VirtualService "{virtualService}" names "{gateway}", which Istio generates from a Kubernetes Gateway; write the name of that Gateway, or use an HTTPRoute.',
      missing: 'Gateway "{gateway}" of VirtualService "{virtualService}" is not found{hint}',
      renamed:
        'Gateway "{gateway}" of VirtualService "{virtualService}" is deployed as "{name}", but kustomize does not change this field; write "{name}", or list the field in a transformer configuration of kustomize.',
      elsewhere:
        'Gateway "{gateway}" of VirtualService "{virtualService}" is in namespace "{namespace}"; write "{written}".',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
    ],
    aliases: ['IST0101', 'IST0165', 'KIA1102'],
  },

  *check({ graph, report }) {
    const split = splitVirtualServices(graph);
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      for (const from of internalGateways(virtualService))
        report(
          from,
          'internal',
          { gateway: from.text ?? '', virtualService: virtualService.name },
          { case: 'internal' },
        );
      for (const reference of [...gateways(virtualService), ...matchGateways(virtualService)]) {
        const { from, to } = reference;
        const data = { gateway: from.text, virtualService: virtualService.name };
        const renaming = graph.renaming(reference);
        if (renaming) {
          report(from, 'renamed', { ...data, name: renaming.name }, renamedBy(graph, renaming));
          continue;
        }
        if (graph.resolve(reference).found.length > 0) continue;
        if (graph.find({ from, to: { ...to, group: 'gateway.networking.k8s.io' } })) continue;
        // Gateways in another namespace belong to another team: a missing one is reported only if others are among the files.
        const isGiven =
          to.namespace === undefined ||
          to.namespace === graph.namespace(virtualService) ||
          graph.inNamespace(to, to.namespace).length > 0;
        const namesake = namesakeOf(graph, reference);
        const isMisspelt =
          to.namespace !== undefined &&
          namesake !== undefined &&
          nearestName(to.namespace, [namesake.namespace]) !== undefined;
        if (!isMisspelt && (!graph.isAbsent(reference) || !isGiven)) continue;

        if (namesake) {
          const { resource, namespace } = namesake;
          const related = [{ at: resource, message: `is in namespace "${namespace}"` }];
          const written = `${namespace}/${to.name}`;
          report(
            from,
            'elsewhere',
            { ...data, namespace, written },
            { related, fix: () => setTo(from, written) },
          );
        } else {
          const { hint, related, fix } = instead(graph, reference);
          const mesh = nearestName(to.name, ['mesh']);
          // A VirtualService that no Rollout splits may use Gateways in other repositories: only a near miss is certain.
          const isNearMiss = hint !== noHint || mesh !== undefined;
          const isFar = !isNearMiss && !split.includes(virtualService);
          report(
            from,
            'missing',
            { ...data, hint },
            {
              related,
              fix: fix ?? (() => (hint === noHint ? setTo(from, mesh) : undefined)),
              case: isFar ? 'untouched' : undefined,
            },
          );
        }
      }
    }
  },
});
