import path from 'node:path';
import { withSlashes } from '../repository/files/ignore-files.js';
import type { Tried } from '../lint/fix/settle.js';
import type { Finding } from '../model/finding.js';
import { isBelow } from '../model/paths.js';
import { uncheckedInputs } from '../lint/project/unchecked.js';
import type { Settings } from '../lint/workspace/settings.js';
import type { WorkspaceState } from '../lint/workspace/known-state.js';
import { Workspace } from '../lint/workspace/workspace.js';
import type { Rule } from '../rules/rule.js';

/** The results for a file. */
export interface JudgedFile {
  /** Findings in the file. */
  readonly findings: readonly Finding[];
  /** Findings in other files that an edit of this file fixes. */
  readonly mended: readonly Finding[];
  /** Why the file, or something that its findings depend on, was not checked. */
  readonly unchecked: readonly string[];
  /** Why the file was intentionally not checked. */
  readonly skipped: readonly string[];
  /** Which fixes resolve their finding, as far as they were tried. */
  readonly tried: Tried;
}

/** What the ESLint configuration grants. */
export interface Granted {
  readonly schemas: readonly string[];
  /** Whether the reach of a change is known for all rules. */
  readonly isReachKnown: boolean;
}

export const nothingGranted: Granted = { schemas: [], isReachKnown: true };

const noFindings: JudgedFile = {
  findings: [],
  mended: [],
  unchecked: [],
  skipped: [],
  tried: { proven: new Set(), refused: new Set() },
};

/** How long a check of all files stays valid, as a multiple of the time that it took. */
const trust = 4;

/** The manifests around a working directory, for a linter that is given one file after the other. */
export class Project {
  private readonly workspace: Workspace;
  private trustedUntil = -Infinity;
  /** The files that were linted in this run, with their text. */
  private readonly asked = new Map<string, string>();
  /** The file at which unchecked inputs are reported, so that they are reported once. */
  private bearer: string | undefined;

  constructor(cwd: string, rules: readonly Rule[], granted: Granted) {
    this.workspace = new Workspace(cwd, { rules, ...granted, reads: 'project' });
  }

  /** The results for a file with a given text, among all others. Throws a UsageError for an invalid configuration. */
  judge(file: string, text: string): JudgedFile {
    const at = withSlashes(file);
    if (this.isDue(at, text)) this.refresh();
    const { settings } = this.workspace;
    if (!isBelow(at, withSlashes(settings.folder))) return { ...noFindings, unchecked: [outside(settings)] };
    const isOne = this.workspace.edit(at, text, { isOpen: false });
    const state = this.workspace.state();
    const failures = state.failures.length > 0 ? state.failures : undefined;
    this.bearer = failures && (this.bearer ?? at);
    const unchecked = failures && this.bearer === at ? failures : [];
    if (!isOne) return { ...noFindings, unchecked };
    const findings = state.byPlace.get(at) ?? [];
    const mended = (state.byFix.get(at) ?? []).filter(({ place }) => place.source.path !== at);
    return {
      findings,
      mended,
      unchecked,
      skipped: skippedIn(state, at),
      tried: this.workspace.tried([...findings, ...mended]),
    };
  }

  /** A digest of all inputs. */
  digest(): string {
    this.refresh();
    return this.workspace.digest();
  }

  /**
   * Whether the files must be checked again: the same file with the same text means a new run, another text means typing in an editor.
   */
  private isDue(path: string, text: string): boolean {
    const isAskedAgain = this.asked.get(path) === text;
    if (isAskedAgain) this.asked.clear();
    this.asked.set(path, text);
    return isAskedAgain || performance.now() > this.trustedUntil;
  }

  /** Checks all files. For a changed one the unsaved text is dropped, because it was saved or is outdated. */
  private refresh(): void {
    const started = performance.now();
    for (const path of this.workspace.refresh()) this.workspace.release(path);
    this.trustedUntil = performance.now() + trust * (performance.now() - started);
  }
}

/** Why a file was intentionally not checked. */
function skippedIn({ linted }: WorkspaceState, at: string): readonly string[] {
  const { templates, undeployed, resources } = linted.result;
  const left = {
    templates: templates.filter((source) => source.path === at),
    undeployed: { ...undeployed, unlisted: [], samples: [], live: [] },
  };
  const told = uncheckedInputs(left, { command: 'lint', resources, isRendered: false });
  return told.notes.map(({ message }) => message);
}

function outside({ folder }: Settings): string {
  return `The file is outside of ${path.join(folder, path.sep)}, where rolloutkit reads; run ESLint in a folder around both.`;
}
