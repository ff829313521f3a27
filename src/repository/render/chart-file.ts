import { folderOf, type Source } from '../../model/source.js';
import { parseValues } from '../../yaml/parse/values.js';

/** The name and the type that a Chart.yaml gives, the name of its folder if it gives none. */
export function chartOf(source: Source): { name: string; type: unknown } {
  const fallback = folderOf(source).replace(/^.*\//, '') || 'release';
  let value: unknown;
  try {
    [value] = parseValues(source.read());
  } catch {
    // Helm reports what is wrong with it.
  }
  const { name, type } = (value ?? {}) as { name?: unknown; type?: unknown };
  return { name: typeof name === 'string' ? name : fallback, type };
}
