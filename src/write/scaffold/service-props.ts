import { withHeaderRoute } from '../../constructs/manifests/add-route.js';
import type { AnalysisStep } from '../../constructs/manifests/analysis.js';
import {
  Analysis,
  type JobOptions,
  type PrometheusOptions,
  type WebOptions,
} from '../../constructs/manifests/analysis-presets.js';
import { isPlainObject, type Raw } from '../../constructs/manifests/manifest.js';
import type { BlueGreenProps } from '../../constructs/manifests/blue-green-props.js';
import type { AnyRolloutProps, CanaryProps } from '../../constructs/manifests/props.js';
import type { AutoscalerProps, KedaProps } from '../../constructs/manifests/scaling.js';
import { type AnyStep, type RouterKind, Steps } from '../../constructs/manifests/steps.js';
import { GatewayTraffic, type Traffic } from '../../constructs/manifests/traffic.js';
import { manifestTemplate } from './manifest-template.js';
import { templatePods } from './pods.js';
import {
  defaultReplicas,
  hasExtra,
  hasManagedRoutes,
  type HeaderChoice,
  isBesideSteps,
  isBlueGreen,
  type NewService,
  type Variant,
} from './service.js';

/** The props of a canary service, from which every style is written. */
export function canaryProps(service: NewService, variant: Variant = {}): CanaryProps {
  const { name, header } = service;
  const analysis = analysisOf(service);
  const isStep = analysis !== undefined && !isBesideSteps(service);
  const steps = stepsOf(service, header && { ...header, route: `${name}-header` });
  const first = steps.findIndex(({ setWeight }) => setWeight !== undefined) + 1;
  return {
    ...commonProps(service, variant),
    traffic: trafficOf(service, variant.hosts ?? service.hosts, variant.serviceHosts),
    ...(analysis && !isStep && { canary: { analysis } }),
    steps: (isStep
      ? [...steps.slice(0, first), Steps.analysis(analysis), ...steps.slice(first)]
      : steps) as NonNullable<CanaryProps['steps']>,
  };
}

/** The props of a blue-green service. */
export function blueGreenProps(service: NewService, variant: Variant = {}): BlueGreenProps {
  const analysis = analysisOf(service);
  // The preview Service gets no requests before the promotion, so Prometheus has nothing to count.
  const when = service.analysis?.provider === 'prometheus' ? 'postPromotionAnalysis' : 'prePromotionAnalysis';
  return {
    ...commonProps(service, variant),
    blueGreen: {
      autoPromotionEnabled: false,
      scaleDownDelaySeconds: 300,
      ...(analysis && { [when]: analysis }),
    },
  };
}

function commonProps(service: NewService, { prefix = '' }: Variant): AnyRolloutProps<CanaryProps['pod']> {
  const { pod, annotations } = templatePods(service, prefix);
  const sidecar = countsBySidecar(service) ? { sidecar: true } : undefined;
  return {
    ...(annotations && { metadata: { annotations } }),
    pod,
    ...scalingProps(service),
    revisionHistoryLimit: 3,
    progressDeadlineAbort: true,
    disruptionBudget: specOf('disruption-budget.yaml', service) as unknown as NonNullable<
      CanaryProps['disruptionBudget']
    >,
    serviceAccount: true,
    ...(service.hasNetworkPolicy !== false && { networkPolicy: networkPolicyOf(service) }),
    ...(hasExtra(service, 'podmonitor') && { podMonitor: sidecar ?? true }),
    ...(hasExtra(service, 'servicemonitor') && {
      serviceMonitor: { selector: { 'app.kubernetes.io/name': service.name }, ...sidecar },
    }),
  };
}

/** A mesh that a blue-green Rollout does not name is named for it. */
function networkPolicyOf(service: NewService): NonNullable<AnyRolloutProps['networkPolicy']> {
  return isBlueGreen(service) && service.router.startsWith('istio') ? { istio: true } : true;
}

/** A number of pods, or what decides on it. */
function scalingProps(service: NewService): Pick<AnyRolloutProps, 'replicas' | 'scaledBy'> {
  const { scaling, replicas = defaultReplicas } = service;
  if (scaling === undefined) return { replicas };
  return hasExtra(service, 'keda') ? { scaledBy: kedaOf(service) } : { replicas: autoscalerOf(service) };
}

function kedaOf(service: NewService): KedaProps {
  const { minReplicaCount, maxReplicaCount, triggers } = specOf('scaled-object.yaml', service);
  return {
    minReplicas: minReplicaCount as number,
    maxReplicas: maxReplicaCount as number,
    triggers: triggers as KedaProps['triggers'],
  };
}

function autoscalerOf(service: NewService): AutoscalerProps {
  const { minReplicas, maxReplicas, metrics } = specOf('autoscaler.yaml', service);
  const [metric] = metrics as readonly {
    readonly resource: { readonly target: { averageUtilization: number } };
  }[];
  return {
    minReplicas: minReplicas as number,
    maxReplicas: maxReplicas as number,
    cpu: metric?.resource.target.averageUtilization ?? 70,
  };
}

function specOf(file: string, { name, scaling }: NewService): Raw {
  const { manifest } = manifestTemplate(file, { name, ...scaling });
  return isPlainObject(manifest['spec']) ? manifest['spec'] : {};
}

/** An analysis preset and its arguments. */
type AnalysisCall =
  | { readonly preset: 'prometheus'; readonly options: PrometheusOptions }
  | { readonly preset: 'web'; readonly options: WebOptions }
  | { readonly preset: 'job'; readonly options: JobOptions };

/** The analysis of a service; undefined for none. */
export function analysisCall(service: NewService): AnalysisCall | undefined {
  const { analysis, router, healthPath = '/healthz' } = service;
  const isMesh = router === 'istio-subset' || router === 'istio-host';
  const newService = `{{args.${isBlueGreen(service) ? 'preview' : 'canary'}-service}}`;
  switch (analysis?.provider) {
    case undefined:
      return undefined;
    case 'prometheus':
      return {
        preset: 'prometheus',
        options: {
          address: analysis.url ?? 'http://prometheus.monitoring.svc.cluster.local:9090',
          ...(isMesh && { countedBy: 'istio' }),
          // Without a canary, the requests of both versions have the same Ingress.
          ...(router === 'nginx' && !isBlueGreen(service) && { countedBy: 'ingress-nginx' }),
          // An analysis after the promotion must end by itself.
          ...(isBlueGreen(service) && { count: 5 }),
        },
      };
    case 'web':
      return {
        preset: 'web',
        options: {
          url: analysis.url ?? `http://${newService}.{{args.namespace}}.svc.cluster.local${healthPath}`,
          ...(isBlueGreen(service) && { count: 5 }),
        },
      };
    case 'job':
      return {
        preset: 'job',
        options: {
          image: 'curlimages/curl:8.16.0',
          args: [
            ...['--fail', '--silent', '--show-error', '--max-time', '10', '--retry', '3'],
            analysis.url ?? `http://${newService}${healthPath}`,
          ],
          ...(isMesh && { labels: { 'sidecar.istio.io/inject': 'false' } }),
        },
      };
  }
}

/** Whether the analysis counts the requests by the metrics of Istio's sidecars. */
export function countsBySidecar(service: NewService): boolean {
  const call = analysisCall(service);
  return call?.preset === 'prometheus' && call.options.countedBy === 'istio';
}

function analysisOf(service: NewService): AnalysisStep | undefined {
  const call = analysisCall(service);
  switch (call?.preset) {
    case undefined:
      return undefined;
    case 'prometheus':
      return Analysis.prometheus(call.options);
    case 'web':
      return Analysis.web(call.options);
    case 'job':
      return Analysis.job(call.options);
  }
}

/**
 * A first weight until a manual promotion, and a second one for a fixed time. Where an analysis beside the steps decides, the first one is
 * for a fixed time, too: a promotion before its third measurement would take the decision from it.
 */
function stepsOf(
  service: NewService,
  header: (HeaderChoice & { readonly route: string }) | undefined,
): readonly AnyStep[] {
  const { router } = service;
  const first = router === 'none' ? 25 : 10;
  const steps = [
    ...Steps.ramp([first], isBesideSteps(service) ? { pause: '5m' } : {}),
    ...Steps.ramp([50], { pause: '10m' }),
  ];
  return header && hasManagedRoutes(router)
    ? withHeaderRoute(steps, header.route, { header: header.name, value: header.value })
    : steps;
}

/** How requests reach a service. */
function trafficOf(
  service: NewService,
  hosts: readonly string[],
  serviceHosts: Variant['serviceHosts'],
): Traffic<RouterKind> {
  const { router, gateway, header, tls } = service;
  const [host] = hosts;
  switch (router) {
    case 'istio-subset':
    case 'istio-host': {
      const made = { gateway: tls === undefined ? {} : { credentialName: tls } };
      return {
        router,
        ...(hosts.length > 0 && { hosts }),
        ...(hosts.length > 0 && (gateway === undefined ? made : { gateways: [gateway] })),
        ...(serviceHosts && { serviceHosts }),
      };
    }
    case 'alb':
      return {
        router,
        ...(host !== undefined && { host }),
        annotations: albAnnotations(service, host !== undefined),
      };
    case 'nginx':
      return {
        router,
        ...(host !== undefined && { host }),
        ...(host !== undefined && tls !== undefined && { tls: [{ hosts: [host], secretName: tls }] }),
        ...(header && { canaryByHeader: { header: header.name, value: header.value } }),
      };
    case 'gateway':
    case 'gateway-tcp':
      return GatewayTraffic.route({
        ...(hosts.length > 0 && { hostnames: hosts }),
        ...(gateway !== undefined && { gateways: [gateway] }),
      });
    case 'none':
      return { router };
  }
}

/** Without a host the controller cannot look up a certificate, so the load balancer listens without TLS. */
function albAnnotations(
  { name, scheme = 'internal', healthPath = '/' }: NewService,
  hasHost: boolean,
): Readonly<Record<string, string>> {
  const { manifest } = manifestTemplate('ingress-alb.yaml', { name, scheme, path: healthPath });
  const entries = Object.entries(manifest.metadata.annotations ?? {});
  return Object.fromEntries(
    entries.filter(([key]) => hasHost || !/\/(listen-ports|ssl-redirect)$/.test(key)),
  );
}
