import { memoizeLast } from '../../model/memo.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { blueGreen, canary, steps } from './rollout.js';

/** An analysis that a Rollout runs: the templates that it is made of, and what they are given. */
export interface Analysis {
  readonly field: Field;
  /** As messages call it: `the background analysis`, `steps[2]`. */
  readonly words: string;
  /** An experiment's analyses are met by the controller when their step comes, and not before. */
  readonly place: 'background' | 'inline' | 'experiment';
  readonly templates: readonly Reference[];
  /** The list of arguments, there or not. */
  readonly args: Field;
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
    }));
  const ofExperiments = steps(rollout).flatMap((step, index) =>
    step.at('experiment', 'analyses').items.map((field) => ({
      field,
      words: `the experiment of steps[${index}]`,
      place: 'experiment' as const,
      templates: templateReference(field),
      args: field.at('args'),
    })),
  );
  return [...own, ...ofExperiments];
});

/** The templates that a template is made of. */
export function nestedTemplates(template: Resource): readonly Reference[] {
  return template.at('spec', 'templates').items.flatMap(templateReference);
}

function templateReference(entry: Field): Reference[] {
  const from = entry.at('templateName');
  if (from.text === undefined) return [];
  const kind = entry.at('clusterScope').boolean === true ? 'ClusterAnalysisTemplate' : 'AnalysisTemplate';
  return [{ from, to: { group: 'argoproj.io', kind, name: from.text } }];
}

/** The entries of a list of arguments that have a name, of a template or of whoever uses it. */
export function namedArguments(args: Field): readonly Field[] {
  return args.items.filter((argument) => argument.at('name').text !== undefined);
}

/** Whether an argument says what its value is, be it an empty text. */
export function hasValue(argument: Field): boolean {
  return argument.at('value').exists || argument.at('valueFrom').exists;
}
