import { toDocument } from '../yaml/write/document.js';
import { printable } from './printable.js';

/** The lines of a value for a reader to copy: as JSON, which is YAML, where a line needs an escape to be printed. */
export function yamlToCopy(value: unknown): readonly string[] {
  const lines = toDocument(value).trimEnd().split('\n');
  const isAsItIs = lines.every((line) => printable(line) === line);
  return isAsItIs ? lines : JSON.stringify(value, undefined, 2).split('\n');
}
