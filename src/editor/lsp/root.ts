import path from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import { configName } from '../../repository/config/config.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import type { Finding } from '../../model/finding.js';
import { isAtOrBelow } from '../../model/paths.js';
import { isUsageError } from '../../model/usage-error.js';
import type { KnownState } from '../../lint/workspace/known-state.js';
import { Workspace, type WorkspaceOptions } from '../../lint/workspace/workspace.js';
import { configDiagnostics, type Diagnostics } from './diagnostics.js';

/** The rules and schemas that the command line grants. */
export interface Granted extends Omit<WorkspaceOptions, 'reads'> {
  /** Up to this number of files, everything is linted after each change (default: 100). */
  readonly fewFiles?: number;
  /** Called with the number of files of a folder before they are first linted. */
  readonly onFiles?: (count: number) => void;
}

/** The shortest time without a change after which everything is linted, in milliseconds. */
const shortestRest = 300;

/** For how long files are checked before the client is heard again, in milliseconds. */
const longestPart = 20;

/** A folder that is open in the editor, and what it has published. */
export class Root {
  readonly workspace: Workspace;
  private readonly fewFiles: number;
  private onFiles: Granted['onFiles'];
  private readonly published = new Map<string, readonly Finding[]>();
  /** The problems of the configuration that are published. */
  private problems: { readonly file: string; readonly lines: readonly string[] } = { file: '', lines: [] };
  private isStale = false;
  /** The longest time that it took to lint everything that a change may reach. */
  private tookAll = 0;
  private tookOpening = 0;
  private mayBeRough = false;

  constructor(
    readonly folder: string,
    { fewFiles = 100, onFiles, ...granted }: Granted,
  ) {
    this.fewFiles = fewFiles;
    this.onFiles = onFiles;
    this.workspace = new Workspace(folder, { ...granted, reads: 'folder' });
  }

  has(file: string): boolean {
    return isAtOrBelow(file, this.folder);
  }

  edit(file: string, text: string): void {
    this.trying(() => this.workspace.edit(file, text));
  }

  release(file: string): void {
    this.trying(() => this.workspace.release(file));
  }

  /** Makes the next update look at the files on disk. */
  expire(): void {
    this.isStale = true;
  }

  /**
   * Lints what has changed. Returns the diagnostics of each file for which they are others than before. An invalid
   * configuration leaves those of the last valid one.
   */
  update(diagnostics: Diagnostics, { mayBeRough = false } = {}): ReadonlyMap<string, readonly Diagnostic[]> {
    const problems = this.trying(() => {
      const { isStale } = this;
      this.isStale = false;
      if (isStale) this.workspace.refresh();
      else this.workspace.configure();
    });
    const isLarge = this.isLarge();
    this.mayBeRough = mayBeRough && isLarge;
    const changed = new Set([...this.takeProblems(problems ?? []), ...this.takeFindings()]);
    return new Map(
      [...changed].map((file) => [
        file,
        [
          ...(this.problems.file === file ? configDiagnostics(this.problems.lines) : []),
          ...(this.published.get(file) ?? []).map((finding) => diagnostics.of(finding)),
        ],
      ]),
    );
  }

  /** The last valid state; undefined without one. */
  current(): KnownState | undefined {
    let state: KnownState | undefined;
    const { workspace, mayBeRough } = this;
    const started = performance.now();
    const isSettled = workspace.isSettled;
    this.trying(() => (state = mayBeRough ? workspace.roughState() : workspace.state()));
    if (!isSettled && !mayBeRough) this.tookAll = Math.max(this.tookAll, performance.now() - started);
    return state;
  }

  /** After which time without a change everything must be linted, in milliseconds; undefined if nothing is left. */
  get unsettled(): number | undefined {
    return this.workspace.isRough ? Math.max(shortestRest, this.tookAll) : undefined;
  }

  /** Whether there are files that were not checked yet. */
  get isOpening(): boolean {
    return this.workspace.isOpening;
  }

  /** Checks files that were not checked yet, for a while. */
  goOn(): void {
    const started = performance.now();
    this.workspace.goOn(() => performance.now() - started > longestPart);
    this.tookOpening += performance.now() - started;
    if (!this.isOpening) this.tookAll = Math.max(this.tookAll, this.tookOpening);
  }

  /** Does a part of what the next change needs; returns whether more is left. */
  prepare(): boolean {
    return this.workspace.prepare();
  }

  private isLarge(): boolean {
    let count = 0;
    this.trying(() => (count = this.workspace.sources.length));
    this.onFiles?.(count);
    this.onFiles = undefined;
    return count > this.fewFiles;
  }

  /** The files with diagnostics. */
  get files(): readonly string[] {
    return [
      ...new Set([...this.published.keys(), ...(this.problems.lines.length > 0 ? [this.problems.file] : [])]),
    ];
  }

  /** Returns the files whose diagnostics change with the problems of the configuration. */
  private takeProblems(lines: readonly string[]): readonly string[] {
    const last = this.problems;
    if (lines.join('\n') === last.lines.join('\n')) return [];
    const file = withSlashes(this.workspace.configFile ?? path.join(this.folder, configName));
    this.problems = { file, lines };
    return [last.file, file].filter((one) => one !== '');
  }

  /** Returns the files whose findings are others than before. */
  private takeFindings(): readonly string[] {
    const state = this.current();
    if (!state) return [];
    const { byPlace, judged = this.published.keys() } = state;
    const changed: string[] = [];
    for (const file of judged) if (this.published.has(file) && !byPlace.has(file)) changed.push(file);
    for (const file of changed) this.published.delete(file);
    for (const [file, findings] of byPlace) {
      if (isSameList(this.published.get(file), findings)) continue;
      this.published.set(file, findings);
      changed.push(file);
    }
    return changed;
  }

  /** Runs what reads the configuration; returns its problems. */
  private trying(run: () => unknown): readonly string[] | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      if (!isUsageError(error)) throw error;
      return error.lines;
    }
  }
}

function isSameList(one: readonly Finding[] | undefined, other: readonly Finding[]): boolean {
  return one?.length === other.length && one.every((finding, index) => finding === other[index]);
}
