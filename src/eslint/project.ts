import path from 'node:path';
import { withSlashes } from '../repository/files/ignore-files.js';
import { reason } from '../repository/files/read-text.js';
import { type Tried, tried } from '../lint/fix/settle.js';
import { lintAgain, type Linted } from '../lint/lint-again.js';
import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/multimap.js';
import { isBelow } from '../model/paths.js';
import type { Source } from '../model/source.js';
import { comparedWith } from '../lint/project/baseline.js';
import { uncheckedInputs } from '../lint/project/unchecked.js';
import { faultFindings } from '../report/faults.js';
import type { Rule } from '../rules/rule.js';
import { stampOf } from '../repository/files/kept-files.js';
import { Files } from './files.js';
import { isCurrent, readSettings, type Settings } from './settings.js';

/** The results for a file. */
export interface Judged {
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

/** All files as they were linted. */
interface State {
  readonly linted: Linted;
  readonly findings: readonly Finding[];
  readonly byPlace: ReadonlyMap<string, readonly Finding[]>;
  readonly byFix: ReadonlyMap<string, readonly Finding[]>;
  readonly failures: readonly string[];
}

const nothing: Judged = {
  findings: [],
  mended: [],
  unchecked: [],
  skipped: [],
  tried: { proven: new Set(), refused: new Set() },
};

/** The manifests around a working directory: linted together once, and then only what a change reaches. */
export class Project {
  private settings: Settings | undefined;
  private files: Files | undefined;
  private state: State | undefined;
  private version = -1;
  /** Results of tried fixes; findings that a change does not reach stay the same objects. */
  private adjusted = new WeakMap<Finding, Finding | 'off'>();
  private readonly proven = new WeakSet<Finding>();
  private readonly refused = new WeakSet<Finding>();
  /** The last state whose fixes were tried. */
  private triedIn: State | undefined;
  /** The file at which unchecked inputs are reported, so that they are reported once. */
  private bearer: string | undefined;

  constructor(
    private readonly cwd: string,
    private readonly rules: readonly Rule[],
    private readonly granted: Granted,
  ) {}

  /** The results for a file with a given text, among all others. Throws a UsageError for an invalid configuration. */
  judge(file: string, text: string): Judged {
    const at = withSlashes(file);
    const { settings, files } = this.current(at, text);
    if (!isBelow(at, withSlashes(settings.folder))) return { ...nothing, unchecked: [outside(settings)] };
    const isOne = files.take(at, text);
    const state = this.linted(settings, files);
    const failures = state.failures.length > 0 ? state.failures : undefined;
    if (failures) this.bearer ??= at;
    const unchecked = failures && this.bearer === at ? failures : [];
    if (!isOne) return { ...nothing, unchecked };
    const findings = state.byPlace.get(at) ?? [];
    const mended = (state.byFix.get(at) ?? []).filter(({ place }) => place.source.path !== at);
    const { templates, undeployed, resources } = state.linted.result;
    const left = {
      templates: templates.filter((source) => source.path === at),
      undeployed: { ...undeployed, unlisted: [], samples: [], live: [] },
    };
    const told = uncheckedInputs(left, { command: 'lint', resources, isRendered: false });
    const skipped = told.notes.map(({ message }) => message);
    return {
      findings,
      mended,
      unchecked,
      skipped,
      tried: this.triedOf([...findings, ...mended], state, settings),
    };
  }

  /** A digest of all inputs. */
  digest(): string {
    const { settings, files } = this.current('', '');
    return [settings.stamp, ...files.sources.map(({ path: file }) => `${file} ${stampOf(file)}`)].join('\n');
  }

  private current(at: string, text: string): { readonly settings: Settings; readonly files: Files } {
    const isDue = this.files?.isDue(at, text) !== false;
    if (!this.settings || (isDue && !isCurrent(this.settings, this.cwd))) {
      this.settings = undefined;
      const settings = readSettings(this.cwd, this.rules, this.granted.schemas);
      this.settings = settings;
      this.files = undefined;
      this.state = undefined;
      this.adjusted = new WeakMap();
      this.bearer = undefined;
    }
    if (this.files && !isDue) return { settings: this.settings, files: this.files };
    if (!this.files) {
      this.files = new Files(this.settings);
      this.files.isDue(at, text);
    }
    this.files.refresh();
    return { settings: this.settings, files: this.files };
  }

  private linted(settings: Settings, files: Files): State {
    if (this.state && this.version === files.version) return this.state;
    const state = this.stateOf(
      files.sources,
      settings,
      files,
      this.granted.isReachKnown ? this.state?.linted : undefined,
    );
    this.state = state;
    this.version = files.version;
    if (state.failures.length === 0) this.bearer = undefined;
    return state;
  }

  private stateOf(
    sources: readonly Source[],
    settings: Settings,
    files: Files,
    last: Linted | undefined,
  ): State {
    const { chosen, options, baseline } = settings;
    const { isKept } = files;
    const linted = lintAgain(sources, chosen.rules, { ...options, isKept }, last);
    const { result } = linted;
    const adjusted = result.findings
      .map((finding) => {
        let its = this.adjusted.get(finding);
        if (its === undefined) this.adjusted.set(finding, (its = chosen.adjust(finding) ?? 'off'));
        return its;
      })
      .filter((finding) => finding !== 'off');
    const known = baseline ? comparedWith(adjusted, baseline).fresh : adjusted;
    const findings = [...known, ...faultFindings(result.faults, sources)];
    return {
      linted,
      findings,
      byPlace: groupBy(findings, ({ place }) => place.source.path),
      byFix: groupBy(
        findings.filter(({ fix }) => fix),
        ({ fix }) => fixedFile(fix!.writes.map(({ resource }) => resource.source.path)),
      ),
      failures: [
        ...settings.failures,
        ...files.failures,
        ...result.limits,
        ...result.unreadable.map(({ source, error }) => `${source.name}: ${reason(error)}`),
      ],
    };
  }

  /** Tries all fixes together, once; only those that resolve their finding are offered. */
  private triedOf(some: readonly Finding[], state: State, settings: Settings): Tried {
    const files = this.files!;
    const isUnknown = (finding: Finding) =>
      finding.fix?.safety === 'safe' && !this.proven.has(finding) && !this.refused.has(finding);
    if (this.triedIn !== state && some.some(isUnknown)) {
      this.triedIn = state;
      const { linted } = state;
      const run = {
        sources: linted.sources,
        findings: linted.result.findings,
        reported: state.findings,
      };
      const again = (sources: readonly Source[]) => {
        const next = lintAgain(
          sources,
          settings.chosen.rules,
          { ...settings.options, isKept: files.isKept },
          this.granted.isReachKnown ? linted : undefined,
        );
        return { sources, findings: next.result.findings, reported: next.result.findings };
      };
      const { proven, refused } = tried(run, again, state.findings.filter(isUnknown));
      for (const finding of proven) this.proven.add(finding);
      for (const finding of refused) this.refused.add(finding);
    }
    return {
      proven: new Set(some.filter((finding) => this.proven.has(finding))),
      refused: new Set(some.filter((finding) => this.refused.has(finding))),
    };
  }
}

/** The only file that a fix writes to; empty for several files. */
function fixedFile(paths: readonly string[]): string {
  const [only = '', ...others] = new Set(paths);
  return others.length === 0 ? only : '';
}

function outside({ folder }: Settings): string {
  return `The file is outside of ${path.join(folder, path.sep)}, where rolloutkit reads; run ESLint in a folder around both.`;
}
