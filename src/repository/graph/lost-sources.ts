import type { WorkTree } from '../files/work-trees.js';
import { repositoryPath } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { isAtOrBelow, isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { join } from './kustomization.js';
import { type Folder, lastSegment, parentOf } from './layout.js';

/** What a path is in the file system. */
export type Exists = (path: string) => 'folder' | 'file' | undefined;

/** The path of a source that does not exist in its repository, which is part of the input. */
export interface LostSource {
  readonly path: Field;
  readonly application: Resource;
  readonly isFile: boolean;
  /** Why Argo CD rejects the path itself, whatever the repository contains. */
  readonly refused?: 'absolute' | 'outside' | undefined;
  /** A path that exists instead: the nearest one, or any. */
  readonly nearest: string | undefined;
  readonly known: readonly string[];
}

/** Decides whether the path of a source is lost: nothing is known of repositories and revisions outside of the input. */
export class LostSources {
  constructor(
    private readonly workTrees: readonly WorkTree[],
    /** The folders of files of the input, and those above them. */
    private readonly folders: Iterable<Folder>,
    private readonly exists: Exists,
    /** The folder of an Application's file. */
    private readonly homeOf: (application: Resource) => Folder,
    /** Whether another Application of the same ApplicationSet may show the root of its repository. */
    private readonly isOneOfSet: (application: Resource) => boolean,
  ) {}

  /** `told` are the roots of its repository that paths of other sources show. */
  find(application: Resource, source: Field, told: readonly Folder[] = []): LostSource | undefined {
    const path = source.at('path');
    const text = path.text ?? '';
    const refused = refusedPath(text);
    if (refused) {
      const nearest = refused === 'absolute' ? text.replace(/^\/+/, '') || '.' : undefined;
      return { path: path.lasting, application, isFile: false, refused, nearest, known: [] };
    }
    const root = this.rootOf(source, application, told);
    const folder = root === undefined ? '' : join(root, text);
    if (root === undefined || isOpenPath(text) || !isBelow(folder, root)) return undefined;
    const is = this.exists(folder);
    if (is === 'folder') return undefined;
    const known = [...this.folders]
      .filter((one) => parentOf(one) === parentOf(folder) && !lastSegment(one).startsWith('.'))
      .map((one) => one.slice(root.length + 1))
      .sort();
    const nearest = nearestName(lastSegment(folder), known.map(lastSegment));
    return {
      path: path.lasting,
      application,
      isFile: is === 'file',
      nearest:
        nearest === undefined
          ? this.shorter(text, root)
          : join(parentOf(folder), nearest).slice(root.length + 1),
      known,
    };
  }

  /** The longest end of a path that leads to a folder from the root: a folder was moved up, or the repository split. */
  private shorter(path: string, root: Folder): string | undefined {
    const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
    // Each end is a string of its own, so that a path without end would take the square of its length.
    if (segments.length > 32) return undefined;
    return segments
      .map((_, index) => segments.slice(index).join('/'))
      .slice(1)
      .find((rest) => this.exists(join(root, rest)) === 'folder');
  }

  /** The root of the repository of a source; undefined where another repository or revision may be meant. */
  private rootOf(source: Field, application: Resource, told: readonly Folder[]): Folder | undefined {
    const repository = repositoryPath(source.at('repoURL').text ?? '');
    if (repository === undefined) return undefined;
    const own = this.homeOf(application);
    const tree = this.workTrees.find(({ folder }) => isAtOrBelow(own, folder));
    const clone = this.workTrees.find(({ remotes }) =>
      remotes.some((url) => repositoryPath(url) === repository),
    );
    const revision = source.at('targetRevision').text ?? '';
    if (!isCurrent(revision, clone?.branch)) return undefined;
    if (clone) return clone.folder;
    const name = lastSegment(repository);
    // Another path of the same repository leads to a folder of this clone: it is a fork or a mirror of it.
    if (tree && told.length === 1 && told[0] === tree.folder) return tree.folder;
    if (tree) return tree.remotes.length === 0 && lastSegment(tree.folder) === name ? tree.folder : undefined;
    const [only, another] = told;
    // Another element of its ApplicationSet leads to a folder here.
    if (only !== undefined && another === undefined && isAtOrBelow(own, only) && this.isOneOfSet(application))
      return only;
    // Without a clone only the names of folders are known.
    for (let folder = own; folder !== ''; folder = parentOf(folder))
      if (lastSegment(folder) === name) return folder;
    return undefined;
  }
}

/**
 * Why Argo CD rejects a path of a source.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/app/path/path.go (Path)
 */
export function refusedPath(path: string): LostSource['refused'] {
  if (path.startsWith('/')) return 'absolute';
  let depth = 0;
  for (const segment of path.split('/')) {
    if (segment === '..') depth--;
    else if (segment !== '' && segment !== '.') depth++;
    if (depth < 0) return 'outside';
  }
  return undefined;
}

/** Whether a path is filled in later, possibly in a format of the user's own: `services/SERVICE_NAME`. */
function isOpenPath(path: string): boolean {
  return isPlaceholder(path) || /[A-Z]_[A-Z]/.test(path);
}

/** Whether the files of the input are those of a revision, unlike a tag or another branch. */
export function isCurrent(revision: string, branch?: string): boolean {
  return ['', 'HEAD', 'main', 'master', branch].includes(revision);
}
