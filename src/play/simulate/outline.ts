import type { KubeObject } from '../../kubernetes/objects/object.js';
import { protocols } from '../../kubernetes/kinds/virtual-service.js';

/** More lines would add nothing. */
const maxLines = 8;

/** The destinations of an object's traffic, in a few lines; none for a kind that routes no traffic. */
export function outline(object: KubeObject): readonly string[] {
  const spec = (object as KubeObject & { readonly spec?: TrafficSpec | null }).spec ?? {};
  const lines = [
    ...protocols.flatMap((protocol) => list(spec[protocol]).map((route) => routeLine(protocol, route))),
    ...list(spec.subsets).map(
      ({ name, labels }) =>
        `subset ${name ?? ''}: ${Object.entries(labels ?? {})
          .map(([key, value]) => `${key}=${value}`)
          .join(', ')}`,
    ),
    ...list(spec.rules).flatMap(({ host, http }) =>
      list(http?.paths).map(
        ({ path, backend }) => `${host ?? '*'}${path ?? '/'}: ${backend?.service?.name ?? ''}`,
      ),
    ),
  ];
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), `… ${lines.length - maxLines + 1} more`];
}

/** As in a manifest: in a built-in kind, or a resource that the API server accepts, any field may be null. */
interface TrafficSpec {
  readonly http?: readonly Route[] | null;
  readonly tls?: readonly Route[] | null;
  readonly tcp?: readonly Route[] | null;
  readonly subsets?: readonly {
    readonly name?: string | null;
    readonly labels?: Record<string, string> | null;
  }[];
  readonly rules?: readonly {
    readonly host?: string | null;
    readonly http?: { readonly paths?: readonly IngressPath[] | null } | null;
  }[];
}

interface Route {
  readonly name?: string | null;
  readonly route?: readonly RouteDestination[] | null;
  readonly mirror?: RouteDestination['destination'] | null;
}

interface RouteDestination {
  readonly destination?: { readonly host?: string | null; readonly subset?: string | null } | null;
  readonly weight?: number | null;
}

interface IngressPath {
  readonly path?: string | null;
  readonly backend?: { readonly service?: { readonly name?: string | null } | null } | null;
}

function routeLine(protocol: string, { name, route, mirror }: Route): string {
  const destinations = list(route).map(
    ({ destination, weight }) => `${destinationWords(destination)}${weight == null ? '' : ` ${weight}`}`,
  );
  const copies = mirror ? [`a copy to ${destinationWords(mirror)}`] : [];
  return `${protocol} ${name == null ? 'without a name' : `"${name}"`}: ${[...destinations, ...copies].join(', ')}`;
}

function destinationWords(destination: RouteDestination['destination']): string {
  const { host, subset } = destination ?? {};
  return `${host ?? ''}${subset == null ? '' : ` (${subset})`}`;
}

/** The maps of a list; a lone dash is null. */
function list<T>(items: readonly (T | null)[] | null | undefined): readonly T[] {
  return Array.isArray(items)
    ? items.filter((item): item is T => typeof item === 'object' && item !== null)
    : [];
}
