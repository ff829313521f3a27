import { readFileSync } from 'node:fs';
import { Boundary } from '../files/boundary.js';
import { isUnwritten, replaceFile } from '../files/write.js';
import { round } from '../fix/round.js';
import type { Finding } from '../model/finding.js';
import { type Fix, isAskedFor, type Safety } from '../model/fix.js';
import { filled } from '../model/message.js';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';
import { maskedLines } from '../report/secrets.js';
import { colored, plain } from '../report/style.js';
import { unifiedDiff } from '../report/unified-diff.js';
import { printDiff, tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** What linting some sources gives. */
export interface Run {
  readonly sources: readonly Source[];
  /** All that is found, and what of it is to be reported. */
  readonly findings: readonly Finding[];
  readonly reported: readonly Finding[];
}

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

/** As many times are texts changed and looked at again; who has faults that hide others behind others runs it again. */
const maxRounds = 50;

type Fixable = Finding & { readonly fix: Fix };

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

/** The text of a file as it was linted first, and what it should become. */
interface Change {
  readonly before: string;
  readonly after: string;
}

interface Settled<R extends Run> {
  readonly run: R;
  readonly changed: ReadonlyMap<Source, Change>;
  readonly made: readonly { readonly rule: string; readonly source: Source }[];
}

function settled<R extends Run>(
  first: R,
  lintAgain: (sources: readonly Source[]) => R,
  safety: Safety,
): Settled<R> {
  const origins = new Map<string, Source>(first.sources.map((source) => [source.path, source]));
  const changed = new Map<Source, Change>();
  const made: { rule: string; source: Source }[] = [];
  const refused = new Set<string>();
  let run = first;
  for (let count = 0; count < maxRounds; count++) {
    const wanted = fixable(run, safety).filter((finding) => !refused.has(keyOf(finding)));
    if (wanted.length === 0) break;
    const byFix = new Map(wanted.map((finding) => [finding.fix, finding]));
    const done = round([...byFix.keys()]);
    for (const fix of done.unfit.keys()) refused.add(keyOf(byFix.get(fix)!));
    const findings = done.made.map((fix) => byFix.get(fix)!);
    if (findings.length === 0) continue;
    const next = lintAgain(run.sources.map((source) => withText(source, done.texts.get(source)?.after)));
    const failed = findings.filter((finding) => isInVain(finding, run, next));
    if (failed.length > 0) {
      for (const finding of failed) refused.add(keyOf(finding));
      continue;
    }
    for (const [source, { before, after }] of done.texts) {
      const origin = origins.get(source.path) ?? source;
      changed.set(origin, { before: changed.get(origin)?.before ?? before, after });
    }
    for (const { rule, fix } of findings) made.push({ rule, source: fix.writes[0]!.resource.source });
    run = next;
  }
  return { run, changed, made };
}

/** The findings with a fix that is asked for, of files that are read as they are. */
function fixable({ sources, reported }: Run, safety: Safety): readonly Fixable[] {
  const known = new Set(sources);
  return reported.filter(
    (finding): finding is Fixable =>
      finding.fix !== undefined &&
      isAskedFor(finding.fix, safety) &&
      finding.fix.writes.length > 0 &&
      finding.fix.writes.every(({ resource: { source } }) => known.has(source) && source.name !== '<stdin>'),
  );
}

/** Whether a finding is still there, or something new is found where its fix has written. */
function isInVain(finding: Fixable, before: Run, after: Run): boolean {
  const key = keyOf(finding);
  if (after.findings.some((other) => keyOf(other) === key)) return true;
  const known = new Set(before.findings.map(keyOf));
  return after.findings.some(
    (other) => !known.has(keyOf(other)) && finding.fix.writes.some((write) => isAt(other, write)),
  );
}

/** Whether a finding is of a field, of one in it, or of one that it is in. */
function isAt({ resource, path = [] }: Finding, write: Fix['writes'][number]): boolean {
  if (!resource || objectOf(resource) !== objectOf(write.resource)) return false;
  const length = Math.min(path.length, write.path.length);
  // Of the object as a whole everything is said somewhere.
  return length > 0 && path.slice(0, length).every((step, index) => step === write.path[index]);
}

function objectOf({ group, kind, namespace = '', name }: NonNullable<Finding['resource']>): string {
  return [group, kind, namespace, name].join('/');
}

/** What tells a finding from others, whatever else changes in its file. */
function keyOf({ rule, resource, path = [], message, place }: Finding): string {
  return JSON.stringify([rule, place.source.path, resource && objectOf(resource), path, filled(message)]);
}

function withText(source: Source, text: string | undefined): Source {
  return text === undefined ? source : { path: source.path, name: source.name, read: () => text };
}

/** The same source, for whoever takes what is changed for another one. */
function reread(source: Source): Source {
  return { path: source.path, name: source.name, read: () => source.read() };
}

/** Writes a file that is still as it was read; otherwise the reason why not. */
function written(boundary: Boundary, path: string, { before, after }: Change): string | undefined {
  try {
    const file = boundary.resolve(path);
    if (file !== undefined && !readFileSync(file).equals(Buffer.from(before)))
      return 'the file differs from what was linted: it has unstaged changes, changed meanwhile, or has bytes other than UTF-8.';
    replaceFile(boundary, path, after);
    return undefined;
  } catch (error) {
    if (isUnwritten(error)) return error.message;
    throw error;
  }
}

function showDiff(
  changed: readonly (readonly [Source, Change])[],
  { isColored }: Options,
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
