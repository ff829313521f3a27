import { counted } from '../../model/wording.js';
import type { Arguments, Host } from './host.js';
import { listSchema, type ObjectSchema, objectSchema, type Schema, string } from './schema.js';

/** A tool of the server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  /** Answers a call whose arguments fit `input`. */
  run(this: void, args: Arguments, host: Host): ToolAnswer;
}

/** The answer of a tool, which fits its output schema. */
export type ToolAnswer = Readonly<Record<string, unknown>> & {
  /** What to do next, as sentences. */
  readonly next: readonly string[];
};

/** What all tools report beside their results. */
interface Besides {
  readonly notes?: readonly { readonly message: string }[];
  readonly failures?: readonly { readonly message: string }[];
  readonly unchecked?: readonly string[];
  readonly faults?: readonly unknown[];
}

const most = { notes: 20, next: 6 } as const;

/** The schema of an answer with these properties besides those of every answer. */
export function answerOf(properties: Readonly<Record<string, Schema>>): ObjectSchema {
  return {
    ...objectSchema(
      {
        ...properties,
        notes: listSchema(string(), 'Notes, such as what was left out.'),
        failures: listSchema(string(), 'What could not be read; nothing is known about it.'),
        unchecked: listSchema(string(), 'What was read and not checked.'),
        next: listSchema(string(), 'What to do next.'),
      },
      ...Object.keys(properties).filter(
        (name) => properties[name]?.description?.startsWith('Optional') !== true,
      ),
      'next',
    ),
  };
}

/** What every answer has besides its result. */
export function besides({
  notes = [],
  failures = [],
  unchecked = [],
  faults = [],
}: Besides): Omit<ToolAnswer, 'next'> {
  const bugs =
    faults.length === 0
      ? []
      : [
          `${counted(faults.length, 'object')} ${faults.length === 1 ? 'was' : 'were'} not judged because of a bug in rolloutkit.`,
        ];
  return {
    notes: cutTo(
      notes.map(({ message }) => message),
      most.notes,
    ),
    failures: cutTo([...failures.map(({ message }) => message), ...bugs], most.notes),
    unchecked: cutTo(unchecked, most.notes),
  };
}

/** The sentences that apply. */
export function nextOf(...sentences: readonly (string | false | undefined)[]): readonly string[] {
  return sentences.filter((one) => typeof one === 'string').slice(0, most.next);
}

/** The first entries, and how many more there are. */
export function cutTo(all: readonly string[], count: number): readonly string[] {
  return all.length <= count ? all : [...all.slice(0, count), `… and ${all.length - count} more.`];
}

/** The first entries of a list, and the number of the others. */
export function firstOf<T>(
  all: readonly T[],
  count: number,
  from = 0,
): { readonly shown: readonly T[]; readonly rest: number } {
  const shown = all.slice(from, from + count);
  return { shown, rest: Math.max(0, all.length - from - shown.length) };
}
