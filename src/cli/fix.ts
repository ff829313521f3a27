import { readFileSync } from '../repository/files/disk.js';
import { Boundary } from '../repository/files/boundary.js';
import { encodedAs } from '../repository/files/decode.js';
import { isUnwritten, replaceFile } from '../repository/files/write.js';
import { type TextChange, type FixRun, settled } from '../lint/fix/settle.js';
import type { Safety } from '../model/fix.js';
import type { Source } from '../model/source.js';
import { counted } from '../model/wording.js';
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

/** The applied fixes and the remaining findings. */
export interface Fixing<R extends FixRun = FixRun> {
  /** The state to report: with the fixes, unless no file was written. */
  readonly run: R;
  readonly notes: readonly Note[];
  readonly failures: readonly Note[];
}

/**
 * Applies the fixes of the reported findings. Lints each new text before writing it, and rejects a fix if its finding
 * remains or another finding appears at the same place.
 */
export function fixed<R extends FixRun>(
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
        ? `There is nothing that --fix would change.${first.findings.some(({ choices }) => choices) ? ' Where the text shows what to pick, the choice is yours: in the file, or with one key in an editor.' : ''}`
        : `${counted(count, 'finding')} would be fixed in ${counted(changed.size, 'file')}; nothing was written.`,
    ]);
    return { run: first, notes: [], failures: [] };
  }
  const boundary = Boundary.around(around.folder, options.paths);
  const [notes, failures]: [Note[], Note[]] = [[], []];
  for (const [{ path, name }, change] of changed) {
    const why = unwrittenReason(boundary, path, change);
    if (why !== undefined) {
      failures.push({ message: `${name}: nothing was fixed: ${why}` });
      continue;
    }
    const rules = made.filter(({ source }) => source.path === path).map(({ finding }) => finding.rule);
    notes.push({ message: `${name}: ${counted(rules.length, 'finding')} fixed (${ruleList(rules)}).` });
  }
  // A fix that was not written does not count, so the current files are reported.
  return { run: failures.length === 0 ? run : lintAgain(first.sources.map(reread)), notes, failures };
}

/** A new object for the same source, for callers that compare sources by identity. */
export function reread(source: Source): Source {
  return { path: source.path, name: source.name, read: () => source.read() };
}

/** Writes a file if it has not changed since it was read; otherwise returns the reason. */
export function unwrittenReason(
  boundary: Boundary,
  path: string,
  { before, after }: TextChange,
): string | undefined {
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
  changed: readonly (readonly [Source, TextChange])[],
  { isColored }: Pick<Options, 'isColored'>,
  around: Surroundings,
): void {
  const style = isColored ? colored : plain;
  const lines = changed
    .toSorted(([left], [right]) => (left.path < right.path ? -1 : 1))
    .flatMap(([{ name }, { before, after }]) => unifiedDiff(name, masked(before), masked(after), style));
  printDiff(around, lines);
}

/** A string with the values of Secrets masked. */
function masked(text: string): string {
  if (!text.includes('Secret')) return text;
  const lines = text.split('\n');
  const hidden = maskedLines(lines);
  return lines.map((line, index) => hidden.get(index)?.shown ?? line).join('\n');
}

function ruleList(rules: readonly string[]): string {
  return [...new Set(rules)].sort().join(', ');
}
