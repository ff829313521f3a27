import { counted } from '../../model/wording.js';
import type { AnalysisStep, Metric, MetricProvider } from './analysis.js';
import { argued, type MetricsOptions } from './analysis-arguments.js';
import { defined, refuse } from './manifest.js';
import type { Duration } from './steps.js';

/** What all presets have in common. */
interface PresetOptions {
  /**
   * The name of the AnalysisTemplate.
   * @default - the name of the Rollout, followed by that of the metric, such as `checkout-success-rate`
   */
  readonly name?: string;

  /**
   * How many measurements may fail before the analysis does, and the update is aborted.
   * @default 0 for a job; 2 for the others, or less if `count` allows fewer
   */
  readonly failureLimit?: number;
}

/**
 * Measurements one after the other. A version that is bad from the start is noticed with failure `failureLimit` + 1, which is
 * `failureLimit` times `interval` after the first one.
 */
interface RepeatedOptions extends PresetOptions {
  /** @default '30s' */
  readonly interval?: Duration;

  /**
   * How many measurements to take; without it the analysis ends with the steps that it stands beside. A step needs it.
   * @default - no end
   */
  readonly count?: number;
}

/** The share of requests to the new version that succeed, as Prometheus counted them. */
export interface PrometheusOptions extends RepeatedOptions {
  /** Such as `http://prometheus.monitoring.svc.cluster.local:9090`. */
  readonly address: string;

  /**
   * What counts the requests: the pods themselves, their Istio sidecars, or ingress-nginx. The first two are those of the pods of the new
   * version; ingress-nginx counts the requests that it sends to the canary Service, also those that no pod answers.
   * @default 'pods'
   */
  readonly countedBy?: 'pods' | 'istio' | 'ingress-nginx';

  /**
   * The counter of requests. That of pods needs the labels `namespace` and `pod`.
   * @default 'http_requests_total', or that of Istio or ingress-nginx
   */
  readonly counter?: string;

  /**
   * The label with the status code.
   * @default 'code', or that of Istio or ingress-nginx
   */
  readonly codeLabel?: string;

  /**
   * Labels that select among the counters, in PromQL.
   * @default - none
   */
  readonly where?: string;

  /**
   * The share that has to succeed, from 0 to 1.
   * @default 0.99
   */
  readonly atLeast?: number;

  /**
   * The time over which requests are counted. Prometheus has to read the counters at least twice in it.
   * @default '2m'
   */
  readonly window?: Duration;
}

/** What a URL answers, which has to be JSON. */
export interface WebOptions extends RepeatedOptions {
  /** May name arguments such as `{{args.canary-service}}` and `{{args.namespace}}`. */
  readonly url: string;

  /** @default '{$.status}' */
  readonly jsonPath?: string;

  /** @default 'result == "ok" || result == "UP"' */
  readonly successCondition?: string;
}

/** A container that ends with exit code 0 if the new version is good. */
export interface JobOptions extends PresetOptions {
  /** The image of the container. */
  readonly image: string;
  /**
   * Its entrypoint (`command` of the container).
   * @default - that of the image
   */
  readonly command?: readonly string[];
  /** May name arguments such as `{{args.canary-service}}`. */
  readonly args?: readonly string[];

  /**
   * Labels of its pod, such as `sidecar.istio.io/inject: "false"`, without which a sidecar may keep the Job from ending.
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Analyses as they are usually wanted, each with its AnalysisTemplate. They stand where the Rollout's own field would: as a step,
 * beside the steps, or before and after a promotion. Their texts can name arguments, which get their values from the Rollout:
 * `{{args.rollout}}`, `{{args.namespace}}`, the pod hashes `{{args.canary-hash}}` and `{{args.stable-hash}}`, and the Services
 * `{{args.canary-service}}`, `{{args.stable-service}}`, `{{args.preview-service}}` and `{{args.active-service}}`.
 * @example
 * steps: [Steps.setWeight(20), Steps.analysis(Analysis.job({ image: 'curlimages/curl:8.16.0', args: ['--fail', 'http://{{args.canary-service}}'] }))]
 */
export const Analysis = {
  /**
   * Fails when too few requests to the new version succeed, also when none does. While there are no requests nothing is known,
   * and it goes on.
   */
  prometheus: ({ address, atLeast = 0.99, window = '2m', ...options }: PrometheusOptions): AnalysisStep => {
    if (!(atLeast > 0 && atLeast <= 1))
      refuse(`"atLeast" is ${atLeast}; it must be a share above 0, up to 1.`);
    const { counter, code, labels } = countedMetric(options);
    const all = options.where === undefined ? labels : `${labels},${options.where}`;
    const rate = (more: string): string => `sum(rate(${counter}{${all}${more}}[${goDuration(window)}]))`;
    return analysisOf(options.name, {
      name: 'success-rate',
      ...repeated(options),
      successCondition: `len(result) == 0 || isNaN(result[0]) || result[0] >= ${atLeast}`,
      provider: {
        // Without vector(0) the result is empty if all requests fail, because nothing counts a success then.
        prometheus: { address, query: `(${rate(`,${code}!~"5.."`)} or vector(0)) / ${rate('')}` },
      },
    });
  },

  /** Fails when a URL answers something else than that all is well. */
  web: ({ url, jsonPath = '{$.status}', ...options }: WebOptions): AnalysisStep =>
    analysisOf(options.name, {
      name: 'health',
      ...repeated(options),
      successCondition: options.successCondition ?? 'result == "ok" || result == "UP"',
      provider: { web: { url, jsonPath, timeoutSeconds: 5 } },
    }),

  /**
   * Metrics of your own, all of which have to pass. Their texts can name the same arguments, which are declared and get their values.
   * @example
   * Steps.analysis(Analysis.metrics({ metrics: [{
   *   name: 'errors',
   *   count: 5,
   *   interval: '30s',
   *   failureCondition: 'len(result) > 0 && result[0] > 0.01',
   *   provider: { prometheus: {
   *     address: 'http://prometheus.monitoring:9090',
   *     query: 'errors:ratio{service="{{args.canary-service}}",namespace="{{args.namespace}}"}',
   *   } },
   * }] }))
   */
  metrics: ({ args = [], ...template }: MetricsOptions): AnalysisStep => argued(template, args),

  /** Fails when a container ends with another exit code than 0. */
  job: ({ name, image, command, args, labels, failureLimit = 0 }: JobOptions): AnalysisStep =>
    analysisOf(name, {
      name: 'job',
      failureLimit,
      provider: { job: { spec: jobSpec(defined({ image, command, args }), labels) } },
    }),
} as const;

/** An analysis of one metric, with the arguments that its texts name. */
function analysisOf(name: string | undefined, metric: Metric): AnalysisStep {
  return argued({ ...(name !== undefined && { name }), metrics: [metric] });
}

/** The counter of requests to the new version, and its labels. */
export function countedMetric({
  countedBy = 'pods',
  counter,
  codeLabel,
}: Pick<PrometheusOptions, 'countedBy' | 'counter' | 'codeLabel'>): {
  readonly counter: string;
  readonly code: string;
  readonly labels: string;
} {
  const pods = 'namespace="{{args.namespace}}",pod=~".*-{{args.canary-hash}}-.*"';
  const [name, code, labels] = {
    pods: ['http_requests_total', 'code', pods],
    istio: ['istio_requests_total', 'response_code', `${pods},reporter="destination"`],
    // The label is the name of the upstream: namespace, Service and port. Label "namespace" may be that of the controller.
    'ingress-nginx': [
      'nginx_ingress_controller_requests',
      'status',
      'canary=~"{{args.namespace}}-{{args.canary-service}}-.*"',
    ],
  }[countedBy] as [string, string, string];
  return { counter: counter ?? name, code: codeLabel ?? code, labels };
}

/** A duration as PromQL and Go read it. */
function goDuration(duration: Duration): string {
  return typeof duration === 'number' ? `${duration}s` : duration;
}

/** @throws {UnfitProps} for a limit that no measurements can exceed */
function repeated({
  interval = '30s',
  count,
  failureLimit = count === undefined ? 2 : Math.max(0, Math.min(2, count - 1)),
}: RepeatedOptions): Pick<Metric, 'interval' | 'count' | 'failureLimit'> {
  if (count !== undefined && failureLimit >= count)
    refuse(
      `"failureLimit" is ${failureLimit} for ${counted(count, 'measurement')}, so the analysis cannot fail; use less than ${count}.`,
    );
  return { interval: goDuration(interval) as Duration, ...(count !== undefined && { count }), failureLimit };
}

type JobSpec = NonNullable<MetricProvider['job']>['spec'];

function jobSpec(container: object, labels: JobOptions['labels']): JobSpec {
  return {
    backoffLimit: 1,
    activeDeadlineSeconds: 300,
    template: {
      ...(labels && { metadata: { labels } }),
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10001,
          runAsGroup: 10001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [
          {
            name: 'job',
            ...container,
            resources: {
              requests: { cpu: '50m', memory: '64Mi' },
              limits: { cpu: '500m', memory: '64Mi' },
            },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      },
    },
  };
}
