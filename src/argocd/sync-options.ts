import { at, type JsonMap } from '../kubernetes/objects/json.js';

/**
 * The distinct entries of an annotation: separated by commas, without surrounding white space.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/resource/annotations.go
 */
function optionsOf(object: JsonMap, annotation: string): readonly string[] {
  const text = at(object, 'metadata', 'annotations', annotation);
  if (typeof text !== 'string') return [];
  return [...new Set(text.split(',').map((option) => option.trim()))].filter((option) => option !== '');
}

/** The value of an option in the annotation of an object; the first one counts. */
export function optionValue(
  object: JsonMap | undefined,
  annotation: string,
  option: string,
): string | undefined {
  return object && valueIn(optionsOf(object, annotation), option);
}

/** The value of an option in a list. */
export function valueIn(options: readonly string[], option: string): string | undefined {
  const prefix = `${option}=`;
  return options.find((one) => one.startsWith(prefix))?.slice(prefix.length);
}

/** Whether an object has exactly this option in its annotation. */
export function hasOption(object: JsonMap | undefined, annotation: string, option: string): boolean {
  return object !== undefined && optionsOf(object, annotation).includes(option);
}
