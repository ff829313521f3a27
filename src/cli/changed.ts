import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { belongsTo } from '../files/belongs.js';
import type { Finding } from '../model/finding.js';
import { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { UsageError } from '../model/usage-error.js';
import { type ChangedFile, Git } from './git.js';

/** Which change is meant: what is to be committed, or what the files have that a revision has not. */
export type Since = 'staged' | { readonly revision: string };

/** A change of a repository: what is linted then, and what of it to report. */
export interface Change {
  /** All that is linted, as it is after the change. */
  readonly sources: readonly Source[];
  /**
   * The findings that the change touches: in a file that it changes, by their place, a label or their resource; and of
   * the others those that it causes, because the sources of before do not have them.
   */
  select(findings: readonly Finding[], lint: (before: readonly Source[]) => readonly Finding[]): Finding[];
}

/**
 * The change since a state of the repository around a folder. `sources` are what the inputs hold now. Undefined if all
 * is to be reported: nothing is staged, and it is no commit that asks.
 */
export function changeSince(
  since: Since,
  sources: readonly Source[],
  inputs: readonly string[],
  folder: string,
): Change | undefined {
  if (inputs.includes('-'))
    throw new UsageError('Standard input is in no repository; a change is found among files only.');
  const git = Git.around(folder);
  const files: Files = { inputs, folder, git };
  if (since !== 'staged') return changedSince(since.revision, sources, files);

  const head = git.commit('HEAD') ?? git.emptyTree;
  const changed = git.diff('--cached', head);
  if (changed.length > 0) return new FoundChange(files, staged(sources, files), changed, head);
  const pushed = pushedSince(git);
  if (pushed !== undefined) return changedSince(pushed, sources, files);
  return isCommitting() ? new FoundChange(files, sources, [], head) : undefined;
}

/** Whether `git commit` runs us, which then names the index: an amended message is no reason to report everything. */
function isCommitting(): boolean {
  return process.env['GIT_INDEX_FILE'] !== undefined;
}

/**
 * What pre-commit compares with when it is told to (`--from-ref`), as it is before a push.
 * https://github.com/pre-commit/pre-commit/blob/main/pre_commit/commands/run.py
 */
function pushedSince(git: Git): string | undefined {
  const from = process.env['PRE_COMMIT_FROM_REF'];
  return from === undefined ? undefined : git.commit(from);
}

/** The inputs of a command, and the repository that it runs in. */
interface Files {
  readonly inputs: readonly string[];
  readonly folder: string;
  readonly git: Git;
}

/** What the working files have that the last state common with a revision has not. */
function changedSince(revision: string, sources: readonly Source[], files: Files): Change {
  const { git } = files;
  if (git.commit('HEAD') === undefined)
    throw new UsageError('There is no commit yet to compare with; without --changed all is linted.');
  const other = git.commit(revision);
  if (other === undefined)
    throw new UsageError(`Git knows no commit "${revision}". In a shallow clone, fetch it first.`);
  const base = git.ask('merge-base', other, 'HEAD');
  if (base === undefined)
    throw new UsageError(
      `Git knows nothing that "${revision}" and HEAD have in common. In a shallow clone, fetch more of the history ("fetch-depth: 0").`,
    );
  const added = git.untracked().map((file): ChangedFile => ({ path: file, status: 'added' }));
  return new FoundChange(files, sources, [...git.diff(base), ...added], base);
}

/** The sources as they would be committed: without what Git does not know, and as the index has them. */
function staged(sources: readonly Source[], { git, inputs, folder }: Files): readonly Source[] {
  const unstaged = git.diff();
  const left = new Set([
    ...git.untracked(),
    ...unstaged.filter(({ status }) => status === 'added').map((file) => file.path),
  ]);
  const modified = new Set(unstaged.filter(({ status }) => status === 'modified').map((file) => file.path));
  const kept = sources.flatMap((source) => {
    const file = inRepository(source.path, git);
    if (left.has(file)) return [];
    return modified.has(file) ? [asIn(git, '', file, source)] : [source];
  });
  const gone = unstaged
    .filter(({ status, path: file }) => status === 'deleted' && belongsTo(inputs, folder, file))
    .map((file) => asIn(git, '', file.path, { path: file.path, name: nameOf(file.path, folder) }));
  return inOrder(kept, gone);
}

/** A source with the text that a state of the repository has; the file's own where there is none. */
function asIn(git: Git, state: string, file: string, source: Pick<Source, 'path' | 'name'> | Source): Source {
  const { path: at, name } = source;
  return {
    path: at,
    name,
    read: () => git.show(state, file) ?? ('read' in source ? source.read() : ''),
  };
}

class FoundChange implements Change {
  private readonly changed: ReadonlyMap<string, ChangedFile['status']>;

  constructor(
    private readonly files: Files,
    readonly sources: readonly Source[],
    changed: readonly ChangedFile[],
    private readonly base: string,
  ) {
    const found = new Map<string, ChangedFile['status']>();
    for (const { path: file, status } of changed) {
      // Gone for Git and there again as an unknown file: to whoever reads it, it has changed.
      const isBack = status === 'added' && found.get(file) === 'deleted';
      found.set(file, isBack ? 'modified' : status);
    }
    this.changed = found;
  }

  select(findings: readonly Finding[], lint: (before: readonly Source[]) => readonly Finding[]): Finding[] {
    const isTouched = (finding: Finding): boolean =>
      [
        finding.place.source,
        ...finding.labels.map(({ place }) => place.source),
        ...(finding.resource instanceof Resource ? [finding.resource.source] : []),
      ].some((source) => this.changed.has(inRepository(source.path, this.files.git)));
    const touched = new Set(findings.filter(isTouched));
    // To lint what was before takes as long again, and most often nothing depends on it.
    if (touched.size === findings.length || this.changed.size === 0) return [...touched];
    const before = new Set(lint(this.before()).map(keyOf));
    return findings.filter((finding) => touched.has(finding) || !before.has(keyOf(finding)));
  }

  /** What was linted before the change. */
  private before(): readonly Source[] {
    const { git, inputs, folder } = this.files;
    const kept = this.sources.flatMap((source) => {
      const file = inRepository(source.path, git);
      const status = this.changed.get(file);
      if (status === 'added') return [];
      return status === undefined ? [source] : [asIn(git, this.base, file, source)];
    });
    const gone = [...this.changed]
      .filter(([file, status]) => status === 'deleted' && belongsTo(inputs, folder, file))
      .map(([file]) => asIn(git, this.base, file, { path: file, name: nameOf(file, folder) }));
    return inOrder(kept, gone);
  }
}

/** What makes two findings in files that did not change the same. */
function keyOf({ rule, severity, message, why, place }: Finding): string {
  return [rule, severity, place.source.path, place.start, place.end, message, why].join('\n');
}

/** A path as Git writes it, which follows no symbolic link. */
function inRepository(file: string, { root }: Git): string {
  const isInside = file.startsWith(root === '/' ? root : `${root}/`);
  try {
    return isInside && !isLink(file) ? file : realpathSync(file).split(path.sep).join('/');
  } catch {
    return file;
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function nameOf(file: string, folder: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/** Sources and others among them, as a walk through their folders meets them. */
function inOrder(sources: readonly Source[], others: readonly Source[]): readonly Source[] {
  if (others.length === 0) return sources;
  return [...sources, ...others].sort((left, right) => {
    const [here, there] = [left.path.split('/'), right.path.split('/')];
    const index = here.findIndex((segment, at) => segment !== there[at]);
    const areFiles = [here, there].map((segments) => segments.length - 1 === index);
    if (areFiles[0] !== areFiles[1]) return areFiles[0] ? -1 : 1;
    return (here[index] ?? '') < (there[index] ?? '') ? -1 : 1;
  });
}
