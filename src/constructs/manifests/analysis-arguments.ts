import { didYouMean } from '../../model/nearest-name.js';
import type { AnalysisArgument, AnalysisStep, AnalysisTemplateProps } from './analysis.js';
import { type Raw, refuse } from './manifest.js';
import type { TemplateArgument } from './upstream-types.js';

/** Metrics of your own, in the form of the AnalysisTemplate's own fields. */
export interface MetricsOptions extends Omit<AnalysisTemplateProps, 'args'> {
  /**
   * Arguments that the texts of the metrics name, beside those that get their values from the Rollout: with a value, or where it comes
   * from.
   * @default - none
   */
  readonly args?: readonly (TemplateArgument | AnalysisArgument)[];
}

const fromField = (fieldPath: string): Raw => ({ fieldRef: { fieldPath } });

/** The arguments that presets can name, and where their values come from. */
const presetArguments: Readonly<Record<string, Raw>> = {
  rollout: fromField('metadata.name'),
  namespace: fromField('metadata.namespace'),
  'canary-hash': { podTemplateHashValue: 'Latest' },
  'stable-hash': { podTemplateHashValue: 'Stable' },
  'canary-service': fromField('spec.strategy.canary.canaryService'),
  'stable-service': fromField('spec.strategy.canary.stableService'),
  'preview-service': fromField('spec.strategy.blueGreen.previewService'),
  'active-service': fromField('spec.strategy.blueGreen.activeService'),
};

/**
 * An analysis whose arguments are declared, and get their values from the Rollout where they are not given.
 * @throws {UnfitProps} for an argument that has no value
 */
export function argued(
  template: Omit<AnalysisTemplateProps, 'args'>,
  own?: NonNullable<MetricsOptions['args']>,
): AnalysisStep {
  const text = JSON.stringify(template.metrics);
  const named = new Set([...text.matchAll(/\{\{\s*args\.([\w-]+)\s*\}\}/g)].map(([, argument]) => argument));
  const given = own ?? [];
  const names = given.map((argument) => argument.name);
  for (const argument of named)
    if (argument !== undefined && !names.includes(argument) && !Object.hasOwn(presetArguments, argument))
      refuse(unknownArgument(argument, own && names));
  const derived = Object.entries(presetArguments)
    .filter(([argument]) => named.has(argument) && !names.includes(argument))
    .map(([argument, valueFrom]) => ({ name: argument, valueFrom }));
  const [kept, passed] = [given.filter(isOfTemplate), given.filter((one) => !isOfTemplate(one))];
  const args = [...derived, ...(passed as readonly AnalysisArgument[])];
  const declared = [...kept, ...args.map((argument) => ({ name: argument.name }))];
  return {
    templates: [
      { ...template, ...(declared.length > 0 && { args: declared as readonly TemplateArgument[] }) },
    ],
    ...(args.length > 0 && { args }),
  };
}

function unknownArgument(argument: string, own: readonly string[] | undefined): string {
  const known = [...(own ?? []), ...Object.keys(presetArguments)];
  const meant = didYouMean(argument, known);
  return own
    ? `"{{args.${argument}}}" has no value; give it one in "args".${meant} Without it, ${Object.keys(presetArguments).join(', ')} have values.`
    : `"{{args.${argument}}}" is not an argument of the presets, so it has no value.${meant} They are ${known.join(', ')}.`;
}

/** A value and a key of a Secret stay in the template; only a Rollout knows its own fields and the hashes of its pods. */
function isOfTemplate(argument: TemplateArgument | AnalysisArgument): boolean {
  const { valueFrom } = argument;
  return valueFrom === undefined || 'secretKeyRef' in valueFrom;
}
