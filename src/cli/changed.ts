import path from 'node:path';
import { belongsTo } from '../repository/files/belongs.js';
import { isInputName } from '../repository/files/discover.js';
import { didYouMean } from '../model/nearest-name.js';
import { isAtOrBelow } from '../model/paths.js';
import type { Source } from '../model/source.js';
import { UsageError } from '../model/usage-error.js';
import { Checkout } from './checkout.js';
import { type ChangedFile, Git } from './git.js';
import { workingChanges } from './working-files.js';
import type { Surroundings } from './surroundings.js';
import { isWanted } from '../lint/project/wanted.js';
import {
  type RepositoryChange,
  type Words,
  type Reads,
  type InputFiles,
  type LaterState,
  gitTexts,
  withText,
  deleted,
  FoundChange,
  inRepository,
  inOrderOfWalk,
} from './found-change.js';

/** The change to lint: the index, or the working tree since the merge base with a revision. */
export type ChangedSince = 'staged' | { readonly revision: string };

function wordsOfOption(option: string): Words {
  return {
    noRepository: `Without ${option}, all files are reported.`,
    outside: ` Without ${option}, the whole input is reported.`,
    noCommit: '; without --changed, all files are linted.',
  };
}

/**
 * The change since a state of the repository that contains the working folder. `sources` are the current inputs.
 * Undefined if all findings must be reported: nothing is staged, no commit is in progress, and `unstaged` does not say that this is
 * a change of nothing.
 */
export function changeSince(
  since: ChangedSince,
  { sources, paths, settings, readsAll = false }: Reads,
  words: Words = wordsOfOption(since === 'staged' ? '--staged' : '--changed'),
  unstaged: 'everything' | 'nothing' = 'everything',
): RepositoryChange | undefined {
  if (paths.includes('-'))
    throw new UsageError(
      'Standard input does not belong to a repository; give files to compare with a revision.',
    );
  const folder = settings.workingFolder;
  const git = Git.around(folder, settings.around, words.noRepository);
  for (const input of paths)
    if (!isAtOrBelow(inRepository(path.resolve(folder, input).split(path.sep).join('/'), git), git.root))
      throw new UsageError(
        `"${input}" is not in the repository of the working folder, ${git.root}.${words.outside}`,
      );
  const isLeftIn = isWanted(paths, settings);
  // Only asked for files that Git tracked before.
  const belongs = (file: string): boolean =>
    belongsTo(paths, folder, file, { isTracked: true }) && isLeftIn({ path: file });
  const given = new Set(paths.map((input) => path.resolve(folder, input)));
  const files: InputFiles = {
    belongs,
    // The output of a renderer may depend on any of its files.
    isRead: (file) => settings.renders || readsAll || isInputName(file) || given.has(file),
    folder,
    git,
  };
  if (since !== 'staged') return changedSince(since.revision, sources, files, words);

  const head = git.commit('HEAD') ?? git.emptyTree;
  const changed = git.staged(head);
  const pushed = changed.length > 0 ? undefined : pushedSince(git, settings.around);
  if (pushed !== undefined) return changedSince(pushed, sources, files, words);
  if (changed.length > 0 || unstaged === 'nothing') {
    const index = staged(sources, files);
    const checkout = settings.renders && !index.isOnDisk ? new Checkout(git, '') : undefined;
    return new FoundChange(files, { ...index, checkout }, changed, head);
  }
  return isCommitting(settings.around) ? new FoundChange(files, { sources }, [], head) : undefined;
}

/**
 * Whether a `git commit` hook runs this process; Git then sets the index file. Nothing is staged when a message is
 * amended, but not everything is reported then.
 */
function isCommitting({ environment }: Surroundings): boolean {
  return environment['GIT_INDEX_FILE'] !== undefined;
}

/**
 * The revision that pre-commit compares with (`--from-ref`), as in a pre-push hook.
 * https://github.com/pre-commit/pre-commit/blob/main/pre_commit/commands/run.py
 */
function pushedSince(git: Git, { environment }: Surroundings): string | undefined {
  const from = environment['PRE_COMMIT_FROM_REF'];
  return from === undefined ? undefined : git.commit(from);
}

/** The existing branch or tag that a revision may stand for. */
function likelyMeant(revision: string, git: Git): string {
  const other = /(?<=^|\/)main$/.test(revision)
    ? revision.replace(/main$/, 'master')
    : revision.replace(/(?<=^|\/)master$/, 'main');
  if (other !== revision && git.commit(other) !== undefined) return ` Did you mean "${other}"?`;
  return didYouMean(revision, git.names);
}

/** The changes of the working tree since its merge base with a revision. */
function changedSince(
  revision: string,
  sources: readonly Source[],
  files: InputFiles,
  words: Words,
): RepositoryChange {
  const { git } = files;
  const head = git.commit('HEAD');
  if (head === undefined)
    throw new UsageError(`The repository has no commit to compare with${words.noCommit}`);
  const other = revision === 'HEAD' ? head : git.commit(revision);
  if (other === undefined)
    throw new UsageError(
      `Commit "${revision}" is not found.${likelyMeant(revision, git)} In a shallow clone, fetch it first.`,
    );
  const base = other === head ? head : git.ask('merge-base', other, head);
  if (base === undefined)
    throw new UsageError(
      `"${revision}" and HEAD have no common ancestor. In a shallow clone, fetch more of the history ("fetch-depth: 0").`,
    );
  return new FoundChange(files, { sources }, changedFiles(base, files), base);
}

/** The files in which the working tree differs from a tree object. */
function changedFiles(tree: string, { git }: InputFiles): ChangedFile[] {
  const changed = new Map(git.staged(tree).map((file) => [file.path, file]));
  // Charts and kustomizations can contain files with any name.
  for (const working of workingChanges(git, () => true)) {
    const { path: file, status: is, staged: object } = working;
    const inIndex = changed.get(file);
    const before = inIndex || is === 'added' ? inIndex?.before : object;
    const wasThere = inIndex ? inIndex.status !== 'added' : is !== 'added';
    const isBack = before !== undefined && working.has(before);
    if (isBack || (!wasThere && is === 'deleted')) changed.delete(file);
    else
      changed.set(file, {
        path: file,
        status: wasThere ? (is === 'deleted' ? is : 'modified') : 'added',
        before,
      });
  }
  const untracked = git
    .untracked()
    .map((file): ChangedFile => ({ path: file, status: 'added', before: undefined }));
  return [...changed.values(), ...untracked];
}

/** The sources as they would be committed: tracked files only, with their content in the index. */
function staged(
  sources: readonly Source[],
  { git, belongs, isRead, folder }: InputFiles,
): Required<Pick<LaterState, 'sources' | 'apart'>> & { readonly isOnDisk: boolean } {
  const unstaged = new Map(workingChanges(git, isRead).map((file) => [file.path, file]));
  const untracked = new Set(git.untracked());
  const texts = gitTexts(
    git,
    [...unstaged.values()].map(({ staged: object }) => object),
  );
  const kept = sources.flatMap((source) => {
    const file = inRepository(source.path, git);
    const { status, staged: object } = unstaged.get(file) ?? {};
    if (untracked.has(file) || status === 'added') return [];
    return object === undefined ? [source] : [withText(source, texts.get(object))];
  });
  const gone = [...unstaged.values()]
    .filter(({ status, path: file }) => status === 'deleted' && belongs(file))
    .flatMap(({ path: file, staged: object }) => deleted(file, folder, object && texts.get(object)));
  const apart = new Map([
    ...[...untracked].map((file) => [file, undefined] as const),
    ...[...unstaged.values()].map(
      ({ path: file, staged: object }) => [file, object && texts.get(object)] as const,
    ),
  ]);
  return { sources: inOrderOfWalk(kept, gone), apart, isOnDisk: apart.size === 0 };
}
