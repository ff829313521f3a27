import { gatewayGroup } from './gateway-defaults.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** The listeners of a Gateway of the Gateway API. */
export function listenersField(gateway: Resource): Field {
  return gateway.at('spec', 'listeners');
}

/** The hosts that the listeners of a Gateway serve; one without a hostname serves all. */
export function listenerHosts(gateway: Resource): readonly string[] {
  return listenersField(gateway).items.map((listener) => listener.at('hostname').text || '*');
}

/** The names of listeners in messages. */
export function listenerName(listener: Field): string {
  return listener.at('name').text ?? 'unnamed';
}

/** The namespaces whose routes a listener accepts. */
export function allowedNamespaces(listener: Field): {
  readonly from: 'All' | 'Same' | 'Selector' | undefined;
  readonly selector: Field;
} {
  const namespaces = listener.at('allowedRoutes', 'namespaces');
  const from = namespaces.at('from');
  const selector = namespaces.at('selector');
  if (!from.exists) return { from: 'Same', selector };
  const known = (['All', 'Same', 'Selector'] as const).find((one) => one === from.text);
  return { from: known, selector };
}

/**
 * Whether a listener accepts routes of a kind: one that it lists, if it lists any, and that fits its protocol. Implementations
 * define the kinds of other protocols.
 * https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/gateway_types.go (AllowedRoutes, ProtocolType)
 */
export function takesKind(listener: Field, kind: string): boolean {
  const listed = listener.at('allowedRoutes', 'kinds').items;
  const isListed = listed.some(
    (one) => one.at('kind').text === kind && (one.at('group').text ?? gatewayGroup) === gatewayGroup,
  );
  if (listed.length > 0 && !isListed) return false;
  return byProtocol[listener.at('protocol').text ?? '']?.includes(kind) ?? true;
}

const byProtocol: Readonly<Record<string, readonly string[]>> = {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  HTTPS: ['HTTPRoute', 'GRPCRoute'],
  TLS: ['TLSRoute', 'TCPRoute'],
  TCP: ['TCPRoute'],
  UDP: ['UDPRoute'],
};
