import path from 'node:path';
import { realpathSync } from '../repository/files/disk.js';
import { belongsTo } from '../repository/files/belongs.js';
import { decode } from '../repository/files/decode.js';
import { isInputName } from '../repository/files/discover.js';
import type { Finding } from '../model/finding.js';
import { didYouMean } from '../model/nearest-name.js';
import { isAtOrBelow } from '../model/paths.js';
import type { Source } from '../model/source.js';
import { UsageError } from '../model/usage-error.js';
import { isRendered } from '../repository/render/inputs.js';
import { causedOf } from './caused.js';
import { Checkout } from './checkout.js';
import { type ChangedFile, Git } from './git.js';
import { type Settings } from './inputs.js';
import { workingChanges } from './working-files.js';
import type { Surroundings } from './surroundings.js';
import { isWanted } from '../lint/project/wanted.js';
import { isLink } from '../repository/files/real-path.js';

/** The change to lint: the index, or the working tree since the merge base with a revision. */
export type Since = 'staged' | { readonly revision: string };

/** A file that a change adds, modifies or deletes. */
export interface ChangedPath {
  readonly path: string;
  readonly isGone: boolean;
}

/** A change of a repository: the sources to lint and the findings to report. */
export interface RepositoryChange {
  /** Everything that is linted, in the state after the change. */
  readonly sources: readonly Source[];
  /** The files after the change, if programs must not read the working tree. */
  readonly after: Checkout | undefined;
  /** The state before the change; undefined if nothing has changed. */
  readonly before: Before | undefined;
  /**
   * The findings that the change touches or causes. It touches a finding if the place, a label or the resource of the
   * finding is in a changed file. It causes a finding that a run over the earlier state does not report.
   */
  select(findings: readonly Finding[], lint: (before: Before) => readonly Finding[]): Finding[];
  /** The changed files, including those that are not manifests. */
  readonly files: readonly ChangedPath[];
  /** Whether a source is a changed file. */
  isChanged(source: Pick<Source, 'path'>): boolean;
  /** Whether a changed file contributes to something, given by a predicate over paths. */
  reaches(isMadeOf: (path: string) => boolean): boolean;
  /** Whether a file is among the inputs but was not read. */
  isUnread(file: ChangedPath): boolean;
  /** Removes the files that were written for programs. */
  close(): void;
}

/** The state before a change. */
export interface Before {
  sources(): readonly Source[];
  /** Writes the state to files. */
  checkOut(): Checkout;
}

/** The messages of a command if there is nothing to compare with. */
export interface Words {
  readonly noRepository: string;
  readonly outside: string;
  readonly noCommit: string;
}

function wordsOfOption(option: string): Words {
  return {
    noRepository: `Without ${option}, all files are reported.`,
    outside: ` Without ${option}, the whole input is reported.`,
    noCommit: '; without --changed, all files are linted.',
  };
}

/** The inputs of a command. */
export interface Reads {
  readonly sources: readonly Source[];
  readonly paths: readonly string[];
  readonly settings: Settings;
}

/**
 * The change since a state of the repository that contains the working folder. `sources` are the current inputs.
 * Undefined if all findings must be reported: nothing is staged, and no commit is in progress.
 */
export function changeSince(
  since: Since,
  { sources, paths, settings }: Reads,
  words: Words = wordsOfOption(since === 'staged' ? '--staged' : '--changed'),
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
    isRead: (file) => settings.renders || isInputName(file) || given.has(file),
    folder,
    git,
  };
  if (since !== 'staged') return changedSince(since.revision, sources, files, words);

  const head = git.commit('HEAD') ?? git.emptyTree;
  const changed = git.staged(head);
  if (changed.length > 0) {
    const index = staged(sources, files);
    const after = settings.renders && !index.isOnDisk ? new Checkout(git, '') : undefined;
    return new FoundChange(files, index.sources, changed, head, after);
  }
  const pushed = pushedSince(git, settings.around);
  if (pushed !== undefined) return changedSince(pushed, sources, files, words);
  return isCommitting(settings.around) ? new FoundChange(files, sources, [], head, undefined) : undefined;
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

/** The inputs of a command and its repository. */
interface InputFiles {
  /** Whether a tracked file would be an input if it existed. */
  readonly belongs: (file: string) => boolean;
  /** Whether the content of a file matters. */
  readonly isRead: (file: string) => boolean;
  readonly folder: string;
  readonly git: Git;
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
  return new FoundChange(files, sources, changedFiles(base, files), base, undefined);
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
): { readonly sources: readonly Source[]; readonly isOnDisk: boolean } {
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
  return { sources: inOrderOfWalk(kept, gone), isOnDisk: unstaged.size + untracked.size === 0 };
}

/** The contents of objects, read with one git process for all of them. */
function gitTexts(git: Git, objects: readonly (string | undefined)[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(objects.filter((object) => object !== undefined))];
  const texts = new Map<string, string>();
  let index = 0;
  for (const bytes of git.contents(distinct)) texts.set(distinct[index++] ?? '', decode(bytes));
  return texts;
}

/** A source with a different text. */
function withText({ path: file, name }: Pick<Source, 'path' | 'name'>, text = ''): Source {
  return { path: file, name, read: () => text };
}

/** A deleted file, if its earlier text is known. */
function deleted(file: string, folder: string, text: string | undefined): Source[] {
  return text === undefined ? [] : [withText({ path: file, name: slashedPath(file, folder) }, text)];
}

class FoundChange implements RepositoryChange {
  private readonly changed: ReadonlyMap<string, ChangedFile>;
  private checkout: Checkout | undefined;
  private read: ReadonlySet<string> | undefined;

  constructor(
    private readonly given: InputFiles,
    readonly sources: readonly Source[],
    changed: readonly ChangedFile[],
    private readonly base: string,
    readonly after: Checkout | undefined,
  ) {
    const found = new Map<string, ChangedFile>();
    for (const file of changed) {
      // A file that Git reports as deleted and again as untracked is a modified file.
      const gone = file.status === 'added' ? found.get(file.path) : undefined;
      found.set(file.path, gone?.status === 'deleted' ? { ...gone, status: 'modified' } : file);
    }
    this.changed = found;
  }

  get before(): Before | undefined {
    if (this.changed.size === 0) return undefined;
    return { sources: () => this.sourcesBefore(), checkOut: () => this.checkOut() };
  }

  get files(): readonly ChangedPath[] {
    return [...this.changed.values()].map(({ path: file, status }) => ({
      path: file,
      isGone: status === 'deleted',
    }));
  }

  isChanged({ path: file }: Pick<Source, 'path'>): boolean {
    return this.changed.has(inRepository(this.own(file), this.given.git));
  }

  reaches(isMadeOf: (path: string) => boolean): boolean {
    const { after } = this;
    return [...this.changed.keys()].some(
      (file) => isMadeOf(file) || (after !== undefined && isMadeOf(after.inside(file))),
    );
  }

  isUnread({ path: file }: ChangedPath): boolean {
    this.read ??= new Set(this.sources.map((source) => inRepository(source.path, this.given.git)));
    return !this.read.has(file) && this.given.belongs(file);
  }

  select(findings: readonly Finding[], lint: (before: Before) => readonly Finding[]): Finding[] {
    const { before } = this;
    return causedOf(findings, {
      isChanged: (source) => this.isChanged(source),
      before: before && (() => lint(before)),
      fileOf: (source) => this.own(source.path),
      isUnknown: (source) => this.isUnknown(source),
    });
  }

  close(): void {
    this.after?.remove();
    this.checkout?.remove();
  }

  private checkOut(): Checkout {
    return (this.checkout ??= new Checkout(this.given.git, this.base));
  }

  /** The path of a file in the repository, also if it was read from a checkout elsewhere. */
  private own(file: string): string {
    return this.after?.outside(this.checkout?.outside(file) ?? file) ?? this.checkout?.outside(file) ?? file;
  }

  /** Whether Git does not track a file, so that its earlier content is unknown. */
  private isUnknown(source: Source): boolean {
    const file = this.own(source.path);
    return this.checkout !== undefined && !isRendered(file) && !this.checkout.has(file);
  }

  /** The sources that would have been linted before the change. */
  private sourcesBefore(): readonly Source[] {
    const { git, belongs, folder } = this.given;
    const now = this.sources.map((source) => ({
      source,
      changed: this.changed.get(inRepository(source.path, git)),
    }));
    const deletions = [...this.changed.values()].filter(
      ({ path: file, status }) => status === 'deleted' && belongs(file),
    );
    const texts = gitTexts(
      git,
      [...now.map(({ changed }) => changed), ...deletions].map((file) => file?.before),
    );
    const kept = now.flatMap(({ source, changed }) => {
      if (!changed) return [source];
      return changed.before === undefined ? [] : [withText(source, texts.get(changed.before))];
    });
    const gone = deletions.flatMap(({ path: file, before }) =>
      deleted(file, folder, before && texts.get(before)),
    );
    return inOrderOfWalk(kept, gone);
  }
}

/** A path without symbolic links, as Git writes it. */
function inRepository(file: string, git: Git): string {
  try {
    return isAtOrBelow(file, git.root) && !isLink(file) ? file : realpathSync(file).split(path.sep).join('/');
  } catch {
    return file;
  }
}

function slashedPath(file: string, folder: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/** Both lists merged, in the order in which a walk through the folders would find the files. */
function inOrderOfWalk(sources: readonly Source[], others: readonly Source[]): readonly Source[] {
  if (others.length === 0) return sources;
  return [...sources, ...others].sort((left, right) => {
    const [here, there] = [left.path.split('/'), right.path.split('/')];
    const index = here.findIndex((segment, at) => segment !== there[at]);
    const areFiles = [here, there].map((segments) => segments.length - 1 === index);
    if (areFiles[0] !== areFiles[1]) return areFiles[0] ? -1 : 1;
    return (here[index] ?? '') < (there[index] ?? '') ? -1 : 1;
  });
}
