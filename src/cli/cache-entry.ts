import { type Fact, hashOf, questions, type Question, type Stamp } from '../repository/files/recording.js';
import { printable } from '../report/printable.js';

/** What a run printed, where, and everything that it depended on. */
export interface CacheEntry {
  /** Of the run, or of the earlier one that it began from: what that one has found out is kept apart, under this. */
  readonly id: string;
  /** What was asked for: the command line and what it runs in. */
  readonly asked: string;
  /** Variables that were read, with a hash of their values; undefined for an unset one. */
  readonly environment: readonly (readonly [name: string, hash: string | undefined])[];
  readonly facts: readonly Fact[];
  readonly output: readonly OutputPart[];
  /** How long it took, as it is in the output. */
  readonly took: string | undefined;
  readonly code: 0 | 1;
}

/** A part of the output. */
export type OutputPart = readonly [stream: 'stdout' | 'stderr', text: string];

/** Longer ones are not kept. */
export const maxChars = 48 * 2 ** 20;

const head = 'rolloutkit-cache 2';

/** The text of a file for an entry; undefined if it is too long, or if its output could not be read again. */
export function entryText(entry: CacheEntry): string | undefined {
  if (!entry.output.every(isPart)) return undefined;
  const { facts, environment, ...rest } = entry;
  const body = JSON.stringify({
    ...rest,
    environment: environment.map(([name, hash]) => [name, hash ?? null]),
    facts: facts.map(({ question, path, answer, stamp }) => [question, path, answer, ...(stamp ?? [])]),
  });
  return body.length > maxChars ? undefined : `${head} ${hashOf(body)}\n${body}`;
}

/**
 * Reads an entry: undefined for everything that `entryText` has not written, whether damaged, of another release or forged. Its output is inert in a terminal and a CI system, whatever it says.
 */
export function readEntry(text: string, asked: string): CacheEntry | undefined {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== `${head} ${hashOf(body)}`) return undefined;
  try {
    const value = JSON.parse(body) as unknown;
    return isEntry(value) && value.asked === asked ? entryOf(value) : undefined;
  } catch {
    return undefined;
  }
}

/** An entry in a file, as far as its form goes. */
interface WrittenEntry {
  readonly id: string;
  readonly asked: string;
  readonly environment: readonly (readonly [string, string | null])[];
  readonly facts: readonly (
    readonly [Question, string, string] | readonly [Question, string, string, ...Stamp]
  )[];
  readonly output: readonly OutputPart[];
  readonly took?: string;
  readonly code: 0 | 1;
}

function entryOf({ id, asked, environment, facts, output, took, code }: WrittenEntry): CacheEntry {
  return {
    id,
    asked,
    environment: environment.map(([name, hash]) => [name, hash ?? undefined]),
    facts: facts.map(([question, path, answer, ...stamp]) => ({
      question,
      path,
      answer,
      stamp: stamp.length === 4 ? stamp : undefined,
    })),
    output,
    took,
    code,
  };
}

function isEntry(value: unknown): value is WrittenEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, asked, environment, facts, output, took, code } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    /^[0-9a-f-]{36}$/.test(id) &&
    typeof asked === 'string' &&
    (code === 0 || code === 1) &&
    (took === undefined ||
      (typeof took === 'string' && /^(?:, \d{1,9}\.\d\d s|"milliseconds": \d{1,12})$/.test(took))) &&
    isListOf(environment, isVariable) &&
    isListOf(facts, isFact) &&
    facts.length > 0 &&
    isListOf(output, isPart)
  );
}

function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isVariable(value: unknown): value is readonly [string, string | null] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    (value[1] === null || typeof value[1] === 'string')
  );
}

const knownQuestions: ReadonlySet<unknown> = new Set(questions);
const contentQuestions: ReadonlySet<unknown> = new Set<Question>(['file', 'text', 'manifest', 'index']);

function isFact(value: unknown): value is WrittenEntry['facts'][number] {
  if (!Array.isArray(value) || (value.length !== 3 && value.length !== 7)) return false;
  const [question, path, answer, ...stamp] = value as readonly unknown[];
  return (
    knownQuestions.has(question) &&
    typeof path === 'string' &&
    typeof answer === 'string' &&
    (stamp.length === 0 ||
      (contentQuestions.has(question) && stamp.every((part) => typeof part === 'number')))
  );
}

function isPart(value: unknown): value is OutputPart {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    (value[0] === 'stdout' || value[0] === 'stderr') &&
    typeof value[1] === 'string' &&
    value[1].split('\n').every(isInert)
  );
}

/** Our colors and links: src/report/style.ts. */
const ours = /\u001b\[\d{1,2}m|\u001b\]8;;[!-~]*\u001b\\/g;

/** Annotations of the format `github`; other commands of a runner do more than show something. */
const workflowCommand = /^::(?:error|warning|notice) [^:]*::/;

/** Whether a line is one that a run prints. */
function isInert(line: string): boolean {
  const bare = line.replaceAll(ours, '');
  if (printable(bare) === bare) return true;
  const rest = bare.replace(workflowCommand, 'x');
  return rest !== bare && printable(rest) === rest && printable(bare.slice(2)) === bare.slice(2);
}
