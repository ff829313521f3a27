import { realFolder } from '../../repository/files/real-folder.js';
import { type Granted, Root } from './root.js';

/** The folders that are open in the editor. */
export class Roots {
  private readonly byFolder = new Map<string, Root>();
  private readonly refused: ReadonlySet<string>;

  /** `refused` are folders that are not read, such as the home folder. */
  constructor(
    private readonly granted: Granted,
    refused: readonly string[],
  ) {
    this.refused = new Set(refused.flatMap((folder) => [folder, realFolder(folder)]));
  }

  get all(): readonly Root[] {
    return [...this.byFolder.values()];
  }

  /** Adds a folder; undefined if it is open already or refused, by whatever links it is named. */
  add(folder: string): Root | undefined {
    if (this.byFolder.has(folder) || this.refused.has(folder)) return undefined;
    if (this.refused.has(realFolder(folder))) return undefined;
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
