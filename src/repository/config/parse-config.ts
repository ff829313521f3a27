import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { type Config, emptyConfig } from './config.js';
import { configKeys } from './keys.js';
import { type Key, readKeys, type ConfigReading, definedValues, keyLines } from './shape.js';

/** A configuration, or its problems: one sentence each, with file, line and column. */
export type ParsedConfig = { readonly config: Config } | { readonly problems: readonly string[] };

/**
 * Parses a configuration file. `names` are the existing rules and areas, if known; `keys` are the keys that the file may have.
 */
export function parseConfig(
  text: string,
  file: string,
  names?: readonly string[],
  keys: Readonly<Record<string, Key>> = configKeys,
): ParsedConfig {
  const problems: string[] = [];
  const positionOf = positionsIn(text);
  const config = parse(keys, {
    text,
    names,
    fail(offset, message) {
      const { line, column } = positionOf(offset);
      problems.push(`${file}:${line}:${column}: ${message}`);
    },
    lineOf: (offset) => positionOf(offset).line,
  });
  return problems.length > 0 ? { problems } : { config };
}

/** Lines and columns, from 1; a byte order mark takes no column. */
function positionsIn(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: Math.max(0, offset - starts[low]!) + 1 };
  };
}

function parse(keys: Readonly<Record<string, Key>>, reading: ConfigReading): Config {
  const [range, another] = splitDocuments(reading.text);
  if (!range) return emptyConfig;
  if (another) reading.fail(another.start, 'Only the first YAML document is read; merge this one into it.');
  const { root, problems } = parseTree(reading.text, range.start, range.end);
  for (const { message, start } of problems) reading.fail(start, message);
  if (!root) return emptyConfig;
  if (root.kind !== 'map') {
    reading.fail(root.start, 'The configuration must be a map of keys, such as "render: true".');
    return emptyConfig;
  }
  const values = definedValues(readKeys(root.entries, keys, reading));
  return { ...emptyConfig, ...values, lines: keyLines(root.entries, reading) };
}
