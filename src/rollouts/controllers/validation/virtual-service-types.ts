import type { Protocol } from '../../../kubernetes/kinds/virtual-service.js';

/** What Go accepts for a field: a string, an integer of some size, a number, or a struct. */
type Type =
  | 'text'
  | 'int64'
  | 'uint32'
  | 'float64'
  | { readonly list: Type }
  | { readonly map: Type }
  | { readonly struct: Readonly<Record<string, Type>> };

const stringMatch: Type = { struct: { exact: 'text', prefix: 'text', regex: 'text' } };
const destinationType: Type = {
  struct: { host: 'text', subset: 'text', port: { struct: { number: 'uint32' } } },
};
const destinations: Type = { list: { struct: { destination: destinationType, weight: 'int64' } } };
const textList: Type = { list: 'text' };
const l4Match = {
  destinationSubnets: textList,
  port: 'int64',
  sourceLabels: { map: 'text' },
  gateways: textList,
  sourceNamespace: 'text',
} as const;

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio_types.go */
const types: Readonly<Record<Protocol, Type>> = {
  http: {
    struct: {
      name: 'text',
      match: { list: { struct: { method: stringMatch, uri: stringMatch, headers: { map: stringMatch } } } },
      route: destinations,
      mirror: destinationType,
      mirrorPercentage: { struct: { value: 'float64' } },
    },
  },
  tls: { struct: { match: { list: { struct: { ...l4Match, sniHosts: textList } } }, route: destinations } },
  tcp: { struct: { match: { list: { struct: l4Match } }, route: destinations } },
};

/** Whether the controller can decode the routes of a section; it decodes only some fields. */
export function isDecodable(protocol: Protocol, routes: readonly unknown[]): boolean {
  return routes.every((route) => fits(route, types[protocol]));
}

function fits(value: unknown, type: Type): boolean {
  if (value === null || value === undefined) return true;
  if (type === 'text') return typeof value === 'string';
  if (type === 'float64') return typeof value === 'number';
  if (type === 'int64') return Number.isInteger(value);
  if (type === 'uint32') return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32;
  if ('list' in type) return Array.isArray(value) && value.every((item) => fits(item, type.list));
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  const map = value as Readonly<Record<string, unknown>>;
  if ('map' in type) return Object.values(map).every((item) => fits(item, type.map));
  for (const key in type.struct) if (!fits(map[key], type.struct[key]!)) return false;
  return true;
}
