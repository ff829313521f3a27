import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { type Attachment, attachmentsOf } from '../facts/gateway/attachments.js';
import { splitRoutes } from '../facts/gateway/routes.js';
import { oneOf, quoted } from '../facts/words.js';
import type { Graph } from '../../repository/graph/graph.js';
import { hostnames, type ParentRef, parentRefs } from '../../kubernetes/kinds/gateway-route.js';
import { listenerName, listenersField } from '../../kubernetes/kinds/kubernetes-gateway.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { instead } from '../absent.js';
import { eachOf } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/parents-take-route',
    description:
      "Require the parent Gateways of a Rollout's route to exist and to have a listener that accepts it.",
    why: 'The route is not attached (its status says Accepted: False), so the Gateway answers its requests with 404 while the Rollout goes on as if they were split.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe', 'choice'],
    messages: {
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
    for (const route of splitRoutes(graph)) {
      yield route;
      for (const parent of parentRefs(route)) {
        const { from, to, section, port } = parent;
        if (to.group !== gatewayGroup || to.kind !== 'Gateway') continue;
        const data = { kind: route.kind, route: route.name, gateway: to.name };
        const found = graph.resolve(parent).found;
        if (found.length === 0 && graph.isAbsent(parent) && isGiven(graph, parent)) {
          const { hint, related, fix } = instead(graph, parent);
          report(from, 'missing', { ...data, hint }, { related, fix, rests: [parent.entry] });
        }
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
