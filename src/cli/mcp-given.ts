import path from 'node:path';
import { statSync } from '../repository/files/disk.js';
import type { GivenManifests } from '../editor/mcp/given.js';
import { EditedFile } from '../lint/workspace/files.js';
import type { Source } from '../model/source.js';
import { Boundary } from '../repository/files/boundary.js';
import type { discover } from '../repository/files/discover.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { isLink } from '../repository/files/real-path.js';
import { UsageError } from './exit.js';
import { discoverInputs, type Settings } from './inputs.js';

/** What a call gives to a command: its paths, and the files that are read for them. */
export interface GivenInputs {
  readonly paths: readonly string[];
  readonly found: ReturnType<typeof discover>;
}

/** Only a folder and what is below it; of symbolic links, those that stay there. */
export class Root {
  private readonly boundary: Boundary;

  /** `folder` is absolute. */
  constructor(readonly folder: string) {
    this.boundary = Boundary.within(folder);
  }

  /**
   * The path argument that stands for the manifests of a call.
   * @throws {UsageError} for a folder that is none, or leads out of the root
   */
  pathsOf({ folder = '.' }: GivenManifests): readonly string[] {
    const at = path.join(this.folder, folder);
    if (!this.boundary.allows(at))
      throw new UsageError(`"folder" is "${folder}", which leads out of the root by a symbolic link.`);
    const stats = statSync(at, { throwIfNoEntry: false });
    if (!stats) throw new UsageError(`"folder" is "${folder}", which is not found below the root.`);
    if (!stats.isDirectory())
      throw new UsageError(`"folder" is "${folder}", which is a file; name its folder, or pass its text.`);
    return [folder];
  }

  /** The files of a call: the texts in place of the files in the folder. */
  inputsOf(given: GivenManifests, settings: Settings): GivenInputs {
    const paths = this.pathsOf(given);
    const found =
      given.folder === undefined ? { sources: [], notes: [], failures: [] } : this.found(paths, settings);
    return { paths, found: { ...found, sources: this.withTexts(found.sources, given.texts) } };
  }

  private found(paths: readonly string[], settings: Settings): GivenInputs['found'] {
    const found = discoverInputs(paths, settings);
    const outside = found.sources.filter(({ path: file }) => isLink(file) && !this.boundary.allows(file));
    if (outside.length === 0) return found;
    const left = new Set(outside);
    return {
      ...found,
      sources: found.sources.filter((source) => !left.has(source)),
      notes: [
        ...found.notes,
        ...outside.map(({ name }) => ({
          message: `${name}: this symbolic link leads out of the root, so it was skipped.`,
        })),
      ],
    };
  }

  /** @throws {UsageError} for a path that leads out of the root */
  private withTexts(sources: readonly Source[], texts: GivenManifests['texts']): readonly Source[] {
    if (texts.size === 0) return sources;
    const byPath = new Map(sources.map((source) => [source.path, source]));
    for (const [name, text] of texts) {
      const file = withSlashes(path.join(this.folder, name));
      // An agent writes the text, or that after fixes, to where its path leads.
      if (text !== undefined && !this.boundary.allows(file))
        throw new UsageError(`The path "${name}" of a text leads out of the root by a symbolic link.`);
      if (text === undefined) byPath.delete(file);
      else byPath.set(file, new EditedFile(file, name, text));
    }
    return [...byPath.values()];
  }
}
