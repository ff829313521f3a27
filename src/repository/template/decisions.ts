import type { Chart } from './chart.js';
import { keysOf } from './conditions.js';
import { isReadFromNil } from './open-values.js';
import { parseTemplate } from './parse-template.js';
import type { SetValue } from './set-values.js';
import type { Expression, Pipeline, TemplatePart } from './syntax.js';
import { type Mapping, NotEvaluated } from './unknown.js';

/** More than that is not one mode that a release may be in. */
const mostDecisions = 8;

/**
 * What conditions of a chart ask of values that every release has to give, because Helm reads them from a map that is missing: for one that
 * is compared with words the first of them, and in each other map a value that is `false`. Undefined if there is none, or if there are many.
 */
export function decisionsOn(chart: Chart, values: Mapping): readonly SetValue[] | undefined {
  const found = new Map<string, SetValue>();
  const inMaps = new Map<string, SetValue>();
  try {
    for (const [file, text] of chart.templates) {
      if (file.endsWith('.txt')) continue;
      const { parts, defined } = parseTemplate(text);
      for (const { keys, word } of [parts, ...defined.values()].flatMap((body) => [...inquiriesIn(body)])) {
        if (!isReadFromNil(values, keys)) continue;
        const name = keys.join('.');
        const map = keys.slice(0, -1).join('.');
        if (word !== undefined) {
          if (!found.has(name)) found.set(name, { name, value: word, isText: true });
        } else if (!inMaps.has(map) || isSwitch.test(name))
          inMaps.set(map, { name, value: 'false', isText: false });
      }
    }
  } catch (error) {
    if (error instanceof NotEvaluated) return undefined;
    throw error;
  }
  const isInMap = (map: string): boolean => [...found.keys()].some((name) => name.startsWith(`${map}.`));
  const all = [...found.values(), ...[...inMaps].flatMap(([map, one]) => (isInMap(map) ? [] : [one]))];
  return all.length > 0 && all.length <= mostDecisions ? all : undefined;
}

/** The key that tells whether there is something, of all that a map has. */
const isSwitch = /\.(?:enabled|create)$/;

interface Inquiry {
  readonly keys: readonly string[];
  /** The word with which the value is compared. */
  readonly word?: string;
}

function* inquiriesIn(parts: readonly TemplatePart[]): Generator<Inquiry> {
  for (const part of parts) {
    if (!('body' in part)) continue;
    if (part.kind === 'if') yield* inquiriesOf(part.pipeline);
    yield* inquiriesIn(part.body);
    yield* inquiriesIn(part.otherwise);
  }
}

function* inquiriesOf({ commands }: Pipeline): Generator<Inquiry> {
  for (const [first, ...others] of commands) {
    if (!first) continue;
    if (first.kind !== 'function') {
      yield* inquiryInto(first);
      continue;
    }
    const [word] = /^(?:eq|ne)$/.test(first.name) ? others.flatMap(wordOf) : [];
    if (word !== undefined || /^(?:and|or|not)$/.test(first.name))
      for (const one of others) yield* inquiryInto(one, word);
  }
}

function* inquiryInto(one: Expression, word?: string): Generator<Inquiry> {
  if (one.kind === 'pipeline') yield* inquiriesOf(one.pipeline);
  const keys = keysOf(one);
  if (keys) yield { keys, ...(word === undefined ? {} : { word }) };
}

function wordOf(one: Expression): readonly string[] {
  return one.kind === 'literal' && typeof one.value === 'string' ? [one.value] : [];
}
