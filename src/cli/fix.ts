import { readFileSync } from 'node:fs';
import { Boundary } from '../repository/files/boundary.js';
import { encodedAs } from '../repository/files/decode.js';
import { isUnwritten, replaceFile } from '../repository/files/write.js';
import { type Change, type Run, settled } from '../lint/fix/settle.js';
import type { Safety } from '../model/fix.js';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';
import { maskedLines } from '../report/secrets.js';
import { colored, plain } from '../report/style.js';
import { unifiedDiff } from '../report/unified-diff.js';
import { printDiff, tell } from './output.js';
import type { Surroundings } from './surroundings.js';

interface Options {
  readonly safety: Safety;
  readonly isDry: boolean;
  readonly paths: readonly string[];
  readonly isColored: boolean;
}

/** What was fixed, and what is found then. */
export interface Fixing<R extends Run = Run> {
  /** The state to report: with the fixes, unless nothing was written. */
  readonly run: R;
  readonly notes: readonly Note[];
  readonly failures: readonly Note[];
}

/**
 * Makes the fixes of what is reported. Each text is linted again before anything is written: a fix after which its finding is
 * still there, or another one at the same place, is not made.
 */
export function fixed<R extends Run>(
  first: R,
  lintAgain: (sources: readonly Source[]) => R,
  options: Options,
  around: Surroundings,
): Fixing<R> {
  const { run, changed, made } = settled(first, lintAgain, options.safety);
  if (options.isDry) {
    showDiff([...changed], options, around);
    const count = made.length;
    tell(around, [
      count === 0
        ? 'There is nothing that --fix would change.'
        : `${plural(count, 'finding')} would be fixed in ${plural(changed.size, 'file')}; nothing was written.`,
    ]);
    return { run: first, notes: [], failures: [] };
  }
  const boundary = Boundary.around(around.folder, options.paths);
  const [notes, failures]: [Note[], Note[]] = [[], []];
  for (const [{ path, name }, change] of changed) {
    const why = written(boundary, path, change);
    if (why !== undefined) {
      failures.push({ message: `${name}: nothing was fixed: ${why}` });
      continue;
    }
    const rules = made.filter(({ source }) => source.path === path).map(({ rule }) => rule);
    notes.push({ message: `${name}: ${plural(rules.length, 'finding')} fixed (${counted(rules)}).` });
  }
  // What is not written is not fixed: what is there is what is to be reported.
  return { run: failures.length === 0 ? run : lintAgain(first.sources.map(reread)), notes, failures };
}

/** The same source, for whoever takes what is changed for another one. */
export function reread(source: Source): Source {
  return { path: source.path, name: source.name, read: () => source.read() };
}

/** Writes a file that is still as it was read; otherwise the reason why not. */
export function written(boundary: Boundary, path: string, { before, after }: Change): string | undefined {
  try {
    const file = boundary.resolve(path);
    const bytes = file === undefined ? undefined : readFileSync(file);
    if (bytes && !bytes.equals(Buffer.from(encodedAs(before, bytes))))
      return 'the file differs from what was linted: it has unstaged changes, changed meanwhile, or has bytes other than UTF-8.';
    replaceFile(boundary, path, after);
    return undefined;
  } catch (error) {
    if (isUnwritten(error)) return error.message;
    throw error;
  }
}

export function showDiff(
  changed: readonly (readonly [Source, Change])[],
  { isColored }: Pick<Options, 'isColored'>,
  around: Surroundings,
): void {
  const style = isColored ? colored : plain;
  const lines = changed
    .toSorted(([left], [right]) => (left.path < right.path ? -1 : 1))
    .flatMap(([{ name }, { before, after }]) => unifiedDiff(name, masked(before), masked(after), style));
  printDiff(around, lines);
}

/** A text without what Secrets in it hold. */
function masked(text: string): string {
  if (!text.includes('Secret')) return text;
  const lines = text.split('\n');
  const hidden = maskedLines(lines);
  return lines.map((line, index) => hidden.get(index)?.shown ?? line).join('\n');
}

function counted(rules: readonly string[]): string {
  return [...new Set(rules)].sort().join(', ');
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
