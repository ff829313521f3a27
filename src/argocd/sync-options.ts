import { at, type JsonMap } from '../cluster/json.js';

/**
 * What an annotation lists, each once: the entries between commas, without white space around.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/resource/annotations.go
 */
function optionsOf(object: JsonMap, annotation: string): readonly string[] {
  const text = at(object, 'metadata', 'annotations', annotation);
  if (typeof text !== 'string') return [];
  return [...new Set(text.split(',').map((option) => option.trim()))].filter((option) => option !== '');
}

/** Whether an object is annotated with exactly this option. */
export function hasOption(object: JsonMap | undefined, annotation: string, option: string): boolean {
  return object !== undefined && optionsOf(object, annotation).includes(option);
}
