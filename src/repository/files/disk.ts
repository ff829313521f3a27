/**
 * The functions of `node:fs` that read, with the same names. All parts of a run ask the machine through them, so that a recording
 * knows everything that its findings depend on.
 */
import * as fs from 'node:fs';
import {
  failure,
  hashOf,
  kindOf,
  listAnswer,
  type Question,
  type Recording,
  recording,
  stampOf,
} from './recording.js';

export type { Stats } from 'node:fs';

export const existsSync = noted<typeof fs.existsSync>(fs.existsSync, () => 'exists', String);
export const statSync = noted<typeof fs.statSync>(fs.statSync, softly('stat'), (stats) =>
  kindOf(stats as fs.Stats | undefined),
);
export const lstatSync = noted<typeof fs.lstatSync>(fs.lstatSync, softly('lstat'), (stats) =>
  kindOf(stats as fs.Stats | undefined),
);
export const readlinkSync = noted<typeof fs.readlinkSync>(fs.readlinkSync, () => 'link', String);
export const realpathSync = noted<typeof fs.realpathSync>(fs.realpathSync, () => 'real', String);
const listNow = noted<typeof fs.readdirSync>(
  fs.readdirSync,
  (options) => (hasTypes(options) ? 'entries' : 'names'),
  (list) => listAnswer(list as readonly (string | fs.Dirent)[]),
);

export const readdirSync = ((...args: Parameters<typeof fs.readdirSync>) => {
  const [folder, options] = args;
  const listing = hasTypes(options) ? recording()?.listing(String(folder)) : undefined;
  if (!listing) return listNow(...args);
  recording()?.note('entries', String(folder), listing.answer);
  return [...listing.entries];
}) as typeof fs.readdirSync;

/** Reads a file at once, behind links, too. */
export const readFileSync = ((...args: Parameters<typeof fs.readFileSync>) => {
  const into = recording();
  const [file, options] = args;
  if (!into || typeof file === 'number') return fs.readFileSync(...args);
  const bytes = contentInto(into, String(file));
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding == null ? bytes : bytes.toString(encoding);
}) as typeof fs.readFileSync;

function contentInto(into: Recording, file: string): Buffer {
  try {
    const stamp = stampOf(fs.statSync(file));
    const bytes = fs.readFileSync(file);
    into.note('file', file, hashOf(bytes), stamp);
    return bytes;
  } catch (error) {
    into.note('file', file, failure(error));
    throw error;
  }
}

type FileCall = (file: unknown, ...rest: unknown[]) => unknown;

/** A function that notes its answers, if there is a recording. */
function noted<F>(
  call: unknown,
  questionOf: (options: unknown) => Question,
  answerOf: (result: unknown) => string,
): F {
  const ask = call as FileCall;
  const noting: FileCall = (file, ...rest) => {
    const into = recording();
    if (!into) return ask(file, ...rest);
    const question = questionOf(rest[0]);
    try {
      const result = ask(file, ...rest);
      into.note(question, String(file), answerOf(result));
      return result;
    } catch (error) {
      into.note(question, String(file), failure(error));
      throw error;
    }
  };
  return noting as F;
}

function softly(question: 'stat' | 'lstat'): (options: unknown) => Question {
  return (options) =>
    (options as { throwIfNoEntry?: boolean } | undefined)?.throwIfNoEntry === false
      ? `${question}?`
      : question;
}

function hasTypes(options: unknown): boolean {
  return (options as { withFileTypes?: boolean } | undefined)?.withFileTypes === true;
}
