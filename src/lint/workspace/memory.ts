import { isRendered } from '../../repository/render/inputs.js';
import { isKept, KeptFiles } from '../../repository/files/kept-files.js';
import type { Source } from '../../model/source.js';
import type { Rule } from '../../rules/rule.js';
import { lintAgain, type Linted } from '../lint-again.js';
import type { LintOptions, LintResult } from '../lint.js';
import { EditedFile } from './files.js';

/**
 * Files and what was found in them, from one run of a command to the next: a workspace whose settings come from the command
 * line. Only what a change reaches is linted again.
 */
export class Memory {
  private readonly onDisk = new KeptFiles();
  private edited = new Map<string, EditedFile>();
  private settings = '';
  private linted: Linted | undefined;
  private taken: readonly Source[] = [];

  /** Forgets findings unless they are of the same settings, given as a string; returns whether they are of others. */
  expect(settings: string): boolean {
    if (settings === this.settings) return false;
    this.settings = settings;
    this.linted = undefined;
    return true;
  }

  /** Takes the current files, on disk or as texts. Returns the paths of those that were added, removed or changed. */
  take(found: readonly Source[]): ReadonlySet<string> {
    const texts = found.filter((source) => source instanceof EditedFile);
    const changed = new Set(this.onDisk.take(found.filter((source) => !(source instanceof EditedFile))));
    const edited = new Map<string, EditedFile>();
    for (const source of texts) {
      const known = this.edited.get(source.path);
      const isSame = known?.text === source.text && known.name === source.name;
      edited.set(source.path, isSame ? known : source);
      if (!isSame) changed.add(source.path);
    }
    for (const path of this.edited.keys()) if (!edited.has(path)) changed.add(path);
    this.edited = edited;
    this.taken = found.map(({ path }) => edited.get(path) ?? this.onDisk.get(path)!);
    return changed;
  }

  /** The files that were taken last; an unchanged file is the same object as before. */
  sources(): readonly Source[] {
    return this.taken;
  }

  /** Lints what has changed since the last run with these settings. */
  lint(sources: readonly Source[], rules: readonly Rule[], options: LintOptions): LintResult {
    const isOurs = (source: Source): boolean =>
      source instanceof EditedFile || isKept(source) || isRendered(source.path);
    this.linted = lintAgain(sources, rules, { ...options, isKept: isOurs }, this.linted);
    return this.linted.result;
  }
}
