import type { Git } from './git.js';

/** A commit that changed a file. */
interface FileVersion {
  readonly commit: string;
  /** The path of the file at that time. */
  readonly file: string;
}

/** The state of files after a commit of a branch. */
export interface CommittedState {
  readonly commit: string;
  /** The text of a file, even if its path was different; undefined if it did not exist. */
  text(file: string): string | undefined;
}

/** All files of a commit, by the paths that they had in it. */
export class CommitFiles {
  private readonly texts = new Map<string, string | undefined>();

  constructor(
    private readonly git: Git,
    readonly commit: string,
  ) {}

  text(file: string): string | undefined {
    if (!this.texts.has(file)) this.texts.set(file, this.git.show(this.commit, file));
    return this.texts.get(file);
  }

  /** The path that a file of HEAD had. */
  named(file: string): string {
    if (this.text(file) !== undefined) return file;
    const versions = versionsOfFile(this.git, file).map((version) => version.file);
    return versions.find((name) => this.text(name) !== undefined) ?? file;
  }
}

/**
 * The states of files on the first-parent line of HEAD. These were deployed from a branch, unlike the commits of the
 * branches that were merged into it. Renamed files are followed.
 */
export class History {
  private readonly versions: ReadonlyMap<string, readonly FileVersion[]>;

  constructor(
    private readonly git: Git,
    private readonly files: readonly string[],
  ) {
    this.versions = new Map(files.map((file) => [file, versionsOfFile(git, file)]));
  }

  /** The states after each commit that changed one of the files, the latest first. */
  *states(): Iterable<CommittedState> {
    const [first = '', ...others] = this.files;
    if (others.length === 0) {
      for (const { commit, file } of this.versions.get(first) ?? [])
        yield { commit, text: () => this.git.show(commit, file) };
      return;
    }
    const commits = this.git.run(['rev-list', '--first-parent', 'HEAD']).split('\n');
    const order = new Map(commits.map((commit, index) => [commit, index]));
    const at = ({ commit }: { readonly commit: string }): number => order.get(commit) ?? commits.length;
    const changed = new Set([...this.versions.values()].flat().map(({ commit }) => commit));
    for (const commit of [...changed].sort((left, right) => at({ commit: left }) - at({ commit: right })))
      yield {
        commit,
        text: (file) => {
          const version = this.versions.get(file)?.find((one) => at(one) >= at({ commit }));
          return version && this.git.show(version.commit, version.file);
        },
      };
  }

  /** The files in a commit. */
  at(commit: string): CommittedState {
    return {
      commit,
      text: (file) => {
        const names = new Set([file, ...(this.versions.get(file) ?? []).map((version) => version.file)]);
        for (const name of names) {
          const text = this.git.show(commit, name);
          if (text !== undefined) return text;
        }
        return undefined;
      },
    };
  }
}

/** The commits that changed a file, the latest first, with the path in each. */
function versionsOfFile(git: Git, file: string): FileVersion[] {
  const words = git
    .run([
      'log',
      '--first-parent',
      '-m',
      '--follow',
      '--format=%H',
      '--name-status',
      '-z',
      'HEAD',
      '--',
      file,
    ])
    .split('\0');
  const versions: FileVersion[] = [];
  // Each record is a commit, a line break and a status, then a path; a rename has two paths.
  for (let index = 0; index + 1 < words.length;) {
    const [commit = '', status = ''] = words.slice(index, index + 2);
    const names = /^\n[RC]/.test(status) ? 2 : status.startsWith('\n') ? 1 : 0;
    const name = words[index + 1 + names];
    if (names > 0 && name !== undefined && !status.startsWith('\nD'))
      versions.push({ commit, file: git.absolute(name) });
    index += names > 0 ? 2 + names : 1;
  }
  return versions;
}
