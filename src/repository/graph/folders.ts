import { append, groupBy } from '../../model/multimap.js';
import { none } from '../../model/none.js';
import { type Folder, lastSegment, parentOf } from './layout.js';

/** Files that `rolloutkit init` may write, and that say nothing of the manifests beside them. */
const toolFiles: ReadonlySet<string> = new Set([
  ...['.gitlab-ci.yml', '.pre-commit-config.yaml', 'rolloutkit.yaml'],
]);

/** The folders of files of the input, and those above them. */
export class Folders {
  private readonly all = new Set<Folder>();
  private readonly own = new Set<Folder>();
  private ofManifests: ReadonlySet<Folder> | undefined;
  /** The folders that have some of the others below them. */
  private readonly above = new Set<Folder>();
  private byEnding: Map<string, Folder[]> | undefined;

  constructor(private readonly paths: readonly string[]) {
    for (const path of paths) {
      this.own.add(parentOf(path));
      for (let folder = parentOf(path); folder !== '' && !this.all.has(folder); folder = parentOf(folder)) {
        this.all.add(folder);
        this.above.add(parentOf(folder));
      }
    }
  }

  has(folder: Folder): boolean {
    return this.all.has(folder);
  }

  /** Whether files of the input are in folders below this one. */
  hasBelow(folder: Folder): boolean {
    return this.above.has(folder);
  }

  /** Whether this folder itself holds files of the input. */
  holdsFiles(folder: Folder): boolean {
    return this.own.has(folder);
  }

  /** The folders that hold files of the input. */
  get holding(): ReadonlySet<Folder> {
    return this.own;
  }

  /** The same without those that hold only what configures tools, as any repository may have at its root. */
  get holdingManifests(): ReadonlySet<Folder> {
    this.ofManifests ??= new Set(
      this.paths.filter((path) => !toolFiles.has(lastSegment(path))).map(parentOf),
    );
    return this.ofManifests;
  }

  /** The folders whose path ends in `/` and the given segments. */
  endingIn(segments: string): readonly Folder[] {
    this.byEnding ??= this.allByEnding();
    const ending = `/${segments}`;
    return (this.byEnding.get(lastTwo(segments)) ?? none).filter((folder) => folder.endsWith(ending));
  }

  /** The folders by their last segment, and by the last two: many environments have the same name. */
  private allByEnding(): Map<string, Folder[]> {
    const byEnding = groupBy(this.all, lastSegment);
    for (const folder of this.all) {
      const two = lastTwo(folder);
      if (two.includes('/')) append(byEnding, two, folder);
    }
    return byEnding;
  }

  [Symbol.iterator](): Iterator<Folder> {
    return this.all.values();
  }
}

/** The last two segments of some, or the only one. */
function lastTwo(segments: string): string {
  return segments.slice(segments.lastIndexOf('/', segments.lastIndexOf('/') - 1) + 1);
}
