/** The part of an object that says where requests go. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
  };
  readonly spec?: Spec;
  readonly status?: { readonly availableReplicas?: number };
}

/** What the kinds that are read here have under `spec`. */
interface Spec {
  readonly gateways?: readonly string[];
  readonly parentRefs?: readonly { readonly kind: string }[];
  readonly http?: readonly { readonly route?: readonly Destination[] }[];
  readonly rules?: readonly {
    readonly http?: { readonly paths: readonly { readonly backend: { readonly service: Named } }[] };
    readonly backendRefs?: readonly (Named & { readonly weight: number })[];
  }[];
  readonly selector?: Labels;
  readonly template?: { readonly metadata: { readonly labels: Labels } };
}
interface Named {
  readonly name: string;
}
interface Destination {
  readonly destination: { readonly host: string };
  readonly weight: number;
}
type Labels = Readonly<Record<string, string>>;
/** Percent of the requests by Service. */
type Shares = ReadonlyMap<string, number>;

/** Ways in. What is asked for at one is answered as the Ingress, the VirtualService or the route for it says. */
export type Entrance = 'nginx' | 'istio gateway' | 'sidecars' | 'gateway';

/** Where the requests at an entrance go, once for each object that says so; some of them may be for it together. */
export function sharesAt(entrance: Entrance, objects: readonly Manifest[]): readonly Shares[] {
  const of = (kind: string): readonly Manifest[] => objects.filter((object) => object.kind === kind);
  switch (entrance) {
    case 'nginx':
      return ofIngresses(of('Ingress'));
    case 'istio gateway':
      return of('VirtualService').filter(isBoundTo('catalog')).map(ofVirtualService);
    case 'sidecars':
      return [
        ...of('VirtualService').filter(isBoundTo('mesh')).map(ofVirtualService),
        ...of('HTTPRoute').filter(hasParent('Service')).map(ofRoute),
      ];
    case 'gateway':
      return of('HTTPRoute').filter(hasParent('Gateway')).map(ofRoute);
  }
}

/**
 * How nginx reads the annotations of a canary.
 * https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/#canary
 */
function ofIngresses(ingresses: readonly Manifest[]): readonly Shares[] {
  const annotation = ({ metadata }: Manifest, name: string): string | undefined =>
    metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`];
  const canary = ingresses.find((one) => annotation(one, 'canary') === 'true');
  const weight = canary ? Number(annotation(canary, 'canary-weight')) : 0;
  return ingresses
    .filter((one) => one !== canary)
    .map((main) =>
      added([[backendOf(main), 100 - weight], ...(canary ? [[backendOf(canary), weight] as const] : [])]),
    );
}

function backendOf({ spec }: Manifest): string {
  return spec!.rules![0]!.http!.paths[0]!.backend.service.name;
}

function isBoundTo(gateway: string) {
  return ({ spec }: Manifest): boolean => spec!.gateways!.includes(gateway);
}

function hasParent(kind: string) {
  return ({ spec }: Manifest): boolean => spec!.parentRefs!.some((parent) => parent.kind === kind);
}

function ofVirtualService({ spec }: Manifest): Shares {
  const route = spec!.http!.flatMap((one) => one.route ?? []);
  return added(route.map(({ destination, weight }) => [destination.host, weight]));
}

function ofRoute({ spec }: Manifest): Shares {
  const backends = spec!.rules!.flatMap(({ backendRefs = [] }) => backendRefs);
  return added(backends.map(({ name, weight }) => [name, weight]));
}

function added(weights: readonly (readonly [string, number])[]): Shares {
  const shares = new Map<string, number>();
  for (const [service, weight] of weights) shares.set(service, (shares.get(service) ?? 0) + weight);
  return shares;
}

/** Percent of the requests that no pod answers. */
export function lost(shares: Shares, objects: readonly Manifest[]): number {
  let answered = 0;
  for (const [service, weight] of shares) if (hasPods(service, objects)) answered += weight;
  return 100 - answered;
}

function hasPods(service: string, objects: readonly Manifest[]): boolean {
  const selector = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === service)?.spec
    ?.selector;
  if (!selector) return false;
  return objects
    .filter(({ kind, status }) => kind === 'ReplicaSet' && (status?.availableReplicas ?? 0) > 0)
    .some(({ spec }) => {
      const { labels } = spec!.template!.metadata;
      return Object.entries(selector).every(([key, value]) => labels[key] === value);
    });
}
