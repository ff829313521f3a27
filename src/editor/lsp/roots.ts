import { type Granted, Root } from './root.js';

/** The folders that are open in the editor. */
export class Roots {
  private readonly byFolder = new Map<string, Root>();

  constructor(
    private readonly granted: Granted,
    /** Folders that are not read, such as the home folder. */
    private readonly refused: ReadonlySet<string>,
  ) {}

  get all(): readonly Root[] {
    return [...this.byFolder.values()];
  }

  /** Adds a folder; undefined if it is open already or refused. */
  add(folder: string): Root | undefined {
    if (this.byFolder.has(folder) || this.refused.has(folder)) return undefined;
    const root = new Root(folder, this.granted);
    this.byFolder.set(folder, root);
    return root;
  }

  /** Removes a folder; returns what it was. */
  remove(folder: string): Root | undefined {
    const root = this.byFolder.get(folder);
    this.byFolder.delete(folder);
    return root;
  }

  /** The innermost folder that has a file. */
  of(file: string): Root | undefined {
    let best: Root | undefined;
    for (const root of this.byFolder.values())
      if (root.has(file) && root.folder.length > (best?.folder.length ?? -1)) best = root;
    return best;
  }
}
