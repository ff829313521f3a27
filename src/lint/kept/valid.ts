import { consequenceKinds } from '../../model/consequence.js';
import { severities } from '../../model/finding.js';
import { safeties } from '../../model/fix.js';
import { type Message, unfilled } from '../../model/message.js';
import type { KeptFinding } from './findings.js';
import type { KeptState } from './state.js';

/** Whether a value can be one that `Keeping` has made: the form of each part, and that numbers refer to something. */
export function isKeptState(value: unknown, words: number): value is KeptState {
  if (!isMap(value)) return false;
  const { sources, strings, flags, counts, objects, wordCounts, textLengths, findings, isChecked } = value;
  if (!isText(sources) || !isListOf(strings, isText) || !isListOf(flags, isFrom(-1, 7))) return false;
  const isOfEach = (list: unknown, least: number): list is readonly number[] =>
    isListOf(list, isFrom(least)) && list.length === flags.length;
  return (
    isOfEach(counts, 0) &&
    isOfEach(wordCounts, 0) &&
    isOfEach(textLengths, -1) &&
    sum(wordCounts) === words &&
    isListOf(objects, isFrom(-1)) &&
    sum(counts) * 8 === objects.length &&
    areObjects(objects, strings.length) &&
    isListOf(findings, isFinding) &&
    typeof isChecked === 'boolean'
  );
}

/** The largest offset: files are smaller. */
const largestOffset = 2 ** 27;

type Is<T> = (value: unknown) => value is T;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFrom(least: number, largest = largestOffset): Is<number> {
  return (value): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= largest;
}

function isListOf<T>(value: unknown, isOne: Is<T>): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isOneOf<T>(values: readonly T[]): Is<T> {
  return (value): value is T => values.includes(value as T);
}

function isAbsentOr<T>(value: unknown, is: Is<T>): value is T | undefined {
  return value === undefined || is(value);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function areObjects(objects: readonly number[], strings: number): boolean {
  for (let at = 0; at < objects.length; at += 8) {
    for (let place = 0; place < 5; place++) {
      const number = objects[at + place]!;
      if (number >= strings || (number < 0 && place < 4)) return false;
    }
    const [start, end] = [objects[at + 6]!, objects[at + 7]!];
    if (start < 0 || end < start) return false;
  }
  return true;
}

const isSource = isFrom(0);
const isOffset = isFrom(-1);

function isFinding(value: unknown): value is KeptFinding {
  if (!isMap(value)) return false;
  const { labels, live, fix, choices, object, path, message, consequence } = value;
  return (
    isText(value['rule']) &&
    isOneOf(severities)(value['severity']) &&
    isAbsentOr(value['isSettled'], isOneOf([true, false])) &&
    isMessage(message) &&
    isAbsentOr(consequence, isConsequence) &&
    isAbsentOr(value['case'], isText) &&
    isPlace(value['place']) &&
    isListOf(labels, isLabel) &&
    isAbsentOr(live, isLive) &&
    isAbsentOr(fix, isFix) &&
    (choices === undefined || isListOf(choices, isFix)) &&
    isAbsentOr(object, isKeptObject) &&
    isAbsentOr(path, isPath) &&
    isAbsentOr(value['more'], isFrom(0)) &&
    isAbsentOr(value['moreIn'], isOneOf(['file' as const])) &&
    isAbsentOr(value['silencer'], isSilencer)
  );
}

function isSilencer(value: unknown): value is NonNullable<KeptFinding['silencer']> {
  if (!isMap(value)) return false;
  const { by, place, file, line, reason, until } = value;
  return by === 'configuration'
    ? isText(file) && isFrom(1)(line) && isAbsentOr(reason, isText)
    : isOneOf(['comment', 'annotation'])(by) && isPlace(place) && isText(reason) && isAbsentOr(until, isText);
}

function isMessage(value: unknown): value is Message {
  if (!isMap(value) || !isText(value['id']) || !isText(value['template'])) return false;
  const { data, template, words } = value;
  if (!isMap(data) || !isAbsentOr(words, isText)) return false;
  const isValue = (its: unknown): its is Message['data'][string] =>
    isText(its) || typeof its === 'number' || isListOf(its, isText);
  return Object.values(data).every(isValue) && unfilled(template, data as Message['data']).length === 0;
}

function isConsequence(value: unknown): value is NonNullable<KeptFinding['consequence']> {
  return isMap(value) && isOneOf(consequenceKinds)(value['kind']) && isText(value['why']);
}

function isPlace(value: unknown): value is KeptFinding['place'] {
  return Array.isArray(value) && value.length === 3 && isRange(value);
}

function isLabel(value: unknown): value is KeptFinding['labels'][number] {
  return Array.isArray(value) && value.length === 4 && isRange(value) && isText(value[3]);
}

function isRange([source, start, end]: readonly unknown[]): boolean {
  return isSource(source) && isOffset(start) && isOffset(end) && start <= end;
}

function isLive(value: unknown): value is NonNullable<KeptFinding['live']> {
  if (!isMap(value)) return false;
  const { frame, id, rollout, object, lines } = value;
  return [frame, id, rollout, object].every(isText) && isListOf(lines, isText);
}

function isFix(value: unknown): value is NonNullable<KeptFinding['fix']> {
  if (!isMap(value)) return false;
  const { title, safety, writes } = value;
  return isText(title) && isOneOf(safeties)(safety) && isListOf(writes, isWrite);
}

function isWrite(value: unknown): value is NonNullable<KeptFinding['fix']>['writes'][number] {
  return (
    isMap(value) && isKeptObject(value['object']) && value['object'].length === 2 && isPath(value['path'])
  );
}

function isKeptObject(value: unknown): value is NonNullable<KeptFinding['object']> {
  if (!Array.isArray(value) || !isSource(value[0])) return false;
  if (value.length === 2) return isFrom(0)(value[1]);
  const [, offset, identity] = value as readonly unknown[];
  if (value.length !== 3 || !isOffset(offset) || !Array.isArray(identity) || identity.length !== 5)
    return false;
  return identity.every((text, place) => isText(text) || (place === 4 && text === null));
}

function isPath(value: unknown): value is NonNullable<KeptFinding['path']> {
  return isListOf(value, (step): step is string | number => isText(step) || isFrom(0)(step));
}
