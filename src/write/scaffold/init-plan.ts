/** What `init` needs to know about a repository. */
export interface RepositoryFacts {
  readonly version: string;
  /** Whether its package.json lists rolloutkit, so that `npm ci` installs it. */
  readonly isDependency: boolean;
  /** Whether it has kustomizations or charts, which must be rendered for a complete check. */
  readonly rendersAnything: boolean;
  /** Folders, from the root, of charts with dependencies that are not in Git and not in its folders either. */
  readonly unfetchedCharts: readonly string[];
  /** The branch that pull requests are merged into. */
  readonly branch: string;
  /** Folders, from the root, of kustomizations that change fields of Rollouts without a transformer configuration. */
  readonly untaught: readonly string[];
  /** The text of a file, by its path from the root; undefined if it does not exist. */
  read(this: void, path: string): string | undefined;
}

/** A file to write. */
interface PlannedFile {
  readonly path: string;
  readonly text: string;
}

export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** What the user must do manually. */
  readonly notes: readonly string[];
}

/**
 * A command over the whole repository. Rendering is enabled on the command line, so that a pull request cannot enable it.
 */
export function commandLine(command: string, { rendersAnything }: RepositoryFacts): string {
  return rendersAnything ? `rolloutkit ${command} --render` : `rolloutkit ${command}`;
}
