import { fromPlain, isTrue } from './go-values.js';
import { parseTemplate } from './parse-template.js';
import type { Chart } from './chart.js';
import type { SetValue } from './set-values.js';
import type { Expression, Pipeline, TemplatePart } from './syntax.js';
import { NotEvaluated, type TemplateValue } from './unknown.js';

/** A condition on the way to an object of a template, and whether it has to hold. */
interface Guard {
  readonly pipeline: Pipeline;
  readonly holds: boolean;
}

/**
 * The values that turn on an object of a kind that a chart's own values leave out, if booleans and words alone decide on it:
 * `{{ if .Values.rollout.enabled }}`, `{{ if eq .Values.kind "Rollout" }}`. Those of the first template of which that is known.
 */
export function switchesOf(chart: Chart, kind: string): readonly SetValue[] | undefined {
  const written = new RegExp(String.raw`^kind: *["']?${kind}\b`, 'm');
  for (const text of chart.templates.values()) {
    if (!written.test(text)) continue;
    const set = setsOf(text, { written, values: chart.values });
    if (set && set.length > 0) return set;
  }
  return undefined;
}

interface SwitchedOn {
  readonly written: RegExp;
  readonly values: unknown;
}

function setsOf(text: string, { written, values }: SwitchedOn): readonly SetValue[] | undefined {
  try {
    const guards = guardsOf(parseTemplate(text).parts, written);
    const sets = guards?.map(({ pipeline, holds }) => ofPipeline(pipeline, holds, fromPlain(values)));
    return sets?.every((one) => one !== undefined) === true ? sets.flat() : undefined;
  } catch (error) {
    if (error instanceof NotEvaluated) return undefined;
    throw error;
  }
}

/** The conditions around the first text with the kind; undefined if there is none, or a loop is around it. */
function guardsOf(parts: readonly TemplatePart[], written: RegExp): readonly Guard[] | undefined {
  for (const part of parts) {
    if (part.kind === 'text' && written.test(part.text)) return [];
    if (part.kind !== 'if') continue;
    for (const [inner, holds] of [
      [part.body, true],
      [part.otherwise, false],
    ] as const) {
      const guards = guardsOf(inner, written);
      if (guards) return [{ pipeline: part.pipeline, holds }, ...guards];
    }
  }
  return undefined;
}

/** The values by which a condition holds, or does not; undefined if that is not known. */
type Sets = readonly SetValue[] | undefined;

function ofPipeline({ commands, variables }: Pipeline, holds: boolean, values: TemplateValue): Sets {
  const [command, another] = commands;
  if (!command || another || variables.length > 0) return undefined;
  const [first, ...others] = command;
  if (!first) return undefined;
  if (others.length === 0) return ofOperand(first, holds, values);
  if (first.kind !== 'function') return undefined;
  const [left, right] = others;
  if (first.name === 'not' && left && !right) return ofOperand(left, !holds, values);
  if (first.name === 'and' && holds) {
    const sets = others.map((one) => ofOperand(one, true, values));
    return sets.every((one) => one !== undefined) ? sets.flat() : undefined;
  }
  return first.name === 'eq' && holds && left && right && others.length === 2
    ? (ofWord(left, right, values) ?? ofWord(right, left, values))
    : undefined;
}

function ofOperand(operand: Expression, holds: boolean, values: TemplateValue): Sets {
  if (operand.kind === 'pipeline') return ofPipeline(operand.pipeline, holds, values);
  const keys = keysOf(operand);
  if (!keys) return undefined;
  const value = valueBelow(values, keys);
  if (value !== undefined && isTrue(value) === holds) return [];
  const isSwitch = value === undefined || value === null || typeof value === 'boolean';
  return isSwitch ? [{ name: keys.join('.'), value: String(holds), isText: false }] : undefined;
}

/** The value that is equal to a word, where it is a word now. */
function ofWord(place: Expression, word: Expression, values: TemplateValue): Sets {
  const keys = keysOf(place);
  if (!keys || word.kind !== 'literal' || typeof word.value !== 'string') return undefined;
  const value = valueBelow(values, keys);
  if (value === word.value) return [];
  return value === undefined || typeof value === 'string'
    ? [{ name: keys.join('.'), value: word.value, isText: true }]
    : undefined;
}

/** The keys of `.Values.a.b`, also of `$.Values.a.b`. */
function keysOf(operand: Expression): readonly string[] | undefined {
  const [first, ...keys] = valuesPathOf(operand) ?? [];
  return first === 'Values' && keys.length > 0 ? keys : undefined;
}

function valuesPathOf(operand: Expression): readonly string[] | undefined {
  if (operand.kind === 'dot' || (operand.kind === 'variable' && operand.name === '$')) return [];
  if (operand.kind !== 'fields') return undefined;
  const outer = valuesPathOf(operand.of);
  return outer && [...outer, ...operand.names];
}

function valueBelow(values: TemplateValue, keys: readonly string[]): TemplateValue | undefined {
  let value: TemplateValue | undefined = values;
  for (const key of keys) value = value instanceof Map ? value.get(key) : undefined;
  return value;
}
