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

/** An argument that a template declares or an AnalysisRun is given. */
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

/** The merged content of several templates. */
export interface FlatTemplate {
  readonly metrics: readonly { readonly name: string }[];
  readonly args: readonly AnalysisArgument[];
  readonly dryRun: readonly MetricRule[];
  readonly measurementRetention: readonly MetricRule[];
}

/**
 * The templates that references lead to and the templates nested in those, each once: first those of the namespace, then those
 * of the cluster. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (getAnalysisTemplatesFromRefs)
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
      // Templates that reference each other overflow upstream's stack.
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
 * Merges templates. Duplicate metric names, duplicate dry-run or measurement-retention rules, and conflicting argument values
 * are errors. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (FlattenTemplates)
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
 * The arguments of a template with the given values. Values for undeclared arguments are dropped; an argument without a value
 * is an error. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (MergeArgs)
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
 * The arguments that a Rollout passes to its templates, with pod hashes and fields resolved.
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
      // Only the error of the last path counts: upstream overwrites an error when it reads the next path.
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
 * The value of a Rollout at a `fieldPath` outside the metadata. A negative index crashes upstream.
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
  if (typeof value === 'number') return printedNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As upstream writes it: without the template that the workloadRef supplies. */
function withoutResolved(rollout: RolloutObject): unknown {
  if (!rollout.spec.workloadRef) return rollout;
  return { ...rollout, spec: withoutKey({ ...rollout.spec }, 'template') };
}

/** A JSON number as Go's `%v` prints it: with an exponent from a million up. */
function printedNumber(value: number): string {
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
