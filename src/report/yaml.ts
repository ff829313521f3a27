import { dump } from 'js-yaml';
import { printable } from './printable.js';

/** A value as a reader of manifests expects it: block style, keys as they come, long lines unfolded. */
export function toYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true });
}

/** The lines of a value for a reader to copy: as JSON, which is YAML, where a line needs an escape to be printed. */
export function yamlToCopy(value: unknown): readonly string[] {
  const lines = toYaml(value).trimEnd().split('\n');
  const isAsItIs = lines.every((line) => printable(line) === line);
  return isAsItIs ? lines : JSON.stringify(value, undefined, 2).split('\n');
}
