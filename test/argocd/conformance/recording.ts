import { createHash } from 'node:crypto';
import type { Case, Manifest } from './case.js';

/** The release whose recordings are whole; of another one only what it does differently is kept. */
export const wholeRelease = 'v3.5.1';

/** What Argo CD did with the cases of one topic; conformance/argocd/README.md says what the fields mean. */
export interface Recording {
  /** The digest of the cases that were recorded. */
  readonly of: string;
  readonly cases: readonly RecordedCase[];
}

/** An object, or the name of one that stands before. */
export type Named = Manifest | string | null | undefined;

export interface RecordedCase {
  readonly name: string;
  readonly unstable?: boolean;
  readonly panic?: string;
  readonly settings?: { readonly error: string };
  readonly normalized?: {
    readonly live?: Named;
    readonly target?: Named;
    readonly lastApplied?: Named;
    readonly skipped?: readonly string[];
    readonly error?: string;
  };
  readonly diff?: {
    readonly modified?: boolean;
    readonly predicted?: Named;
    readonly live?: Named;
    readonly error?: string;
  };
  readonly respect?: { readonly target?: Named; readonly error?: string };
  readonly apply?: {
    readonly clientSide?: Named | { readonly error: string };
    readonly serverSide?: Named | { readonly error: string };
  };
}

/** Tells the cases of a topic from all that they have been before; reasons do not count. */
export function digest(cases: readonly Case[]): string {
  const text = JSON.stringify(cases.map((one) => ({ ...one, why: undefined })));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** What a release does differently from the one that is recorded whole. */
export function differences(own: readonly RecordedCase[], whole: readonly RecordedCase[]): readonly RecordedCase[] {
  const texts = new Set(whole.map((one) => JSON.stringify(one)));
  return own.filter((one) => !texts.has(JSON.stringify(one)));
}

/** A recording as text: in place of an object its number in a list that the cases of the topic share. */
export function textOf(cases: readonly Case[], recorded: readonly RecordedCase[]): string {
  const numbers = new Map<string, number>();
  const lines = recorded.map((one) =>
    JSON.stringify(
      withObjects(one, (value) => {
        if (!isObject(value)) return value;
        const text = JSON.stringify(value);
        const number = numbers.get(text) ?? numbers.size;
        numbers.set(text, number);
        return number;
      }),
    ),
  );
  const objects = [...numbers.keys()].join(',\n');
  return `{"of": "${digest(cases)}", "objects": [\n${objects}\n], "cases": [\n${lines.join(',\n')}\n]}\n`;
}

export function parseRecording(text: string): Recording {
  const { of, objects, cases } = JSON.parse(text) as Recording & { readonly objects: readonly Manifest[] };
  const whole = (value: unknown) => (typeof value === 'number' ? objects[value] : value);
  return { of, cases: cases.map((one) => withObjects(one, whole)) };
}

const objectFields = ['live', 'target', 'lastApplied', 'predicted', 'clientSide', 'serverSide'];

function withObjects(one: RecordedCase, change: (value: unknown) => unknown): RecordedCase {
  const changeEach = (fields: object) =>
    Object.entries(fields).map(([field, value]: [string, unknown]) => {
      const isOne = objectFields.includes(field) && !isFailure(value);
      return [field, isOne ? change(value) : value] as const;
    });
  return Object.fromEntries(
    Object.entries(one).map(([part, value]: [string, unknown]) => [
      part,
      isObject(value) ? Object.fromEntries(changeEach(value)) : value,
    ]),
  ) as unknown as RecordedCase;
}

const isFailure = (value: unknown): boolean => isObject(value) && Object.keys(value).join() === 'error';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const lastAppliedKey = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The objects of a recording by their names, such as `diff.predicted`. Where kubectl's annotation holds what was applied
 * last or what a sync applies, `lastApplied` or `applied` stands in its place, in `live` too.
 */
export function recordedObjects(one: Case, recorded: RecordedCase): ReadonlyMap<string, Manifest | null> {
  const objects = new Map<string, Manifest | null>([
    ['live', one.live && given(one, one.live)],
    ['target', one.target],
  ]);
  if (typeof one.lastApplied === 'object') objects.set('lastApplied', one.lastApplied);
  const { normalized, diff, respect, apply } = recorded;
  for (const [part, fields] of Object.entries({ normalized, diff, respect, apply }))
    for (const [field, value] of Object.entries<unknown>(fields ?? {})) {
      if (!objectFields.includes(field) || isFailure(value)) continue;
      const object = typeof value === 'string' ? objects.get(value) : (value as Manifest | null);
      if (object === undefined) throw new Error(`${one.name}: nothing is called ${JSON.stringify(value)}`);
      objects.set(`${part}.${field}`, object);
    }
  return objects;
}

function given({ lastApplied, managedFields }: Case, live: Manifest): Manifest {
  const annotations = {
    ...live.metadata.annotations,
    ...(lastApplied ? { [lastAppliedKey]: 'lastApplied' } : {}),
  };
  const hasAnnotations = Boolean(lastApplied) || live.metadata.annotations !== undefined;
  const metadata = {
    ...live.metadata,
    ...(hasAnnotations ? { annotations } : {}),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  return { ...live, metadata };
}

