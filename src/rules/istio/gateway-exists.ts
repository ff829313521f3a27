import type { Graph } from '../../repository/graph/graph.js';
import type { Reference } from '../../model/reference.js';
import { gateways, internalGateways, matchGateways } from '../../kubernetes/kinds/virtual-service.js';
import { noHint } from '../../model/message.js';
import { absence, instead, reportRenamed, type Unfound } from '../absent.js';
import { nearestName } from '../../model/nearest-name.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { setTo } from '../fixes.js';
import { type RuleContext, typedRule } from '../rule.js';
import { type Namesake, namesakeOf } from '../facts/istio/namesake.js';
import { splitVirtualServices } from '../facts/istio/split.js';
import { untouched } from '../untouched.js';

const { absent: missing, renamed } = absence('Gateway "{gateway}" of VirtualService "{virtualService}"');

export default typedRule({
  meta: {
    name: 'istio/gateway-exists',
    description: 'Require the Gateways of a VirtualService beside a Rollout to exist.',
    why: 'No ingress proxy serves the routes, so requests from outside are answered with 404.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe', 'choice'],
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
      missing,
      renamed,
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
      const isSplit = split.includes(virtualService);
      for (const reference of [...gateways(virtualService), ...matchGateways(virtualService)]) {
        const data = { gateway: reference.from.text, virtualService: virtualService.name };
        const unfound = { graph, reference, data };
        if (reportRenamed(unfound, report) || isFound(graph, reference)) continue;
        const namesake = namesakeOf(graph, reference);
        if (isSurelyMissing(graph, reference, namesake)) reportMissing(unfound, namesake, isSplit, report);
      }
    }
  },
});

/** Whether it leads to a Gateway of Istio, or to one of the Gateway API. */
function isFound(graph: Graph, reference: Reference): boolean {
  const { from, to } = reference;
  return (
    graph.resolve(reference).found.length > 0 ||
    graph.find({ from, to: { ...to, group: 'gateway.networking.k8s.io' } }) !== undefined
  );
}

/** Gateways in another namespace belong to another team: a missing one is reported only if others are among the files, or misspelt. */
function isSurelyMissing(graph: Graph, reference: Reference, namesake: Namesake | undefined): boolean {
  const { from, to } = reference;
  const isGiven =
    to.namespace === undefined ||
    to.namespace === graph.namespace(from.resource) ||
    graph.inNamespace(to, to.namespace).length > 0;
  const isMisspelt =
    to.namespace !== undefined &&
    namesake !== undefined &&
    nearestName(to.namespace, [namesake.namespace]) !== undefined;
  return isMisspelt || (graph.isAbsent(reference) && isGiven);
}

function reportMissing(
  { graph, reference, data }: Unfound,
  namesake: Namesake | undefined,
  isSplit: boolean,
  report: RuleContext<'missing' | 'elsewhere', 'untouched'>['report'],
): void {
  const { from, to } = reference;
  if (namesake) {
    const { resource, namespace } = namesake;
    const related = [{ at: resource, message: `is in namespace "${namespace}"` }];
    const written = `${namespace}/${to.name}`;
    report(from, 'elsewhere', { ...data, namespace, written }, { related, fix: () => setTo(from, written) });
    return;
  }
  const { hint, related, fix } = instead(graph, reference);
  const mesh = nearestName(to.name, ['mesh']);
  // A VirtualService that no Rollout splits may use Gateways in other repositories: only a near miss is certain.
  const isNearMiss = hint !== noHint || mesh !== undefined;
  report(
    from,
    'missing',
    { ...data, hint },
    {
      related,
      fix: fix ?? (() => (hint === noHint ? setTo(from, mesh) : undefined)),
      case: isNearMiss || isSplit ? undefined : 'untouched',
    },
  );
}
