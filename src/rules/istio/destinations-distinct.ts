import { routes, routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { judged } from '../facts/istio/mesh.js';
import { splitsByVirtualService } from '../facts/istio/split.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/destinations-distinct',
    description: 'Require a route of a VirtualService to name each destination once.',
    why: 'The controller sets the full weight on both, so one version gets twice its share: with setWeight 20 and the stable version listed twice, the canary gets 20 of 180.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    otherwise: {
      unsplit: {
        when: 'In a route that no Rollout splits',
        consequence: 'no-effect',
        why: 'Istio adds up the weights of both.',
        severity: 'info',
      },
    },
    fixes: ['choice'],
    messages: {
      twice:
        '{route} of VirtualService "{virtualService}" leads to {destination} twice; remove one of the two.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
      'https://kiali.io/docs/features/validations/#kia1105---this-host-subset-combination-is-already-referenced-in-another-route-destination',
    ],
    aliases: ['KIA1105'],
  },

  *check({ graph, report }) {
    for (const virtualService of judged(graph, 'VirtualService')) {
      yield virtualService;
      const splits = splitsByVirtualService(graph).get(virtualService) ?? [];
      for (const { protocol, route } of routes(virtualService)) {
        const isSplit = splits.some((split) => split.routes.some((own) => own.isAt(protocol, route.key)));
        const known = new Map<string, Field>();
        for (const weighted of route.at('route').items) {
          const destination = weighted.at('destination');
          const [host, subset, port] = [
            destination.at('host').text,
            destination.at('subset').text,
            destination.at('port', 'number').number,
          ];
          if (host === undefined) continue;
          const key = JSON.stringify([host, subset, port]);
          const first = known.get(key);
          if (!first) {
            known.set(key, destination);
            continue;
          }
          report(
            destination,
            'twice',
            {
              route: routeTitle(protocol, route),
              virtualService: virtualService.name,
              destination: subset === undefined ? `"${host}"` : `subset "${subset}" of "${host}"`,
            },
            {
              case: isSplit ? undefined : 'unsplit',
              rests: [first, destination],
              choices: () =>
                [destination, first].flatMap(({ parent }, index) =>
                  parent
                    ? { ...removalOf(parent), title: `Remove the ${index === 0 ? 'later' : 'earlier'} one.` }
                    : [],
                ),
              related: [{ at: first, message: 'the same' }],
            },
          );
        }
      }
    }
  },
});
