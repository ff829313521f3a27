import { commonFolder, type Folder, lastSegment, parentOf } from './layout.js';

/**
 * Folders of Go's test data, of documentation, and of tests of Kyverno and Chainsaw, which may start in another file than the one
 * that those tools look for. Names above the input do not count: a user who names such a folder wants it read.
 */
const names: ReadonlySet<string> = new Set([
  'testdata',
  'docs',
  'doc',
  'documentation',
  'design-doc',
  '.kyverno-test',
  '.chainsaw-test',
]);

/** Words of what is kept as an example or for another time. */
const keptWords = ['examples?', 'samples?', 'orig', 'old', 'archived?', 'bak', 'backups?'];

/** Words of what is there to try things with. A file may also be named after a demo that it deploys, so they count in folders. */
const trialWords = ['demos?', 'labs?'];

const asWord = (words: readonly string[]): RegExp =>
  new RegExp(`(?:^|[-_./])(?:${words.join('|')})(?:[-_./]|$)`, 'i');
const [ofKept, ofTrialOrKept] = [asWord(keptWords), asWord([...keptWords, ...trialWords])];

/** Whether the name of an object or a folder says that it is an example, to try things with, or kept for another time. */
export function saysSetAside(name: string): boolean {
  return ofTrialOrKept.test(name);
}

/** The files that tests of Chainsaw and of Kyverno's command line start with. */
const beginnings: ReadonlySet<string> = new Set(['chainsaw-test.yaml', 'kyverno-test.yaml']);

/** The folders with test data and documentation, which are not deployed unless the input says so. */
export class Samples {
  private readonly tests: ReadonlySet<Folder>;
  private readonly top: Folder;
  private readonly known = new Map<Folder, boolean>();

  constructor(paths: readonly string[]) {
    this.tests = new Set(paths.filter((path) => beginnings.has(lastSegment(path))).map(parentOf));
    this.top = paths.map(parentOf).reduce(commonFolder, parentOf(paths[0] ?? ''));
  }

  has(folder: Folder): boolean {
    let is = this.known.get(folder);
    if (is === undefined) this.known.set(folder, (is = this.isOne(folder)));
    return is;
  }

  /** Whether a file belongs to them, or says in its path below the input that it is kept as an example or for another time. */
  setsAside(path: string): boolean {
    const folder = parentOf(path);
    return this.has(folder) || saysSetAside(folder.slice(this.top.length)) || ofKept.test(lastSegment(path));
  }

  private isOne(folder: Folder): boolean {
    if (this.tests.has(folder)) return true;
    if (folder.length <= this.top.length) return false;
    return names.has(lastSegment(folder)) || this.has(parentOf(folder));
  }
}
