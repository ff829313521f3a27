import { memoizeLast } from '../../model/memo.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { blueGreen, canary, steps } from './rollout.js';

/** An analysis that a Rollout runs: its templates and arguments. */
export interface Analysis {
  readonly field: Field;
  /** Its name in messages: `the background analysis`, `steps[2]`. */
  readonly words: string;
  /** The controller reads the analyses of an experiment only when its step starts. */
  readonly place: 'background' | 'inline' | 'experiment';
  readonly templates: readonly Reference[];
  /** The list of arguments, present or not. */
  readonly args: Field;
  /** Where its rules for metrics are, `dryRun` and `measurementRetention`. */
  readonly rules: Field;
}

/**
 * The analyses of a Rollout: in the background, before and after promotion, in steps and in the experiments of steps.
 * https://argo-rollouts.readthedocs.io/en/stable/features/analysis/
 */
export const analyses = memoizeLast((rollout: Resource): readonly Analysis[] => {
  const named: [Field, string][] = [
    [canary(rollout).at('analysis'), 'the background analysis'],
    [blueGreen(rollout).at('prePromotionAnalysis'), 'the analysis before promotion'],
    [blueGreen(rollout).at('postPromotionAnalysis'), 'the analysis after promotion'],
    ...steps(rollout).map((step, index): [Field, string] => [step.at('analysis'), `steps[${index}]`]),
  ];
  const own = named
    .filter(([field]) => field.exists)
    .map(([field, words]) => ({
      field,
      words,
      place: field.parent?.key === 'canary' ? ('background' as const) : ('inline' as const),
      templates: field.at('templates').items.flatMap(templateReference),
      args: field.at('args'),
      rules: field,
    }));
  const ofExperiments = steps(rollout).flatMap((step, index) =>
    step.at('experiment', 'analyses').items.map((field) => ({
      field,
      words: `the experiment of steps[${index}]`,
      place: 'experiment' as const,
      templates: templateReference(field),
      args: field.at('args'),
      rules: step.at('experiment'),
    })),
  );
  return [...own, ...ofExperiments];
});

/** Whether an analysis judges the preview of a blue-green update, while the active Service leads to the old version. */
export function isBeforePromotion({ field }: Pick<Analysis, 'field'>): boolean {
  return field.key === 'prePromotionAnalysis';
}

/** The templates of the analyses of an Experiment. */
export function templatesOfExperiment(experiment: Resource): readonly Reference[] {
  return experiment.at('spec', 'analyses').items.flatMap(templateReference);
}

/** The templates that a template includes. */
export function nestedTemplates(template: Resource): readonly Reference[] {
  return template.at('spec', 'templates').items.flatMap(templateReference);
}

function templateReference(entry: Field): Reference[] {
  const from = entry.at('templateName');
  if (from.text === undefined) return [];
  const kind = entry.at('clusterScope').boolean === true ? 'ClusterAnalysisTemplate' : 'AnalysisTemplate';
  return [{ from, to: { group: 'argoproj.io', kind, name: from.text } }];
}

/** The named entries of a list of arguments, in a template or where it is used. */
export function namedArguments(args: Field): readonly Field[] {
  return args.items.filter((argument) => argument.at('name').text !== undefined);
}

/** The values that a template gives to its arguments, by their names. */
export function defaultArguments(template: Resource): ReadonlyMap<string, string> {
  return new Map(
    namedArguments(template.at('spec', 'args')).flatMap((argument) => {
      const [name, value] = [argument.at('name').text, argument.at('value').text];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Whether an argument has a value, even an empty string. */
export function hasValue(argument: Field): boolean {
  return argument.at('value').exists || argument.at('valueFrom').exists;
}

/** A `{{args.name}}` in a string of a template. */
export interface ArgumentUse {
  readonly field: Field;
  readonly name: string;
  /** Its position in the value of the field, with the braces. */
  readonly start: number;
  readonly length: number;
}

/** The arguments that the metrics of a template use. */
export function argumentUses(template: Resource): readonly ArgumentUse[] {
  return usesIn(template.at('spec', 'metrics'));
}

function usesIn(field: Field): readonly ArgumentUse[] {
  if (field.shape === 'map') return field.entries.flatMap(usesIn);
  if (field.shape === 'list') return field.items.flatMap(usesIn);
  return [...(field.text ?? '').matchAll(/\{\{\s*args\.([\w.-]+)\s*\}\}/g)].map((match) => ({
    field,
    name: match[1]!,
    start: match.index,
    length: match[0].length,
  }));
}
