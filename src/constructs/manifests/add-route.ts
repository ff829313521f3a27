import type {
  AnyStep,
  Duration,
  HeaderRoute,
  HeaderRouterKind,
  HeaderValue,
  MirrorMatch,
  MirrorRoute,
} from './steps.js';

interface RouteOptions {
  /**
   * How long the route is tried before traffic is split.
   * @default - until a manual promotion
   */
  readonly pause?: Duration;

  /**
   * The share of the replicas that the canary has meanwhile, in percent.
   * @default - the first weight of the steps, or 10 without one
   */
  readonly canaryWeight?: number;
}

/** A header that sends a request to the canary. */
export interface HeaderRouteOptions<K extends HeaderRouterKind> extends RouteOptions {
  /** The name of the header. */
  readonly header: string;
  /** Its exact value, or a comparison. */
  readonly value: string | HeaderValue<K>;
}

/** Requests to copy to the canary. */
export interface MirrorRouteOptions extends RouteOptions {
  /** @default 100 */
  readonly percentage?: number;
  /** @default - all requests */
  readonly match?: readonly MirrorMatch[];
}

/** Steps with a header route, tried once the canary has pods and before it gets a share of the traffic. */
export function withHeaderRoute<K extends HeaderRouterKind>(
  steps: readonly AnyStep[],
  name: string,
  { header, value, ...options }: HeaderRouteOptions<K>,
): readonly AnyStep[] {
  const headerValue = typeof value === 'string' ? { exact: value } : value;
  const setHeaderRoute: HeaderRoute<HeaderRouterKind> = {
    name,
    match: [{ headerName: header, headerValue }],
  };
  return withRoute(steps, { setHeaderRoute }, options);
}

/** Steps with a mirror route, tried once the canary has pods and before it gets a share of the traffic. */
export function withMirrorRoute(
  steps: readonly AnyStep[],
  name: string,
  { percentage, match = [{ path: { prefix: '/' } }], ...options }: MirrorRouteOptions,
): readonly AnyStep[] {
  const setMirrorRoute: MirrorRoute = { name, ...(percentage !== undefined && { percentage }), match };
  return withRoute(steps, { setMirrorRoute }, options);
}

/**
 * The route is set after a scale and before the first weight, because the controller removes a route while the canary has no
 * pods. One step sets the route and pauses, so that the controller restores a lost route during the pause. From the first
 * weight on the canary scales with its traffic again.
 */
function withRoute(
  steps: readonly AnyStep[],
  route: AnyStep,
  { pause, canaryWeight }: RouteOptions,
): readonly AnyStep[] {
  const isWeight = ({ setWeight = 0 }: AnyStep): boolean => setWeight > 0;
  const first = steps.findIndex(isWeight);
  const before = first === -1 ? steps : steps.slice(0, first);
  const after = first === -1 ? [] : steps.slice(first);
  const item = { ...route, pause: pause === undefined ? {} : { duration: pause } };
  if (before.some(({ setCanaryScale: scale }) => (scale?.weight ?? scale?.replicas ?? 0) > 0))
    return [...before, item, ...after];

  const [weight, ...others] = after;
  const scale = { setCanaryScale: { weight: canaryWeight ?? weight?.setWeight ?? 10 } };
  if (!weight) return [...before, scale, item];
  const grows = others.some(isWeight) && !others.some(({ setCanaryScale }) => setCanaryScale);
  const growing = grows ? [{ setCanaryScale: { matchTrafficWeight: true } }] : [];
  return [...before, scale, item, weight, ...growing, ...others];
}

/** The index of a step after steps were inserted; the first step and what is behind the last one stay the first and behind it. */
export function movedStep(before: readonly AnyStep[], after: readonly AnyStep[], index: number): number {
  if (index === 0) return 0;
  const old = new Set(before);
  let seen = 0;
  const moved = after.findIndex((step) => old.has(step) && seen++ === index);
  return moved === -1 ? index + after.length - before.length : moved;
}
