import {
  lstatSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from './disk.js';
import { indexNow } from './index-paths.js';
import { contentNow } from './read-text.js';
import {
  failure,
  type Fact,
  hashOf,
  kindOf,
  listAnswer,
  type Recording,
  type Stamp,
  stampOf,
} from './recording.js';

/** Facts that still hold, and whether some content was read again because its file has another stamp. */
interface TrueFacts {
  readonly facts: readonly Fact[];
  readonly isReadAgain: boolean;
  /** Manifests whose content is another one, with their answers now. They are among `facts` as they were. */
  readonly changed: readonly Fact[];
}

/** With more changed files, most is reached. */
const mostChanged = 64;

/**
 * Asks the machine what an earlier run asked. Undefined if any answer differs, except for the contents of some manifests. `now` decides which stamps are trusted from
 * now on.
 */
export function stillTrue(facts: readonly Fact[], now: Recording): TrueFacts | undefined {
  const [current, changed]: [Fact[], Fact[]] = [[], []];
  let isReadAgain = false;
  for (const fact of facts) {
    if (hasSameStamp(fact)) {
      current.push(fact);
      continue;
    }
    const { answer, stamp } = answerNow(fact, now);
    if (answer === fact.answer) {
      if (stamp) isReadAgain = true;
      current.push({ ...fact, stamp: now.trusted(stamp) });
      continue;
    }
    const isContent = fact.question === 'manifest' && !answer.startsWith('!') && !fact.answer.startsWith('!');
    if (!isContent || changed.length === mostChanged) return undefined;
    current.push(fact);
    changed.push({ ...fact, answer, stamp: undefined });
  }
  return { facts: current, isReadAgain, changed };
}

/** Those of some facts on contents that still hold, by path, and whether any of them has another stamp now. */
interface SameFiles {
  readonly same: ReadonlyMap<string, Fact>;
  readonly isReadAgain: boolean;
}

/** Which files have the content that an earlier run has read, whatever else has changed. */
export function sameFiles(facts: readonly Fact[], now: Recording): SameFiles {
  const same = new Map<string, Fact>();
  let isReadAgain = false;
  for (const fact of facts) {
    if (hasSameStamp(fact)) {
      same.set(fact.path, fact);
      continue;
    }
    const { answer, stamp } = answerNow(fact, now);
    if (answer !== fact.answer || answer.startsWith('!')) continue;
    const trusted = now.trusted(stamp);
    if (trusted) isReadAgain = true;
    same.set(fact.path, { ...fact, stamp: trusted });
  }
  return { same, isReadAgain };
}

/** Whether a file is still the one whose content was read. */
function hasSameStamp({ question, path, stamp }: Fact): boolean {
  if (!stamp) return false;
  try {
    const stats = question === 'file' ? statSync(path) : lstatSync(path);
    return stats.isFile() && stampOf(stats).every((part, index) => part === stamp[index]);
  } catch {
    return false;
  }
}

interface Answer {
  readonly answer: string;
  readonly stamp?: Stamp | undefined;
}

function answerNow({ question, path }: Fact, now: Recording): Answer {
  if (question === 'text' || question === 'manifest') return contentNow(path);
  try {
    if (question === 'index') return indexNow(path);
    return question === 'file' ? fileNow(path) : { answer: shortAnswer(question, path, now) };
  } catch (error) {
    return { answer: failure(error) };
  }
}

function fileNow(path: string): Answer {
  const stats = statSync(path);
  // A folder is an error, and a pipe would not end.
  if (!stats.isFile() && !stats.isDirectory()) return { answer: '!' };
  return { answer: hashOf(readFileSync(path)), stamp: stampOf(stats) };
}

function shortAnswer(
  question: Exclude<Fact['question'], 'file' | 'text' | 'manifest' | 'index'>,
  path: string,
  now: Recording,
): string {
  switch (question) {
    case 'exists':
      return String(existsSync(path));
    case 'stat':
      return kindOf(statSync(path));
    case 'stat?':
      return kindOf(statSync(path, { throwIfNoEntry: false }));
    case 'lstat':
      return kindOf(lstatSync(path));
    case 'lstat?':
      return kindOf(lstatSync(path, { throwIfNoEntry: false }));
    case 'names':
      return listAnswer(readdirSync(path));
    case 'entries':
      return listedAnswer(path, now);
    case 'link':
      return readlinkSync(path);
    case 'real':
      return realpathSync(path);
  }
}

function listedAnswer(path: string, now: Recording): string {
  const entries = readdirSync(path, { withFileTypes: true });
  const answer = listAnswer(entries);
  now.keepListing(path, { entries, answer });
  return answer;
}
