import path from 'node:path';
import type { OtherDifference } from '../write/rollback/differences.js';
import { type ReadableFiles } from '../write/rollback/helm.js';
import { restore, type RestoreProblem, type Restoration } from '../write/rollback/restore.js';
import type { SettingsFile } from '../write/rollback/settings.js';
import type { Target } from '../write/rollback/targets.js';
import { UsageError } from './exit.js';
import { type Git } from './git.js';
import { CommitFiles, type CommittedState, History } from './history.js';
import { shellPath } from '../lint/project/shell-word.js';
import { type Options } from './rollback-options.js';

/** No earlier state exists to go back to, whatever the arguments. */
export class NothingToDo extends Error {}

/** What to restore, and from which commit. */
export interface Back {
  readonly moment: CommittedState;
  readonly edits: readonly {
    readonly file: string;
    readonly now: string;
    readonly restoration: Restoration;
  }[];
  /** The last commit before the next state: the pods had everything that was committed until then. */
  readonly since: string;
  /** Other differences at that time that change the pods, or may. */
  readonly others: readonly OtherDifference[];
}

/** The edits alone. */
type Edits = Pick<Back, 'moment' | 'edits'>;

export function findBack(
  git: Git,
  { files, differences, notSearched = [] }: Pick<Target, 'files' | 'differences' | 'notSearched'>,
  now: ReadableFiles,
  { name, to }: Options,
  folder: string,
): Back {
  const history = new History(git, [...new Set(files.map((file) => file.path))]);
  const paths = [...new Set(files.map((file) => relative(file.path, folder)))];
  const names = paths.join(', ');
  const words = paths.map(shellPath).join(' ');
  const withOthers = (edits: Edits, commit: string): Back => ({
    ...edits,
    since: commit,
    others: othersSince(git, commit, edits, differences),
  });
  if (to !== undefined) {
    const commit = git.commit(to);
    if (commit === undefined)
      throw new UsageError(
        `--to is "${to}", but no such commit is found; list the commits with: git log --oneline -- ${words}`,
      );
    const edits = backTo(history.at(commit), files, now);
    if (edits === undefined) throw new NothingToDo(`Rollout "${name}" is not found in ${names} at "${to}".`);
    if (edits.edits.length > 0) return withOthers(usable(edits, folder), commit);
    const { others } = withOthers(edits, commit);
    const differ = others.length === 0 ? '' : ` Other fields differ: ${othersText(others, [], folder)}.`;
    throw new NothingToDo(`Rollout "${name}" already has the images and configuration of "${to}".${differ}`);
  }
  let newer = git.commit('HEAD') ?? 'HEAD';
  for (const moment of history.states()) {
    const edits = backTo(moment, files, now);
    if (edits && edits.edits.length > 0)
      // The pods had everything that was committed before the next release, too.
      return withOthers(usable(edits, folder), git.commit(`${newer}~`) ?? moment.commit);
    newer = moment.commit;
  }
  const why =
    git.ask('rev-parse', '--is-shallow-repository') === 'true'
      ? ' This clone is shallow; fetch more of its history: git fetch --unshallow'
      : '';
  const unseen =
    notSearched.length === 0
      ? ''
      : ` Its Applications also list ${notSearched.join(', ')}, which is not in this repository and was not searched.`;
  throw new NothingToDo(
    `Nothing to restore: in the history of ${names}, Rollout "${name}" never had another image or configuration.${unseen}${why || ` See: git log -p -- ${words}`}`,
  );
}

/** What else decides about the pods and differs between a commit and HEAD with the edits. */
function othersSince(
  git: Git,
  commit: string,
  { edits }: Edits,
  differences: Target['differences'],
): readonly OtherDifference[] {
  const head = new CommitFiles(git, 'HEAD');
  const edited = new Map(edits.map(({ file, restoration }) => [file, restoration.text]));
  const left = new Set(
    edits.flatMap(({ file, restoration }) => restoration.left.map((what) => `${file}\n${what}`)),
  );
  const found = differences({
    before: new CommitFiles(git, commit),
    now: { text: (file) => edited.get(file) ?? head.text(file), named: (file) => file },
    changedBelow: (below) => git.differing(commit, 'HEAD', below),
  });
  const distinct = new Map(found.map((other) => [`${other.path}\n${other.what ?? ''}`, other]));
  return [...distinct].flatMap(([key, other]) => (left.has(key) ? [] : [other]));
}

/** The first of some differences, and how many there are besides; the files are named unless they are edited, too. */
export function othersText(
  others: readonly OtherDifference[],
  edited: readonly string[],
  folder: string,
): string {
  const only = edited.length === 1 ? edited[0] : undefined;
  const more = others.length > 5 ? ` and ${others.length - 5} more` : '';
  const texts = others.slice(0, 5).map(({ path: file, what }) => {
    if (what === undefined) return `the content of ${relative(file, folder)}`;
    return file === only ? what : `${what} in ${relative(file, folder)}`;
  });
  return `${texts.join(', ')}${more}`;
}

/** The edits that restore a state; undefined if none of the files belonged to the Rollout then. */
function backTo(
  moment: CommittedState,
  files: readonly SettingsFile[],
  current: ReadableFiles,
): Edits | undefined {
  const texts = new Map<string, { now: string; before: string; next: string; parts: Restoration[] }>();
  for (const file of files) {
    const now = texts.get(file.path)?.now ?? current.read(file.path);
    const before = texts.get(file.path)?.before ?? moment.text(file.path);
    if (now === undefined || before === undefined) continue;
    const known = texts.get(file.path) ?? { now, before, next: now, parts: [] };
    const restoration = restore(file, { now: known.next, before });
    if (!restoration) continue;
    texts.set(file.path, { now, before, next: restoration.text, parts: [...known.parts, restoration] });
  }
  if (texts.size === 0) return undefined;
  const edits = [...texts].map(([file, { now, next, parts }]) => {
    const problem: RestoreProblem | undefined = parts.find((part) => part.problem !== undefined)?.problem;
    return {
      file,
      now,
      restoration: {
        text: next,
        changes: parts.flatMap((part) => part.changes),
        left: parts.flatMap((part) => part.left),
        ...(problem === undefined ? {} : { problem }),
      },
    };
  });
  const changed = edits.filter(
    ({ restoration: { changes, problem } }) => changes.length > 0 || problem !== undefined,
  );
  return { moment, edits: changed };
}

function usable(back: Edits, folder: string): Edits {
  for (const { file, restoration } of back.edits)
    if (restoration.problem !== undefined) {
      const { message, line } = restoration.problem;
      const place = [relative(file, folder), ...(line === undefined ? [] : [line])].join(':');
      const commit = short(back.moment.commit);
      throw new NothingToDo(
        `${place}: cannot be restored to ${commit} automatically: ${message}. Nothing was written. See: git diff HEAD ${commit} -- ${shellPath(relative(file, folder))}`,
      );
    }
  return back;
}

export function relative(file: string, folder: string): string {
  return path.relative(folder, file).split(path.sep).join('/') || '.';
}

export function short(commit: string): string {
  return commit.slice(0, 10);
}
