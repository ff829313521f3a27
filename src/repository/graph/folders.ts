import { groupBy } from '../../model/multimap.js';
import { type Folder, lastSegment, parentOf } from './layout.js';

/** The folders of files of the input, and those above them. */
export class Folders {
  private readonly all = new Set<Folder>();
  private readonly own = new Set<Folder>();
  /** The folders that have some of the others below them. */
  private readonly above = new Set<Folder>();
  private byLastSegment: Map<string, Folder[]> | undefined;

  constructor(paths: Iterable<string>) {
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

  /** The folders whose path ends in `/` and the given segments. */
  endingIn(segments: string): readonly Folder[] {
    this.byLastSegment ??= groupBy(this.all, lastSegment);
    const ending = `/${segments}`;
    return (this.byLastSegment.get(lastSegment(segments)) ?? []).filter((folder) => folder.endsWith(ending));
  }

  [Symbol.iterator](): Iterator<Folder> {
    return this.all.values();
  }
}
