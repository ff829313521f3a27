import path from 'node:path';
import { type ReadableFiles } from '../write/rollback/helm.js';
import { restore, type RestoreProblem, type Restoration } from '../write/rollback/restore.js';
import type { SettingsFile } from '../write/rollback/settings.js';
import { UsageError } from './exit.js';
import { type Git } from './git.js';
import { History, type CommittedState } from './history.js';
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
  /** Other differences at that time that change the pods, or may. */
  readonly others: readonly string[];
}

export function findBack(
  git: Git,
  files: readonly SettingsFile[],
  now: ReadableFiles,
  { name, to }: Options,
  folder: string,
): Back {
  const history = new History(git, [...new Set(files.map((file) => file.path))]);
  const paths = [...new Set(files.map((file) => relative(file.path, folder)))];
  const names = paths.join(', ');
  const words = paths.map(shellPath).join(' ');
  if (to !== undefined) {
    const commit = git.commit(to);
    if (commit === undefined)
      throw new UsageError(
        `--to is "${to}", but no such commit is found; list the commits with: git log --oneline -- ${words}`,
      );
    const back = backTo(history.at(commit), files, now);
    if (back === undefined) throw new NothingToDo(`Rollout "${name}" is not found in ${names} at "${to}".`);
    if (back.edits.length > 0) return usable(back, folder);
    const others = back.others.length === 0 ? '' : ` Other fields differ: ${someOf(back.others)}.`;
    throw new NothingToDo(`Rollout "${name}" already has the images and configuration of "${to}".${others}`);
  }
  for (const moment of history.states()) {
    const back = backTo(moment, files, now);
    if (back && back.edits.length > 0) return usable(back, folder);
  }
  const why =
    git.ask('rev-parse', '--is-shallow-repository') === 'true'
      ? ' This clone is shallow; fetch more of its history: git fetch --unshallow'
      : '';
  throw new NothingToDo(
    `Nothing to restore: in the history of ${names}, Rollout "${name}" never had another image or configuration.${why || ` See: git log -p -- ${words}`}`,
  );
}

/** The first of some fields, and how many there are besides. */
export function someOf(paths: readonly string[]): string {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return `${paths.slice(0, 5).join(', ')}${more}`;
}

/** The edits that restore a state; undefined if none of the files belonged to the Rollout then. */
function backTo(
  moment: CommittedState,
  files: readonly SettingsFile[],
  current: ReadableFiles,
): Back | undefined {
  const texts = new Map<string, { now: string; before: string; next: string; parts: Restoration[] }>();
  const others: string[] = [];
  for (const file of files) {
    const now = texts.get(file.path)?.now ?? current.read(file.path);
    const before = texts.get(file.path)?.before ?? moment.text(file.path);
    if (now === undefined || before === undefined) continue;
    const known = texts.get(file.path) ?? { now, before, next: now, parts: [] };
    const restoration = restore(file, { now: known.next, before });
    if (!restoration) continue;
    others.push(...(file.others?.(before, now) ?? []));
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
  return { moment, edits: changed, others: [...new Set(others)] };
}

function usable(back: Back, folder: string): Back {
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
