import { isTrue } from './go-values.js';
import { type SetValue, withSet } from './set-values.js';
import type { Expression, Pipeline, TemplatePart } from './syntax.js';
import type { Mapping, TemplateValue } from './unknown.js';

/** A condition on the way to a part of a template, and whether it has to hold. */
export interface Guard {
  readonly pipeline: Pipeline;
  readonly holds: boolean;
}

/** Text of a template, and the conditions around it, the outermost first. */
export interface GuardedText {
  readonly text: string;
  readonly guards: readonly Guard[];
}

/** The texts of a template that conditions alone decide on: none of those in a loop. */
export function* guardedTexts(
  parts: readonly TemplatePart[],
  guards: readonly Guard[] = [],
): Generator<GuardedText> {
  for (const part of parts) {
    if (part.kind === 'text') yield { text: part.text, guards };
    if (part.kind !== 'if') continue;
    const { pipeline } = part;
    yield* guardedTexts(part.body, [...guards, { pipeline, holds: true }]);
    yield* guardedTexts(part.otherwise, [...guards, { pipeline, holds: false }]);
  }
}

/** The values by which a condition holds, or does not; undefined if that is not known. */
type Sets = readonly SetValue[] | undefined;

/**
 * The values by which all of some conditions are as they have to be, beside those that are given; undefined if not booleans and words alone
 * decide. An inner condition comes first: where it asks for a word, the outer one does not hold for another word.
 */
export function setsFor(guards: readonly Guard[], given: Mapping): Sets {
  let found: readonly SetValue[] = [];
  let values = given;
  for (const { pipeline, holds } of guards.toReversed()) {
    const sets = ofPipeline(pipeline, holds, values);
    if (!sets || sets.some(({ name }) => found.some((one) => one.name === name))) return undefined;
    found = [...sets, ...found];
    values = withSet(values, sets);
  }
  return found;
}

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
  if (!left || !right || others.length > 2) return undefined;
  const isSame = first.name === 'eq' ? holds : first.name === 'ne' ? !holds : undefined;
  if (isSame === undefined) return undefined;
  return ofWord(left, right, isSame, values) ?? ofWord(right, left, isSame, values);
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

/** The value that is equal to a word, or is not, where it is a word now; or to `true` or `false`. */
function ofWord(place: Expression, word: Expression, isSame: boolean, values: TemplateValue): Sets {
  const keys = keysOf(place);
  if (!keys || word.kind !== 'literal') return undefined;
  const value = valueBelow(values, keys) ?? null;
  const name = keys.join('.');
  if (typeof word.value === 'boolean')
    return typeof value !== 'boolean'
      ? undefined
      : (value === word.value) === isSame
        ? []
        : [{ name, value: String(!value), isText: false }];
  if (typeof word.value !== 'string') return undefined;
  if ((value === word.value) === isSame) return [];
  return isSame && (value === null || typeof value === 'string')
    ? [{ name, value: word.value, isText: true }]
    : undefined;
}

/** The keys of `.Values.a.b`, also of `$.Values.a.b`. */
export function keysOf(operand: Expression): readonly string[] | undefined {
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
