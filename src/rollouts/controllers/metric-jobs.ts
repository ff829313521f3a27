import { isList, isMap, type JsonMap, stringOrEmpty } from '../../kubernetes/objects/json.js';
import type { Objection } from '../../kubernetes/objects/cluster.js';
import type { KubeObject, Labels } from '../../kubernetes/objects/object.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import { objectionsTo, refusalText } from '../../kubernetes/validation/objections.js';
import type { AnalysisRunObject } from './context.js';

/** A Job, reduced to what its pods need. */
export interface JobObject extends KubeObject {
  readonly spec: { readonly template: PodTemplate };
}

/** A placeholder for the uid of a run, of the same length as a real one. */
export const uid = '00000000-0000-0000-0000-000000000000';
const uidLabel = 'analysisrun.argoproj.io/uid';

/** The longest name of a Job that fits into a label. */
const longest = 63;

/**
 * The first Job of a metric; undefined for another provider and for a Job without pods, which the definition of
 * AnalysisTemplates refuses. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/job/job.go (newMetricJob)
 */
export function jobOf(
  metric: unknown,
  { name: run, namespace }: { readonly name: string; readonly namespace?: string },
): JobObject | undefined {
  const job = isMap(metric) && isMap(metric['provider']) ? metric['provider']['job'] : undefined;
  if (!isMap(metric) || !isMap(job) || !isMap(job['spec']) || !isMap(job['spec']['template']))
    return undefined;
  const { metadata, spec } = job['spec']['template'] as PodTemplate;
  if (!isMap(spec) || !isList(spec['containers'])) return undefined;
  const given = isMap(job['metadata']) ? job['metadata'] : {};
  const name = stringOrEmpty(metric['name']);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobName(name),
      ...(namespace !== undefined && { namespace }),
      labels: { ...labelsIn(given, 'labels'), [uidLabel]: uid },
      annotations: {
        ...labelsIn(given, 'annotations'),
        'analysisrun.argoproj.io/name': run,
        'analysisrun.argoproj.io/namespace': namespace ?? '',
        'analysisrun.argoproj.io/metric-name': name,
      },
    },
    spec: {
      template: { metadata: { ...metadata, labels: { ...metadata?.labels, [uidLabel]: uid } }, spec },
    },
  };
}

/** Cuts the name of a metric if the name of its Job would be too long. */
function jobName(metric: string): string {
  const name = `${uid}.${metric}.1`;
  return name.length <= longest ? name : `${uid}.${metric.slice(0, longest - name.length)}.1`;
}

function labelsIn(metadata: JsonMap, key: 'labels' | 'annotations'): Labels {
  const labels = metadata[key];
  return isMap(labels) ? (labels as Labels) : {};
}

/** What the API server objects to in the Job of a metric, except where arguments of the run are involved. */
export function objectionsToJob(job: JobObject): readonly Objection[] {
  return objectionsTo(job).filter(({ path, text: words }) => {
    const isOpen = words.includes('{{') || stringOrEmpty(valueInJob(job, path)).includes('{{');
    return !isOpen;
  });
}

function valueInJob(value: unknown, path: Objection['path']): unknown {
  return path.reduce<unknown>(
    (inside, key) => (isMap(inside) ? inside[key] : isList(inside) ? inside[Number(key)] : undefined),
    value,
  );
}

/**
 * Why an AnalysisRun ends in an error: the API server refuses the Job of a metric on every attempt.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessRunStatus)
 */
export function jobsRefusal({ metadata, spec }: AnalysisRunObject): string | undefined {
  const { metrics = [], dryRun = [] } = spec;
  const isDry = (name: string): boolean => dryRun.some((rule) => isMap(rule) && rule['metricName'] === name);
  for (const metric of metrics) {
    const job = jobOf(metric, metadata);
    if (!job || !isMap(metric) || isDry(stringOrEmpty(metric['name']))) continue;
    const objections = objectionsToJob(job);
    if (objections.length === 0) continue;
    const limit = Number(metric['consecutiveErrorLimit'] ?? 4);
    return `Metric "${stringOrEmpty(metric['name'])}" assessed Error due to consecutiveErrors (${limit + 1}) > consecutiveErrorLimit (${limit}): "Error Message: ${refusalText(job, objections)}"`;
  }
  return undefined;
}
