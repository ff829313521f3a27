import type { SystemCase } from './cases.js';
import type { SystemMoment } from './conformance.js';

interface Destination {
  readonly destination: { readonly host: string; readonly subset?: string };
  readonly weight?: number;
}

interface Subset {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const hashLabel = 'rollouts-pod-template-hash';

/** The share of the pods with a hash, by what a router reads: weights, and the selectors to which they lead. */
export function shareIn(given: SystemCase, moment: SystemMoment, hash: string): number {
  const { strategy } = (given.objects[0] as { spec: { strategy: { canary?: { trafficRouting?: object } } } })
    .spec;
  if (!strategy.canary) return selectorOf(moment, 'web-stable') === hash ? 1 : 0;
  const { trafficRouting } = strategy.canary;
  if (!trafficRouting) return shareOfPods(moment, hash);
  if ('istio' in trafficRouting) return shareInMesh(moment, hash);
  return 'nginx' in trafficRouting ? shareInNginx(moment, hash) : shareInAlb(moment, hash);
}

function selectorOf({ routed = {} }: SystemMoment, service: string): unknown {
  return routed[`/Service/shop/${service}`];
}

function shareOfPods({ replicaSets }: SystemMoment, hash: string): number {
  // ReplicaSets of Experiments are named, those of the Rollout have a hash.
  const own = Object.entries(replicaSets).filter(([name]) => !name.includes('-'));
  const all = own.reduce((sum, [, [, , ready]]) => sum + ready, 0);
  return all === 0 ? 0 : (replicaSets[hash]?.[2] ?? 0) / all;
}

function shareInMesh(moment: SystemMoment, hash: string): number {
  const { routed = {} } = moment;
  const http = (
    routed['networking.istio.io/VirtualService/shop/web'] as readonly {
      readonly name: string;
      readonly route: readonly Destination[];
    }[]
  ).find(({ name }) => name === 'primary');
  const subsets = (routed['networking.istio.io/DestinationRule/shop/web'] ?? []) as readonly Subset[];
  return (http?.route ?? []).reduce((sum, { destination: { host, subset }, weight = 0 }) => {
    const to =
      subset === undefined
        ? selectorOf(moment, host)
        : subsets.find(({ name }) => name === subset)?.labels?.[hashLabel];
    return to === hash || isCandidate(host) ? sum + weight / 100 : sum;
  }, 0);
}

function shareInNginx(moment: SystemMoment, hash: string): number {
  const annotations = (moment.routed?.['networking.k8s.io/Ingress/shop/web-web-canary'] ?? {}) as Readonly<
    Record<string, string>
  >;
  const weight = Number(annotations['nginx.ingress.kubernetes.io/canary-weight'] ?? '0');
  return between(moment, hash, weight / 100);
}

function shareInAlb(moment: SystemMoment, hash: string): number {
  const annotations = (moment.routed?.['networking.k8s.io/Ingress/shop/web'] ?? {}) as Readonly<
    Record<string, string>
  >;
  const text = annotations['alb.ingress.kubernetes.io/actions.web-stable'];
  if (text === undefined) return between(moment, hash, 0);
  const { ForwardConfig } = JSON.parse(text) as {
    readonly ForwardConfig: {
      readonly TargetGroups: readonly { readonly ServiceName: string; readonly Weight?: number }[];
    };
  };
  return ForwardConfig.TargetGroups.reduce(
    (sum, { ServiceName, Weight = 0 }) =>
      selectorOf(moment, ServiceName) === hash || isCandidate(ServiceName) ? sum + Weight / 100 : sum,
    0,
  );
}

/** Whether a Service is that of the new version in an Experiment, whose pods have a hash of their own. */
function isCandidate(service: string | undefined): boolean {
  return service?.endsWith('-candidate') === true;
}

/** Of two Services, the canary's of which has a share. */
function between(moment: SystemMoment, hash: string, share: number): number {
  const [stable, canary] = ['web-stable', 'web-canary'].map((name) =>
    selectorOf(moment, name) === hash ? 1 : 0,
  );
  return (stable ?? 0) * (1 - share) + (canary ?? 0) * share;
}
