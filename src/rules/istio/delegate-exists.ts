import type { Graph } from '../../repository/graph/graph.js';
import { delegates, hosts } from '../../kubernetes/kinds/virtual-service.js';
import type { Reference } from '../../model/reference.js';
import { noHint } from '../../model/message.js';
import { absence, instead, reportRenamed } from '../absent.js';
import { splitVirtualServices } from '../facts/istio/split.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'Istio leaves the route out, so its requests go to the next route that matches them, or are answered with 404.';

const { absent: missing, renamed } = absence(
  'VirtualService "{delegate}", to which "{virtualService}" delegates,',
);

export default typedRule({
  meta: {
    name: 'istio/delegate-exists',
    description:
      'Require the delegates of a VirtualService beside a Rollout to be VirtualServices without hosts.',
    why,
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    otherwise: untouched('lost-traffic', why),
    messages: {
      missing,
      renamed,
      hosts:
        'VirtualService "{virtualService}" delegates to VirtualService "{delegate}", which has hosts, so Istio does not use it as a delegate; remove its hosts.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#Delegate',
      'https://github.com/istio/istio/blob/1.30.0/pilot/pkg/model/virtualservice.go',
    ],
  },

  *check({ graph, report }) {
    const split = splitVirtualServices(graph);
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      const when = split.includes(virtualService) ? undefined : 'untouched';
      for (const reference of delegates(virtualService)) {
        const { from, to } = reference;
        const data = { delegate: to.name, virtualService: virtualService.name };
        if (reportRenamed({ graph, reference, data }, report)) continue;
        const delegate = graph.find(reference);
        const bound = delegate && hosts(delegate)[0]?.parent;
        if (bound) {
          const related = [{ at: bound, message: 'its hosts' }];
          report(from, 'hosts', data, {
            case: when,
            related,
            rests: [bound],
            fix: () => removalOf(bound, 'unsafe'),
          });
        }
        if (!isSurelyMissing(graph, reference)) continue;
        const { hint, related, fix } = instead(graph, reference);
        // A VirtualService that no Rollout splits may have its delegates in other repositories: only a near miss is certain.
        const severity = hint === noHint ? when : undefined;
        report(from, 'missing', { ...data, hint }, { case: severity, related, fix });
      }
    }
  },
});

/** Delegates in another namespace belong to another team: one is missing only if others of it are among the files. */
function isSurelyMissing(graph: Graph, reference: Reference): boolean {
  const { from, to } = reference;
  const isGiven =
    to.namespace === undefined ||
    to.namespace === graph.namespace(from.resource) ||
    graph.inNamespace(to, to.namespace).length > 0;
  return isGiven && graph.isAbsent(reference);
}
