import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Git } from './git.js';
import type { Settings } from './inputs.js';

/** The files of a state of a repository in a folder of their own, for programs that read files. */
export class Checkout {
  private readonly temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-state-')));
  readonly folder = path.join(this.temporary, 'files');

  /** `state` is a commit or tree, or "" for what is staged. */
  constructor(
    private readonly git: Git,
    state: string,
  ) {
    // Ignore files count up to the root of a repository, and this is one for whoever looks.
    mkdirSync(path.join(this.folder, '.git'), { recursive: true });
    git.checkOut(state, this.folder, path.join(this.temporary, 'index'));
  }

  /** The settings of a command that runs there instead of in the repository. */
  settings(settings: Settings): Settings {
    return {
      ...settings,
      workingFolder: this.inside(settings.workingFolder),
      folder: this.inside(settings.folder),
      valuesFolder: this.inside(settings.valuesFolder),
    };
  }

  /** What the inputs of a command are there, by whatever links they lead into the repository. */
  inputs(inputs: readonly string[], workingFolder: string): readonly string[] {
    return inputs.map((input) => {
      const file = path.resolve(workingFolder, input);
      const there = this.inside(file);
      return there === file && existsSync(file) ? this.inside(realpathSync(file)) : there;
    });
  }

  /** Where a file of the repository is there. */
  private inside(file: string): string {
    const relative = path.relative(this.git.root, file);
    return relative.startsWith('..') ? file : path.join(this.folder, relative);
  }

  /** Where a file from there is in the repository. */
  outside(file: string): string {
    return file.startsWith(`${this.folder}/`) ? `${this.git.root}${file.slice(this.folder.length)}` : file;
  }

  remove(): void {
    rmSync(this.temporary, { recursive: true, force: true });
  }
}
