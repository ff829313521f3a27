import type { KubeObject } from '../cluster/object.js';
import { protocols } from '../kinds/virtual-service.js';

/** Beyond so many lines nothing new is to be seen. */
const maxLines = 8;

/** Where an object sends traffic, in a few lines; none for a kind that sends none. */
export function outline(object: KubeObject): readonly string[] {
  const { spec = {} } = object as KubeObject & { readonly spec?: TrafficSpec };
  const lines = [
    ...protocols.flatMap((protocol) => list(spec[protocol]).map((route) => routeLine(protocol, route))),
    ...list(spec.subsets).map(
      ({ name, labels = {} }) =>
        `subset ${name ?? ''}: ${Object.entries(labels)
          .map(([key, value]) => `${key}=${value}`)
          .join(', ')}`,
    ),
    ...list(spec.rules).flatMap(({ host = '*', http }) =>
      list(http?.paths).map(({ path = '/', backend }) => `${host}${path}: ${backend?.service?.name ?? ''}`),
    ),
  ];
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), `… ${lines.length - maxLines + 1} more`];
}

interface TrafficSpec {
  readonly http?: readonly Route[];
  readonly tls?: readonly Route[];
  readonly tcp?: readonly Route[];
  readonly subsets?: readonly { readonly name?: string; readonly labels?: Record<string, string> }[];
  readonly rules?: readonly {
    readonly host?: string;
    readonly http?: { readonly paths?: readonly IngressPath[] };
  }[];
}

interface Route {
  readonly name?: string;
  readonly route?: readonly Destination[];
  readonly mirror?: Destination['destination'];
}

interface Destination {
  readonly destination?: { readonly host?: string; readonly subset?: string };
  readonly weight?: number;
}

interface IngressPath {
  readonly path?: string;
  readonly backend?: { readonly service?: { readonly name?: string } };
}

function routeLine(protocol: string, { name, route, mirror }: Route): string {
  const destinations = list(route).map(
    ({ destination, weight }) => `${hostOf(destination)}${weight === undefined ? '' : ` ${weight}`}`,
  );
  const copies = mirror ? [`a copy to ${hostOf(mirror)}`] : [];
  return `${protocol} ${name === undefined ? 'without a name' : `"${name}"`}: ${[...destinations, ...copies].join(', ')}`;
}

function hostOf({ host = '', subset }: NonNullable<Destination['destination']> = {}): string {
  return subset === undefined ? host : `${host} (${subset})`;
}

function list<T>(items: readonly T[] | undefined): readonly T[] {
  return Array.isArray(items) ? (items as readonly T[]) : [];
}
