import { toDocument } from '../yaml/write/document.js';
import { printable } from './printable.js';

/** A value as lines of YAML to copy, or as JSON, which is also YAML, if a line would need escapes to be printed. */
export function yamlToCopy(value: unknown): readonly string[] {
  const lines = toDocument(value).trimEnd().split('\n');
  const isAsItIs = lines.every((line) => printable(line) === line);
  return isAsItIs ? lines : JSON.stringify(value, undefined, 2).split('\n');
}
