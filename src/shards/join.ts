import { silenced } from '../lint/comments.js';
import { sorted } from '../lint/sorted.js';
import { Verdict } from '../lint/verdict.js';
import { type Fault, traceOf } from '../model/fault.js';
import { type Finding, messageOf } from '../model/finding.js';
import type { Source } from '../model/source.js';
import { UnreadError } from '../model/unread-error.js';
import { type State, World } from './decode.js';
import { Given, MalformedError } from '../model/given.js';
import { type BaselineJson, type RunJson, shapeVersion } from './shape.js';

/** A report as it was read. */
export interface ReportText {
  readonly name: string;
  readonly text: string;
}

/** What all parts of a run say together. */
export interface Joined extends Heard {
  readonly resources: number;
  readonly rollouts: number;
  readonly rules: number;
  /** What the slowest part took. */
  readonly milliseconds: number;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  readonly unchecked: readonly string[];
  readonly nothing: string | undefined;
  readonly baseline: BaselineJson | undefined;
  /** Where a change was linted: what changed, and what was found before, if there was anything. */
  readonly change: { readonly changed: ReadonlySet<Source>; readonly before: Heard | undefined } | undefined;
}

/** What was found in one state of the sources. */
export interface Heard {
  /** Whether there is anything, be it such that nobody asked for. */
  readonly hasFindings: boolean;
  /** With the severities that were chosen. */
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
}

/**
 * Joins the reports of all parts of one run, in any order. It throws where they are not that: what is missing was not
 * checked, and of another run nobody knows whether it is of the same files.
 */
export function join(
  texts: readonly ReportText[],
  version: string,
  pathIn: (folder: string, file: string) => string,
): Joined {
  const parts = texts.map((report) => read(report, version));
  checkRun(parts);
  const heads = ordered(parts);
  const [first] = heads;
  const pathOf = (file: string): string => pathIn(first.folder, file);
  const world = new World(pathOf);
  const after = heads.map(({ name, given }) => within(name, () => world.read(given.at('after'))));
  const past = new World(pathOf);
  const before = heads.map(({ name, given }) =>
    within(name, () => given.at('before').optional((its) => (its.isNull ? null : past.read(its)))),
  );
  const [past0] = before;
  return {
    ...hear(after, world),
    resources: first.summary.resources,
    rollouts: first.summary.rollouts,
    rules: first.run.rules,
    milliseconds: Math.max(...heads.map(({ summary }) => summary.milliseconds)),
    notes: first.notes,
    failures: [...new Set(heads.flatMap(({ failures }) => failures))],
    unchecked: first.unchecked,
    nothing: first.nothing,
    baseline: first.baseline && { ...first.baseline, path: pathOf(first.baseline.path) },
    change:
      past0 === undefined
        ? undefined
        : {
            changed: world.changed,
            before:
              past0 === null
                ? undefined
                : hear(
                    before.filter((state) => state != null),
                    past,
                  ),
          },
  };
}

/** What rules said in all parts, in the order of a run of everything. */
function hear(states: readonly State[], { other }: World): Heard {
  const turns = states.flatMap((state) => state.turns).sort((left, right) => left.at - right.at);
  const verdict = new Verdict();
  for (const { statements } of turns) for (const statement of statements) verdict.take(statement);
  // Each part that asks for a document finds what is wrong with it.
  const problems = new Map<string, Finding>();
  for (const problem of states.flatMap((state) => state.problems)) {
    const { source, start, end } = problem.place;
    problems.set([problem.rule, source.path, start, end, messageOf(problem)].join('\n'), problem);
  }
  const found = [...problems.values(), ...verdict.left()].filter((finding) => !other.out.has(finding));
  const asTold = (finding: Finding): Finding | undefined => {
    const severity = other.told.get(finding) ?? finding.severity;
    if (severity === 'off') return undefined;
    return severity === finding.severity ? finding : { ...finding, severity };
  };
  const isWhole = states.every(({ faults }) => faults.length === 0);
  // Each part has read the same comments, and what is wrong with them is among the problems.
  const comments = (states[0]?.comments ?? []).map((comment) => ({
    ...comment,
    unused: isWhole ? comment.unused : undefined,
  }));
  const all = comments.length === 0 ? found : silenced(found, { comments, problems: [] });
  const told = silenced(
    found.flatMap((finding) => asTold(finding) ?? []),
    { comments: comments.map((one) => ({ ...one, unused: one.unused && asTold(one.unused) })), problems: [] },
  );
  return { hasFindings: all.length > 0, findings: sorted(told), faults: faultsOf(states) };
}

/** The same mistake at the same object is one, whichever part meets it. */
function faultsOf(states: readonly State[]): readonly Fault[] {
  const faults = new Map<string, Fault>();
  const inOrder = states.flatMap((state) => state.faults).sort((left, right) => left.at - right.at);
  for (const { fault } of inOrder) {
    const { place, error, tasks } = fault;
    const key = JSON.stringify([place?.source.path, place?.start, traceOf(error)]);
    const known = faults.get(key);
    faults.set(key, known ? { ...known, tasks: [...new Set([...known.tasks, ...tasks])] } : fault);
  }
  return [...faults.values()];
}

/** A report, as far as it tells what it is of. */
interface PartReport {
  readonly name: string;
  readonly given: Given;
  readonly folder: string;
  readonly index: number;
  readonly count: number;
  readonly turns: readonly (readonly [first: number, last: number])[];
  readonly of: number;
  readonly run: RunJson;
  readonly summary: { readonly resources: number; readonly rollouts: number; readonly milliseconds: number };
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  readonly unchecked: readonly string[];
  readonly nothing: string | undefined;
  readonly baseline: BaselineJson | undefined;
}

function read({ name, text }: ReportText, version: string): PartReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const what = text.trim() === '' ? 'it is empty' : 'it is not a complete JSON file';
    throw new UnreadError(`${name}: ${what}; run the job that writes it again.`);
  }
  return within(name, () => {
    const given = new Given(value, '');
    if (typeof value === 'object' && value !== null && 'findings' in value && !('shard' in value))
      throw new UnreadError(
        `${name}: this is the report of a whole run; "rolloutkit merge" joins reports of "rolloutkit lint --shard".`,
      );
    const shard = given.at('shard');
    const run = given.at('run');
    const its = run.at('rolloutkit').text;
    if (its !== version)
      throw new UnreadError(
        `${name}: it is of rolloutkit ${its}, and this is ${version}; use the same version in all jobs.`,
      );
    if (given.at('version').number !== shapeVersion) given.at('version').fail(String(shapeVersion));
    return {
      name,
      given,
      folder: given.at('folder').text,
      index: shard.at('index').number,
      count: shard.at('count').number,
      turns: shard
        .at('turns')
        .items.map((stretch) => [stretch.item(0).number, stretch.item(1).number] as const),
      of: shard.at('of').number,
      run: {
        rolloutkit: its,
        options: Object.fromEntries(run.at('options').entries.map(([key, { text: words }]) => [key, words])),
        files: run.at('files').number,
        digest: run.at('digest').text,
        rules: run.at('rules').number,
      },
      summary: {
        resources: given.at('summary').at('resources').number,
        rollouts: given.at('summary').at('rollouts').number,
        milliseconds: given.at('summary').at('milliseconds').number,
      },
      notes: given.at('notes').texts,
      failures: given.at('failures').texts,
      unchecked: given.at('unchecked').texts,
      nothing: given.at('nothing').optional(({ text: words }) => words),
      baseline: given.at('baseline').optional((its) => ({
        path: its.at('path').text,
        name: its.at('name').text,
        could: its.at('could').number,
        text: its.at('text').text,
      })),
    };
  });
}

function within<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    throw new UnreadError(`${name}: it was not written by "rolloutkit lint --shard": ${error.message}.`);
  }
}

function ordered(parts: readonly PartReport[]): readonly [PartReport, ...PartReport[]] {
  const [first, ...others] = [...parts].sort((left, right) => left.index - right.index);
  return [first!, ...others];
}

/** Throws unless the reports are all parts of one run, each of them once. */
function checkRun(parts: readonly PartReport[]): void {
  const [first, ...others] = parts;
  if (!first) throw new UnreadError('There is no report to merge.');
  for (const other of others) checkSame(first, other);
  const { count } = first;
  const byIndex = new Map<number, PartReport>();
  for (const part of parts) {
    const known = byIndex.get(part.index);
    if (known)
      throw new UnreadError(`${known.name} and ${part.name} are both shard ${part.index} of ${count}.`);
    byIndex.set(part.index, part);
  }
  const missing = Array.from({ length: Math.min(count, 10_000) }, (_, index) => index + 1).filter(
    (index) => !byIndex.has(index),
  );
  if (missing.length > 0)
    throw new UnreadError(
      `${missing.length === 1 ? 'Shard' : 'Shards'} ${missing.join(', ')} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing, so not everything was checked. Give the reports of all shards.`,
    );
  const had = parts.flatMap(({ turns }) => turns).sort(([left], [right]) => left - right);
  const isTwice = had.some(([start], index) => index > 0 && start <= had[index - 1]![1]);
  const sum = had.reduce((total, [start, end]) => total + end - start + 1, 0);
  if (isTwice || sum !== first.of || parts.length !== count)
    throw new UnreadError('The shards do not make up all Rollouts and rules, so they are of different runs.');
}

function checkSame(first: PartReport, other: PartReport): void {
  const differ = (what: string): never => {
    throw new UnreadError(`${first.name} and ${other.name} are not of one run: ${what}`);
  };
  if (first.count !== other.count) differ(`one is of ${first.count} shards, the other of ${other.count}.`);
  const names = [...new Set([...Object.keys(first.run.options), ...Object.keys(other.run.options)])];
  for (const name of names) {
    const [own, its] = [first.run.options[name], other.run.options[name]];
    if (own !== its)
      differ(`${name}: ${own ?? 'nothing'} and ${its ?? 'nothing'}. Use the same options in all jobs.`);
  }
  if (first.run.files !== other.run.files)
    differ(
      `one read ${first.run.files} files, the other ${other.run.files}. Check out the same commit in all jobs.`,
    );
  if (first.run.digest !== other.run.digest || first.of !== other.of)
    differ('they read files of other names or contents. Check out the same commit in all jobs.');
  if (hasBefore(first) !== hasBefore(other)) differ('only one of them has the state before the change.');
}

function hasBefore({ given }: PartReport): string {
  const before = given.at('before');
  return before.optional(() => 0) === undefined ? 'none' : before.isNull ? 'empty' : 'some';
}
