import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type {
  AnalysisRunArgument,
  AnalysisTemplateRef,
  MetricRule,
  RolloutObject,
} from '../../kubernetes/objects/rollout-object.js';
import { hashOf } from './annotations.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { readMetadata } from '../../kubernetes/validation/metadata-path.js';

/** What a template asks for, and what an AnalysisRun gets. */
export interface AnalysisArgument {
  readonly name: string;
  readonly value?: string | null;
  readonly valueFrom?: unknown;
}

export interface AnalysisTemplateObject extends KubeObject {
  readonly spec?: {
    readonly metrics?: readonly { readonly name: string }[];
    readonly args?: readonly AnalysisArgument[];
    readonly dryRun?: readonly MetricRule[];
    readonly measurementRetention?: readonly MetricRule[];
    readonly templates?: readonly AnalysisTemplateRef[];
  };
}

/** The content of several templates as one. */
export interface FlatTemplate {
  readonly metrics: readonly { readonly name: string }[];
  readonly args: readonly AnalysisArgument[];
  readonly dryRun: readonly MetricRule[];
  readonly measurementRetention: readonly MetricRule[];
}

/**
 * The templates that references lead to, with those that these name in turn, each once: first the templates of the
 * namespace, then those of the cluster.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (getAnalysisTemplatesFromRefs)
 */
export function findTemplates(
  cluster: Cluster,
  namespace: string | undefined,
  references: readonly AnalysisTemplateRef[],
): readonly AnalysisTemplateObject[] {
  const own = new Map<string, AnalysisTemplateObject>();
  const ofCluster = new Map<string, AnalysisTemplateObject>();
  const visit = (list: readonly AnalysisTemplateRef[], above: readonly string[]): void => {
    for (const { templateName = '', clusterScope } of list) {
      const isOfCluster = clusterScope === true;
      const kind = isOfCluster ? kinds.clusterAnalysisTemplate : kinds.analysisTemplate;
      const template = cluster.get<AnalysisTemplateObject>(
        kind,
        isOfCluster ? undefined : namespace,
        templateName,
      );
      const name = `${kind.kind.toLowerCase()}.argoproj.io "${templateName}"`;
      if (!template) throw new ControllerError(`${name} not found`, 'not-found');
      // Templates that name each other exhaust upstream's stack.
      if (above.includes(name)) throw new ControllerError(`${name} names itself`, 'panic');
      const found = isOfCluster ? ofCluster : own;
      if (!found.has(templateName)) found.set(templateName, template);
      visit(template.spec?.templates ?? [], [...above, name]);
    }
  };
  visit(references, []);
  return [...own.values(), ...ofCluster.values()];
}

/**
 * Several templates as one. Two metrics or two rules for metrics of one name are an error, and so are two values for
 * one argument.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (FlattenTemplates)
 */
export function flattenTemplates(templates: readonly AnalysisTemplateObject[]): FlatTemplate {
  const metrics = templates.flatMap(({ spec }) => spec?.metrics ?? []);
  failOnTwins(metrics, ({ name }) => name, 'two metrics have the same name');
  return {
    metrics,
    dryRun: dryRunRules(templates.flatMap(({ spec }) => spec?.dryRun ?? [])),
    measurementRetention: retentionRules(templates.flatMap(({ spec }) => spec?.measurementRetention ?? [])),
    args: flattenArguments(templates.flatMap(({ spec }) => spec?.args ?? [])),
  };
}

export function dryRunRules<Rule extends MetricRule>(rules: readonly Rule[]): readonly Rule[] {
  failOnTwins(rules, ({ metricName }) => metricName, 'two Dry-Run metric rules have the same name');
  return rules;
}

export function retentionRules<Rule extends MetricRule>(rules: readonly Rule[]): readonly Rule[] {
  failOnTwins(
    rules,
    ({ metricName }) => metricName,
    'two Measurement Retention metric rules have the same name',
  );
  return rules;
}

function flattenArguments(args: readonly AnalysisArgument[]): readonly AnalysisArgument[] {
  const flat = new Map<string, AnalysisArgument>();
  for (const arg of args) {
    const before = flat.get(arg.name);
    if (before?.value != null && arg.value != null && before.value !== arg.value)
      throw new ControllerError(
        `Argument \`${arg.name}\` specified multiple times with different values: '${before.value}', '${arg.value}'`,
      );
    if (before?.value == null) flat.set(arg.name, arg);
  }
  return [...flat.values()];
}

/**
 * The arguments of a template with the values given to it. What the template does not ask for is dropped; what it
 * asks for and nobody gives is an error.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (MergeArgs)
 */
export function mergeArguments(
  given: readonly AnalysisArgument[],
  asked: readonly AnalysisArgument[],
): readonly AnalysisArgument[] {
  const merged = [...asked];
  for (const { name, value, valueFrom } of given) {
    const index = merged.findIndex((arg) => arg.name === name);
    const arg = merged[index];
    if (arg === undefined) continue;
    if (value != null) merged[index] = { ...arg, value };
    else if (valueFrom != null) merged[index] = { ...arg, valueFrom };
  }
  const missing = merged.find(({ value, valueFrom }) => value == null && valueFrom == null);
  if (missing) throw new ControllerError(`args.${missing.name} was not resolved`);
  return merged;
}

/**
 * What a Rollout gives to the templates of an analysis, with the hashes and fields that arguments ask for.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go (BuildArgumentsForRolloutAnalysisRun)
 */
export function buildArguments(
  rollout: RolloutObject,
  args: readonly AnalysisRunArgument[],
  { stableRS, newRS }: Pick<RolloutContext, 'stableRS' | 'newRS'>,
): readonly AnalysisArgument[] {
  let problem: ControllerError | undefined;
  const built = args.map(({ name, value = '', valueFrom }) => {
    const { podTemplateHashValue, fieldRef } = valueFrom ?? {};
    if (podTemplateHashValue != null) {
      if (podTemplateHashValue === 'Latest') return { name, value: hashOfExisting(newRS) };
      if (podTemplateHashValue === 'Stable') return { name, value: hashOfExisting(stableRS) };
    } else if (fieldRef) {
      const { fieldPath } = fieldRef;
      if (fieldPath.startsWith('metadata')) {
        const text = readMetadata(rollout, fieldPath);
        if (text === undefined) throw new ControllerError(`unsupported fieldPath: ${fieldPath}`);
        problem = undefined;
        return { name, value: text };
      }
      // Only the outcome of the last path counts; upstream forgets an error when a later path is read.
      const read = readField(rollout, fieldPath);
      problem = read instanceof ControllerError ? read : undefined;
      return { name, value: read instanceof ControllerError ? '' : read };
    }
    return { name, value };
  });
  if (problem) throw problem;
  return built;
}

function hashOfExisting(replicaSet: ReplicaSetObject | undefined): string {
  if (!replicaSet) throw new ControllerError('invalid memory address or nil pointer dereference', 'panic');
  return hashOf(replicaSet);
}

/**
 * What a `fieldPath` beside the metadata leads to in a Rollout. A negative index makes upstream crash.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go (extractValueFromRollout)
 */
export function readField(rollout: RolloutObject, path: string): string | ControllerError {
  const lost = new ControllerError(`invalid path ${path} in rollout`);
  let value: unknown = withoutResolved(rollout);
  for (const section of path.split(/[.[\]]+/)) {
    if (section === '') continue;
    if (Array.isArray(value)) {
      if (!/^[+-]?\d+$/.test(section)) return new ControllerError(`invalid index '${section}'`);
      if (Number(section) >= value.length) return new ControllerError(`index ${section} out of range`);
      if (Number(section) < 0) throw new ControllerError('index out of range', 'panic');
      value = value[Number(section)];
    } else if (typeof value === 'object' && value !== null)
      value = Object.hasOwn(value, section)
        ? (value as Readonly<Record<string, unknown>>)[section]
        : undefined;
    else return lost;
  }
  if (value == null) return lost;
  if (typeof value === 'object')
    return new ControllerError(`path ${path} in rollout must terminate in a primitive value`);
  if (typeof value === 'number') return printed(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As upstream writes it: what a workloadRef gives is no part of the Rollout. */
function withoutResolved(rollout: RolloutObject): unknown {
  if (!rollout.spec.workloadRef) return rollout;
  return { ...rollout, spec: withoutKey({ ...rollout.spec }, 'template') };
}

/** A number as `%v` prints what came from JSON: with an exponent from a million on. */
function printed(value: number): string {
  if (Math.abs(value) < 1e6) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e+');
  return `${mantissa}e+${exponent.padStart(2, '0')}`;
}

function failOnTwins<Item>(items: readonly Item[], nameOf: (item: Item) => string, words: string): void {
  const seen = new Set<string>();
  for (const name of items.map(nameOf)) {
    if (seen.has(name)) throw new ControllerError(`${words} '${name}'`);
    seen.add(name);
  }
}
