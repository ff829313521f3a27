import { at, type JsonMap } from '../kubernetes/objects/json.js';

/**
 * What an annotation lists, each once: the entries between commas, without white space around.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/resource/annotations.go
 */
function optionsOf(object: JsonMap, annotation: string): readonly string[] {
  const text = at(object, 'metadata', 'annotations', annotation);
  if (typeof text !== 'string') return [];
  return [...new Set(text.split(',').map((option) => option.trim()))].filter((option) => option !== '');
}

/** The value of an option that an object is annotated with: of several the first. */
export function optionValue(
  object: JsonMap | undefined,
  annotation: string,
  option: string,
): string | undefined {
  return object && valueIn(optionsOf(object, annotation), option);
}

/** The value of an option among others. */
export function valueIn(options: readonly string[], option: string): string | undefined {
  const prefix = `${option}=`;
  return options.find((one) => one.startsWith(prefix))?.slice(prefix.length);
}

/** Whether an object is annotated with exactly this option. */
export function hasOption(object: JsonMap | undefined, annotation: string, option: string): boolean {
  return object !== undefined && optionsOf(object, annotation).includes(option);
}
