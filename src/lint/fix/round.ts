import { isSameJson } from '../../kubernetes/objects/json.js';
import { spliced } from '../../yaml/edit/splice.js';
import type { Fix, TextEdit } from '../../model/fix.js';
import { toValue } from '../../model/node.js';
import type { Source } from '../../model/source.js';
import { editsOf, expected, type Meant, meantBy, Texts } from './edits.js';

/** The result of applying fixes whose edits do not overlap. */
export interface Round<F extends Pick<Fix, 'writes'>> {
  readonly texts: ReadonlyMap<Source, { readonly before: string; readonly after: string }>;
  readonly made: readonly F[];
  /** The fixes that cannot be applied, with the reasons. */
  readonly unfit: ReadonlyMap<F, string>;
}

/**
 * Applies fixes in order. If the edits of two fixes touch, only the first fix is applied; the caller can apply the
 * other one to the new text.
 */
export function round<F extends Pick<Fix, 'writes'>>(fixes: readonly F[]): Round<F> {
  const texts = new Texts();
  const unfit = new Map<F, string>();
  const taken: { readonly fix: F; readonly edits: readonly TextEdit[] }[] = [];
  const bySource = new Map<Source, TextEdit[]>();
  const seenEdits = new Set<string>();
  const made: F[] = [];
  for (const fix of fixes) {
    const edited = editsOf(fix, texts);
    if ('unfit' in edited) {
      unfit.set(fix, edited.unfit);
      continue;
    }
    const { edits } = edited;
    const key = JSON.stringify(edits.map(({ source, start, end, text }) => [source.path, start, end, text]));
    // Two findings can request the same edits.
    if (seenEdits.has(key)) made.push(fix);
    if (
      seenEdits.has(key) ||
      edits.some((edit) => bySource.get(edit.source)?.some((other) => touch(edit, other)))
    )
      continue;
    seenEdits.add(key);
    made.push(fix);
    taken.push({ fix, edits });
    for (const edit of edits) {
      const others = bySource.get(edit.source);
      if (others) others.push(edit);
      else bySource.set(edit.source, [edit]);
    }
  }
  const results = new Map(
    [...bySource].map(([source, edits]) => [
      source,
      { before: texts.textOf(source), after: withEditsMade(texts, source, edits) },
    ]),
  );
  const meant = taken.flatMap(({ fix }) => meantBy(fix, texts));
  const bySourceMeant = groupBy(meant, ({ source }) => source);
  const isRight = [...results].every(([source, { after }]) =>
    isAsMeant(texts, source, after, bySourceMeant.get(source) ?? []),
  );
  // Each fix is correct by itself, so their combination is wrong.
  const [first, another] = taken;
  if (!isRight && first && another) return round([first.fix]);
  return isRight ? { texts: results, made, unfit } : { texts: new Map(), made: [], unfit };
}

/** Whether two edits touch. The order of two insertions at the same offset would be undefined. */
function touch(one: TextEdit, other: TextEdit): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function withEditsMade(texts: Texts, source: Source, edits: readonly TextEdit[]): string {
  return spliced(
    texts.textOf(source),
    [...edits].sort((left, right) => left.start - right.start),
  );
}

/** Whether a string has the documents of the old text, each with its intended values. */
function isAsMeant(texts: Texts, source: Source, text: string, meant: readonly Meant[]): boolean {
  const ranges = texts.rangesOf(source);
  const changed = { ...source, read: () => text };
  const after = new Texts();
  const now = after.rangesOf(changed);
  const byDocument = groupBy(meant, ({ index }) => index);
  const wanted = ranges.flatMap((range, index) => {
    const its = byDocument.get(index) ?? [];
    const writes = its.flatMap((one) => one.writes);
    return [{ range, writes }, ...its.flatMap(({ added }) => added.map((value) => ({ value })))];
  });
  if (now.length !== wanted.length) return false;
  return wanted.every((one, index) => {
    const is = now[index]!;
    if ('range' in one && one.writes.length === 0)
      return (
        withoutLineBreak(texts.textOf(source).slice(one.range.start, one.range.end)) ===
        withoutLineBreak(text.slice(is.start, is.end))
      );
    const root = after.rootOf(changed, is);
    if (!root) return false;
    if ('value' in one) return isSameJson(toValue(root), one.value);
    const before = texts.rootOf(source, one.range);
    return before !== undefined && isSameJson(toValue(root), expected(toValue(before), one.writes));
  });
}

/** A document without its last line break, which it only needs before another document. */
function withoutLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
