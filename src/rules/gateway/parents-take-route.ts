import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { type Attachment, attachmentsOf } from '../facts/gateway/attachments.js';
import {
  caseOfConflict,
  caseOfMissing,
  judgedRoutes,
  type Nearness,
} from '../facts/gateway/judged-routes.js';
import { oneOf, quoted } from '../facts/words.js';
import type { Graph } from '../../repository/graph/graph.js';
import { hostnames, type ParentRef, parentRefs } from '../../kubernetes/kinds/gateway-route.js';
import { listenerName, listenersField } from '../../kubernetes/kinds/kubernetes-gateway.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { instead } from '../absent.js';
import { eachOf, titled } from '../choices.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/parents-take-route',
    description: 'Require the parent Gateways of routes to exist and to have a listener that accepts them.',
    why: 'The route is not attached (its status says Accepted: False), so the Gateway answers its requests with 404 while the Rollout goes on as if they were split.',
    consequence: 'lost-traffic',
    severity: 'error',
    otherwise: {
      beside: {
        when: 'For a route that no Rollout splits, deployed with one',
        consequence: 'lost-traffic',
        why: 'The route is not attached (its status says Accepted: False), so the Gateway answers its requests with 404.',
        severity: 'warning',
      },
      apart: {
        when: 'For a route that is not deployed with a Rollout, or a Gateway that may come from another repository',
        consequence: 'lost-traffic',
        why: 'The route is not attached, and its requests are answered with 404, unless something outside of the repository changes that.',
        severity: 'info',
      },
    },
    fixes: ['safe', 'choice'],
    messages: {
      service:
        'Parent "{gateway}" of {kind} "{route}" is a Service, but without a kind it means a Gateway, which is not found; set its group to "" and its kind to "Service".',
      missing: 'Gateway "{gateway}" of {kind} "{route}" is not found{hint}',
      section:
        'Gateway "{gateway}" has no listener {wanted} for {kind} "{route}", only {known}; use one of these.',
      kind: 'None of the listeners of Gateway "{gateway}" for {kind} "{route}" accepts routes of this kind: {listeners}; use another listener.',
      namespace:
        'Gateway "{gateway}" in namespace "{home}" accepts no routes from namespace "{namespace}" on {listeners}, so {kind} "{route}" is not attached; allow the namespace in allowedRoutes.namespaces.',
      hostname:
        'Gateway "{gateway}" only serves {served}, which matches none of the hostnames of {kind} "{route}" ({hosts}); use a hostname that it serves.',
    },
    links: [
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/shared_types.go',
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/gateway_types.go',
    ],
    aliases: ['KIA1401'],
  },

  *check({ graph, report }) {
    for (const [route, nearness] of judgedRoutes(graph)) {
      yield route;
      for (const parent of parentRefs(route)) {
        const { to, section, port } = parent;
        if (to.group !== gatewayGroup || to.kind !== 'Gateway') continue;
        const data = { kind: route.kind, route: route.name, gateway: to.name };
        const found = graph.resolve(parent).found;
        if (found.length === 0 && graph.isAbsent(parent))
          reportMissingParent(graph, { parent, nearness, data }, report);
        for (const gateway of found) {
          const attachment = attachmentsOf(graph, route, parent, gateway);
          if (attachment.refusedFor === undefined) continue;
          report(
            placeOf(attachment, parent),
            attachment.refusedFor,
            {
              ...data,
              ...refusalWords(graph, attachment, route, gateway, [section, port]),
            },
            {
              case: caseOfConflict(nearness),
              related: [{ at: listenersField(gateway), message: 'its listeners' }],
              rests: [parent.entry, hostnames(route), ...listenersField(gateway).items],
              complete: [listenersField(gateway), ...attachment.complete],
              choices: () =>
                attachment.refusedFor === 'section' ? otherListeners(gateway, section, port) : [],
            },
          );
        }
      }
    }
  },
});

interface Missing {
  readonly parent: ParentRef;
  readonly nearness: Nearness;
  readonly data: { readonly kind: string; readonly route: string; readonly gateway: string };
}

function reportMissingParent(
  graph: Graph,
  { parent, nearness, data }: Missing,
  report: RuleContext<'missing' | 'service', 'beside' | 'apart'>['report'],
): void {
  const { from, to, entry } = parent;
  const [group, kind] = [entry.at('group'), entry.at('kind')];
  const service = graph.find({
    from,
    to: { group: '', kind: 'Service', name: to.name, namespace: to.namespace },
  });
  if (service && !kind.exists) {
    report(from, 'service', data, {
      case: caseOfConflict(nearness),
      related: [{ at: service, message: 'the Service' }],
      rests: [entry],
      choices: () => [
        titled(
          'Make the Service the parent.',
          { field: group, value: '' },
          { field: kind, value: 'Service' },
        ),
      ],
    });
    return;
  }
  if (!isGiven(graph, parent)) return;
  const found = instead(graph, parent);
  // Who writes Gateways beside routes means one of them.
  const nearnessCase = caseOfMissing(nearness, found, () => graph.hasCompanion(from.resource, to));
  if (nearnessCase === 'silent') return;
  const { hint, related, fix } = found;
  report(from, 'missing', { ...data, hint }, { case: nearnessCase, related, fix, rests: [entry] });
}

/**
 * Gateways may belong to another team, in any namespace: a missing one is reported only if other Gateways are among the files, or one
 * of its name in another namespace.
 */
function isGiven(graph: Graph, { from, to }: ParentRef): boolean {
  const wanted = to.namespace ?? graph.namespace(from.resource);
  const gateways =
    wanted === undefined
      ? graph.ofKind(to.kind, to.group)
      : [
          ...[wanted, undefined].flatMap((namespace) => graph.inNamespace(to, namespace)),
          ...graph.withManifestName(to),
        ];
  return gateways.some((gateway) => graph.areDeployedTogether(from.resource, gateway));
}

/** The field of the route to change: the listener, the hostnames, or the Gateway. */
function placeOf({ refusedFor }: Attachment, { from, section, port }: ParentRef): Field {
  if (refusedFor === 'hostname') return hostnames(from.resource);
  if (refusedFor !== 'section') return from;
  return section.exists ? section : port;
}

/** The other listeners, by what the route names of one. */
function otherListeners(gateway: Resource, section: Field, port: Field): readonly ProposedFix[] {
  const listeners = listenersField(gateway).items;
  if (section.exists && port.exists) return [];
  return section.exists
    ? eachOf(section, listeners.map(listenerName))
    : eachOf(
        port,
        listeners.flatMap((listener) => listener.at('port').number ?? []),
      );
}

function refusalWords(
  graph: Graph,
  { left }: Attachment,
  route: Resource,
  gateway: Resource,
  [section, port]: readonly [Field, Field],
): Readonly<Record<string, string | undefined>> {
  const wanted = [
    ...(section.exists ? [`"${section.shown}"`] : []),
    ...(port.exists ? [`on port ${port.shown}`] : []),
  ];
  const served = left.map((listener) => listener.at('hostname').text ?? '');
  return {
    wanted: wanted.join(' '),
    known: oneOf(listenersField(gateway).items.map(titleOf)) || 'none',
    listeners: oneOf(left.map(titleOf)),
    home: graph.namespace(gateway),
    namespace: graph.namespace(route),
    served: oneOf(quoted(served)),
    hosts: oneOf(quoted(hostnames(route).items.map(({ text = '' }) => text))),
  };
}

/** A listener in messages: `"web" (HTTP, port 80)`. */
function titleOf(listener: Field): string {
  return `"${listenerName(listener)}" (${listener.at('protocol').shown}, port ${listener.at('port').shown})`;
}
