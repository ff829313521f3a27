import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import { kinds } from '../../../kubernetes/objects/object.js';
import type {
  AnalysisTemplateRef,
  RolloutAnalysis,
  RolloutObject,
} from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { analysisRunProblem, suppliedArguments } from './analysis-run.js';
import type { AnalysisTemplate } from './analysis-template.js';
import { type FieldError, invalid, ofEach } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { isEndless, resolveMetrics } from './metrics.js';
import type { ReferencesToValidate } from './reference.js';
import { BadReference } from './violation.js';

/** An analysis of a Rollout with its templates, including nested ones: those of the namespace, then those of the cluster. */
export interface AnalysisToValidate {
  readonly path: string;
  readonly isBackground: boolean;
  readonly analysis: RolloutAnalysis;
  readonly templates: readonly AnalysisTemplate[];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getReferencedRolloutAnalyses) */
export function analysesOf(given: ReferencesToValidate): readonly AnalysisToValidate[] {
  const { blueGreen, canary } = given.rollout.spec.strategy ?? {};
  const named: [path: string, analysis: RolloutAnalysis | undefined][] = blueGreen
    ? [
        ['blueGreen.prePromotionAnalysis', blueGreen.prePromotionAnalysis],
        ['blueGreen.postPromotionAnalysis', blueGreen.postPromotionAnalysis],
      ]
    : [
        ...(canary?.steps ?? []).map((step, index): [string, RolloutAnalysis | undefined] => [
          `canary.steps[${index}].analysis`,
          step.analysis,
        ]),
        ['canary.analysis', canary?.analysis],
      ];
  return named.flatMap(([name, analysis]) => {
    if (!analysis) return [];
    const path = `spec.strategy.${name}.templates`;
    const templates = collect(given, analysis.templates ?? [], path, []);
    return [{ path, isBackground: name === 'canary.analysis', analysis, templates }];
  });
}

/**
 * Templates and the templates nested in them, each once. Templates that contain each other crash the controller.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getReferencedAnalysisTemplatesFromRef)
 */
function collect(
  given: ReferencesToValidate,
  references: readonly AnalysisTemplateRef[],
  path: string,
  outer: readonly AnalysisTemplate[],
): readonly AnalysisTemplate[] {
  const all = references.flatMap((reference) => {
    const template = find(given, reference, path);
    if (outer.includes(template)) throw new ControllerError('stack overflow', 'panic');
    return [
      template,
      ...collect(given, template.spec?.templates ?? [], 'spec.templates', [...outer, template]),
    ];
  });
  const isOfCluster = ({ kind }: AnalysisTemplate): boolean => kind === kinds.clusterAnalysisTemplate.kind;
  return [...new Set([...all.filter((template) => !isOfCluster(template)), ...all.filter(isOfCluster)])];
}

function find(
  { cluster, rollout }: ReferencesToValidate,
  { templateName = '', clusterScope = false }: AnalysisTemplateRef,
  path: string,
): AnalysisTemplate {
  const kind = clusterScope ? kinds.clusterAnalysisTemplate : kinds.analysisTemplate;
  const namespace = clusterScope ? undefined : rollout.metadata.namespace;
  const template = cluster.get<AnalysisTemplate>(kind, namespace, templateName);
  if (template) return template;
  throw new BadReference(
    'analysis-template-missing',
    invalid(path, templateName, `${kind.kind} '${templateName}' not found`),
  );
}

/**
 * What prevents an AnalysisRun from being created from the templates, for each of them.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 * (ValidateAnalysisTemplatesWithType)
 */
export function analysisErrors(
  { rollout, version }: Pick<ReferencesToValidate, 'rollout' | 'version'>,
  given: AnalysisToValidate,
): readonly FieldError[] {
  const { path, analysis, templates, isBackground } = given;
  const supplied = suppliedArguments(rollout, analysis.args ?? []);
  // Upstream tries every analysis with the rules of every analysis step, not only its own.
  const rules: readonly RolloutAnalysis[] = [
    {},
    ...(rollout.spec.strategy?.canary?.steps ?? []).flatMap(({ analysis: other }) =>
      other?.dryRun || other?.measurementRetention ? [other] : [],
    ),
  ];
  for (const { dryRun = [], measurementRetention = [] } of rules) {
    const problem = analysisRunProblem(templates, supplied, { dryRun, measurementRetention });
    if (problem === undefined) continue;
    const names = templates.map(({ metadata }) => metadata.name).join(' ');
    return [invalid(path, `templateNames: [${names}]`, problem)];
  }
  return ofEach(templates, (template) =>
    isBackground ? backgroundErrors(rollout, template, path) : templateErrors(template, path, version),
  );
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go (ValidateAnalysisTemplateWithType) */
function templateErrors(
  template: AnalysisTemplate,
  path: string,
  version: RolloutsVersion,
): readonly FieldError[] {
  const { name } = template.metadata;
  const metrics = resolveMetrics(template.spec ?? {}, version);
  if (typeof metrics === 'string') return [invalid(path, name, `AnalysisTemplate ${name}: ${metrics}`)];
  return metrics.filter(isEndless).map((metric) => {
    const words = `AnalysisTemplate ${name} has metric ${metric.name} which runs indefinitely.`;
    const error = invalid(path, name, `${words} Invalid value for count: ${metric.count ?? '<nil>'}`);
    return { ...error, about: metric.name };
  });
}

function backgroundErrors(
  { spec }: RolloutObject,
  template: AnalysisTemplate,
  path: string,
): readonly FieldError[] {
  const { name } = template.metadata;
  const given = spec.strategy?.canary?.analysis?.args;
  return ofEach(template.spec?.args, (argument) => {
    if (argument.value != null || argument.valueFrom != null) return none;
    if (!given) return [invalid(path, name, 'missing analysis arguments in rollout spec')];
    return given.some((other) => other.name === argument.name) ? none : [invalid(path, name, argument.name)];
  });
}
