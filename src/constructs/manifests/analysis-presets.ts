import type { AnalysisStep, Metric } from './analysis.js';
import { defined } from './manifest.js';
import type { Duration } from './steps.js';

/** What all presets have in common. */
interface PresetOptions {
  /** The name of the AnalysisTemplate. */
  readonly name: string;

  /**
   * How many measurements may fail before the analysis does, and the update is aborted.
   * @default 0 for a job, 3 for the others
   */
  readonly failureLimit?: number;
}

/** Measurements one after the other. */
interface RepeatedOptions extends PresetOptions {
  /** @default '1m' */
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
   * The counter of requests that has the labels `namespace` and `pod`.
   * @default 'http_requests_total'
   */
  readonly counter?: string;

  /**
   * The label with the status code.
   * @default 'code'
   */
  readonly codeLabel?: string;

  /**
   * Labels that select among the counters, in PromQL.
   * @default - none
   */
  readonly where?: string;

  /** @default 0.99 */
  readonly atLeast?: number;
}

/** What a URL answers, which has to be JSON. */
export interface WebOptions extends RepeatedOptions {
  /** May name `{{args.rollout}}` and `{{args.namespace}}`. */
  readonly url: string;

  /** @default '{$.status}' */
  readonly jsonPath?: string;

  /** @default 'result == "ok" || result == "UP"' */
  readonly successCondition?: string;
}

/** A container that ends with exit code 0 if the new version is good. */
export interface JobOptions extends PresetOptions {
  readonly image: string;
  readonly command?: readonly string[];
  /** May name `{{args.rollout}}`. */
  readonly args?: readonly string[];

  /**
   * Labels of its pod, such as `sidecar.istio.io/inject: "false"`, without which a sidecar may keep the Job from ending.
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
}

const rollout = { name: 'rollout', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } } as const;
const namespace = {
  name: 'namespace',
  valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
} as const;
const canaryHash = { name: 'canary-hash', valueFrom: { podTemplateHashValue: 'Latest' } } as const;

/**
 * Analyses as they are usually wanted, each with its AnalysisTemplate and the arguments that it needs. They stand where the
 * Rollout's own field would: as a step, beside the steps, or before and after a promotion.
 * @example
 * steps: [Steps.setWeight(20), Steps.analysis(Analysis.job({ name: 'smoke', image: 'curlimages/curl:8.16.0', args: ['--fail', 'http://{{args.rollout}}-canary'] }))]
 */
export const Analysis = {
  /**
   * Fails when too few requests to the pods of the new version succeed. While there are no requests nothing is known, and
   * it goes on.
   */
  prometheus: ({ address, atLeast = 0.99, ...options }: PrometheusOptions): AnalysisStep => {
    const { counter = 'http_requests_total', codeLabel = 'code', where } = options;
    const pods = 'namespace="{{args.namespace}}",pod=~".*-{{args.canary-hash}}-.*"';
    const labels = where === undefined ? pods : `${pods},${where}`;
    const rate = (more: string): string => `sum(rate(${counter}{${labels}${more}}[2m]))`;
    return {
      templates: [
        {
          name: options.name,
          args: [{ name: 'namespace' }, { name: 'canary-hash' }],
          metrics: [
            {
              name: 'success-rate',
              ...repeated(options),
              successCondition: `len(result) == 0 || isNaN(result[0]) || result[0] >= ${atLeast}`,
              provider: {
                prometheus: { address, query: `${rate(`,${codeLabel}!~"5.."`)} / ${rate('')}` },
              },
            },
          ],
        },
      ],
      args: [namespace, canaryHash],
    };
  },

  /** Fails when a URL answers something else than that all is well. */
  web: ({ url, jsonPath = '{$.status}', ...options }: WebOptions): AnalysisStep => ({
    templates: [
      {
        name: options.name,
        args: [{ name: 'rollout' }, { name: 'namespace' }],
        metrics: [
          {
            name: 'health',
            ...repeated(options),
            successCondition: options.successCondition ?? 'result == "ok" || result == "UP"',
            provider: { web: { url, jsonPath, timeoutSeconds: 5 } },
          },
        ],
      },
    ],
    args: [rollout, namespace],
  }),

  /** Fails when a container ends with another exit code than 0. */
  job: ({ name, image, command, args, labels, failureLimit = 0 }: JobOptions): AnalysisStep => ({
    templates: [
      {
        name,
        args: [{ name: 'rollout' }],
        metrics: [
          {
            name: 'job',
            failureLimit,
            provider: { job: { spec: jobSpec(defined({ image, command, args }), labels) } },
          },
        ],
      },
    ],
    args: [rollout],
  }),
} as const;

function repeated({
  interval = '1m',
  count,
  failureLimit = 3,
}: RepeatedOptions): Pick<Metric, 'interval' | 'count' | 'failureLimit'> {
  return { interval, ...(count !== undefined && { count }), failureLimit };
}

function jobSpec(container: object, labels: JobOptions['labels']): object {
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
