import { without } from '../../../src/kubernetes/objects/json.js';
import type { BlueGreenStrategy, RolloutSpec } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  analysis,
  analysisTemplate,
  canaryRollout,
  deployment,
  headerRoute,
  type Manifest,
  mirrorRoute,
  noHeaderRoute,
  pause,
  rollout,
  route,
  rule,
  service,
  setCanaryScale,
  setWeight,
  split,
  subset,
  template,
} from '../scenario.js';
import { backend, backends, gateway, gatewayRule, grpcRoute, httpRoute, tcpRoute } from '../scenarios/gateway-api-support.js';
import { alb, albIngress, basic, istioHosts, istioSubsets, nginx, nginxIngress, nginxPath } from '../scenarios/support.js';

type Spec = Partial<Omit<RolloutSpec, 'strategy'>>;

const blueGreen = (strategy: Partial<BlueGreenStrategy> = {}, spec: Spec = {}): readonly Manifest[] => [
  rollout({ blueGreen: { activeService: 'web-active', previewService: 'web-preview', ...strategy } }, { replicas: 3, ...spec }),
  service('web-active'),
  service('web-preview'),
];

const manual = { autoPromotionEnabled: false } as const;
const timed = [setWeight(20), pause('12s'), setWeight(60), pause('12s')];
const routed = [setCanaryScale({ weight: 25 }), headerRoute('beta'), pause(), setWeight(50), pause(), noHeaderRoute('beta'), pause()];
const mirrored = [setCanaryScale({ weight: 25 }), mirrorRoute('shadow', 35), pause(), setWeight(50), pause()];
const dynamic = { dynamicStableScale: true } as const;
const pingPong = {
  pingPong: { pingService: 'web-ping', pongService: 'web-pong' },
  canaryService: undefined,
  stableService: undefined,
} as never;
const pingPongServices = [service('web-ping'), service('web-pong')];
const pingPongSplit = [{ destination: { host: 'web-ping' }, weight: 100 }, { destination: { host: 'web-pong' }, weight: 0 }];
const tlsRoute = [{ match: [{ port: 443, sniHosts: ['web.example.com'] }], route: split() }];
/** An analysis that takes longer than it takes to see that nothing is written. */
const measured = analysisAfter('6s');
/** One that is ended before it has begun to measure. */
const endless = analysisAfter('10m');

/** The pods are those of a Deployment. */
const withWorkloadRef = (manifests: readonly Manifest[], scaleDown?: string): readonly Manifest[] => [
  ...manifests.map((manifest) => {
    if (manifest.kind !== 'Rollout') return manifest;
    const spec = without(without(manifest['spec'] as Record<string, unknown>, 'template'), 'selector');
    const workloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', ...(scaleDown && { scaleDown }) };
    return { ...manifest, spec: { ...spec, workloadRef } };
  }),
  deployment(0, { selector: { matchLabels: { app: 'web' } }, template: template(1) }),
];

/** Systems that show one thing each, called after it. */
export const shapes: Readonly<Record<string, readonly Manifest[]>> = {
  'basic': basic(),
  'basic-timed': basic({ steps: timed }),
  'basic-surge-1': basic({ maxSurge: 1, maxUnavailable: 0 }, { replicas: 5 }),
  'basic-unavailable-1': basic({ maxSurge: 0, maxUnavailable: 1 }, { replicas: 5 }),
  'basic-services': [...basic({ canaryService: 'web-canary', stableService: 'web-stable' }), service('web-stable'), service('web-canary')],
  'basic-no-steps': [canaryRollout({})],
  'basic-analysis': [...basic({ steps: [setWeight(50), analysis('smoke'), pause()] }), measured],
  'basic-workload-ref': withWorkloadRef(basic()),
  'basic-workload-ref-on-success': withWorkloadRef(basic(), 'onsuccess'),
  'istio-host-timed': istioHosts({ steps: timed }),
  'istio-host-no-steps': istioHosts({ steps: [] }),
  'istio-host-header': istioHosts({ steps: routed, managedRoutes: ['beta'] }),
  'istio-host-mirror': istioHosts({ steps: mirrored, managedRoutes: ['shadow'] }),
  'istio-host-dynamic': istioHosts({ canary: dynamic }),
  'istio-host-two-routes': istioHosts({ routes: ['primary', 'second'], http: [route('primary', split()), route('other', [{ destination: { host: 'web-stable' } }]), route('second', split())] }),
  'istio-host-tls': istioHosts({ istio: { virtualService: { name: 'web', tlsRoutes: [{ port: 443, sniHosts: ['web.example.com'] }] } }, virtualService: { tls: tlsRoute } }),
  'istio-host-tcp': istioHosts({ istio: { virtualService: { name: 'web', tcpRoutes: [{ port: 3000 }] } }, virtualService: { tcp: [{ match: [{ port: 3000 }], route: split() }] } }),
  'istio-host-ping-pong': [
    ...istioHosts({ canary: pingPong, http: [route('primary', pingPongSplit)] }).filter(({ kind }) => kind !== 'Service'),
    ...pingPongServices,
  ],
  'istio-host-max-weight': istioHosts({ steps: [setWeight(200), pause(), setWeight(700), pause()], canary: {}, istio: undefined }).map(withMaxWeight),
  'istio-host-abort-delay-0': istioHosts({ canary: { abortScaleDownDelaySeconds: 0 } }),
  'istio-host-scale-down-5': istioHosts({ canary: { scaleDownDelaySeconds: 5 } }),
  'istio-host-metadata': istioHosts({ canary: { canaryMetadata: { labels: { role: 'canary' } }, stableMetadata: { labels: { role: 'stable' } } } }),
  'istio-host-workload-ref': withWorkloadRef(istioHosts()),
  'istio-host-background-analysis': [...istioHosts({ canary: { analysis: { templates: [{ templateName: 'smoke' }], startingStep: 1 } } }), endless],
  'istio-subset-timed': istioSubsets({ steps: timed }),
  'istio-subset-services': istioSubsets({ withServices: true }),
  'istio-subset-header': istioSubsets({ steps: routed, managedRoutes: ['beta'] }),
  'istio-subset-third': istioSubsets({ subsets: [subset('stable'), subset('canary'), subset('all')] }),
  'istio-subset-dynamic': istioSubsets({ canary: dynamic }),
  'istio-subset-scale': istioSubsets({ steps: [setCanaryScale({ replicas: 2 }), setWeight(10), pause(), setCanaryScale({ matchTrafficWeight: true }), setWeight(50), pause()] }),
  'alb-timed': alb({ steps: timed }),
  'alb-header': alb({ steps: routed, managedRoutes: ['beta'] }),
  'alb-root-service': alb({
    routing: { rootService: 'web-root' },
    ingresses: [albIngress({}, 'web-root')],
    more: [service('web-root')],
  }),
  'alb-stickiness': alb({ routing: { stickinessConfig: { enabled: true, durationSeconds: 600 } } }),
  'alb-ping-pong': [
    ...alb({ canary: pingPong, routing: { rootService: 'web-root' }, ingresses: [albIngress({}, 'web-root')] }).filter(
      ({ kind }) => kind !== 'Service',
    ),
    ...pingPongServices,
    service('web-root'),
  ],
  'nginx-timed': nginx({ steps: timed }),
  'nginx-two-ingresses': nginx({
    routing: { stableIngresses: ['web', 'web-2'] },
    ingresses: [nginxIngress(), renamed(nginxIngress(), 'web-2')],
  }),
  'nginx-annotations': nginx({
    routing: { additionalIngressAnnotations: { 'canary-by-header': 'X-Canary', 'canary-by-header-value': 'always' } },
    ingresses: [nginxIngress({ annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '8m' } })],
  }),
  'nginx-two-paths': nginx({ ingresses: [nginxTwoPaths()] }),
  'gateway-timed': gateway({ steps: timed }),
  'gateway-header': gateway({ steps: routed, managedRoutes: ['beta'] }),
  'gateway-two-rules': gateway({ routes: [httpRoute([gatewayRule(), gatewayRule([backend('web-stable')], { matches: [{ path: { type: 'PathPrefix', value: '/docs' } }] })])] }),
  'gateway-grpc': gateway({ config: { grpcRoute: 'web' }, routes: [grpcRoute([gatewayRule(backends())])] }),
  'gateway-tcp': gateway({ config: { tcpRoute: 'web' }, routes: [tcpRoute([gatewayRule(backends())])] }),
  'blue-green': blueGreen(),
  'blue-green-manual': blueGreen(manual),
  'blue-green-preview-count': blueGreen({ ...manual, previewReplicaCount: 1 }),
  'blue-green-seconds': blueGreen({ autoPromotionSeconds: 8 }),
  'blue-green-no-preview': [rollout({ blueGreen: { activeService: 'web-active', ...manual } }, { replicas: 3 }), service('web-active')],
  'blue-green-analysis': [...blueGreen({ prePromotionAnalysis: { templates: [{ templateName: 'smoke' }] } }), measured],
  'blue-green-post-analysis': [...blueGreen({ postPromotionAnalysis: { templates: [{ templateName: 'smoke' }] } }), measured],
  'blue-green-scale-down-5': blueGreen({ ...manual, scaleDownDelaySeconds: 5 }),
  'blue-green-workload-ref': withWorkloadRef(blueGreen(manual)),
};

function withMaxWeight(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Rollout') return manifest;
  const copy = structuredClone(manifest) as Manifest & {
    spec: { strategy: { canary: { trafficRouting: Record<string, unknown> } } };
  };
  copy.spec.strategy.canary.trafficRouting['maxTrafficWeight'] = 1000;
  return copy;
}

function renamed(manifest: Manifest, name: string): Manifest {
  return { ...manifest, metadata: { ...manifest.metadata, name } };
}

function nginxTwoPaths(): Manifest {
  const one = structuredClone(nginxIngress()) as Manifest & { spec: { rules: unknown[] } };
  one.spec.rules = [
    rule([nginxPath('web-stable')]),
    rule([nginxPath('web-stable', { path: '/docs' })], 'docs.example.com'),
  ];
  return one;
}

function analysisAfter(initialDelay: string): Manifest {
  const web = { url: 'http://127.0.0.1:8088/' };
  const metric = { name: 'smoke', initialDelay, count: 1, successCondition: 'result.ok == true', provider: { web } };
  return analysisTemplate('smoke', { metrics: [metric] });
}
