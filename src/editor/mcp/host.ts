import type { Drift } from '../../play/drift/drift.js';
import type { DriftResult } from '../../report/drift-json.js';
import type { ImpactResult } from '../../report/impact-json.js';
import type { ProtectReport } from '../../report/protect-json.js';
import type { LintReport } from '../../report/report.js';
import type { SimulationReport } from '../../report/simulation-json.js';
import type { GivenManifests } from './given.js';
import type { Schema } from './schema.js';

/** The arguments of a call, which fit the schema of its tool. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A tool whose arguments are also options of the command of its name. */
export type WithOptions = 'simulate' | 'drift' | 'protect' | 'impact' | 'new';

/** What linting led to, and the texts after fixes. */
export interface LintAnswer {
  readonly report: LintReport;
  /** The files that fixes change, with their text after them, and the number of findings that they fix. */
  readonly fixed: { readonly files: ReadonlyMap<string, string>; readonly count: number } | undefined;
}

/** What was played, and the number of Rollouts that were not. */
export interface PlayedPage<T> {
  readonly result: T;
  readonly rest: number;
}

/** A new service as files. */
export interface NewFiles {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly notes: readonly string[];
  readonly next: readonly string[];
}

/** A page of the documentation. */
export interface Page {
  /** Its path, such as `rules/istio/route-exists` or `guides/simulate`. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

/** What the commands of the same names do, without writing and without running a program. */
export interface Host {
  readonly version: string;
  /** The longest time that a call may take, in milliseconds. */
  readonly longestCall: number;
  /** The absolute path of the only folder that is read, with `/` between segments. */
  readonly root: string;
  /** The schemas of the options that tools share with commands. */
  readonly options: Readonly<Record<WithOptions, Readonly<Record<string, Schema>>>>;
  lint(given: GivenManifests, args: Arguments): LintAnswer;
  simulate(given: GivenManifests, args: Arguments): PlayedPage<SimulationReport>;
  drift(
    given: GivenManifests,
    args: Arguments,
  ): PlayedPage<{ readonly drifts: readonly Drift[]; readonly rest: DriftResult }>;
  protect(given: GivenManifests, args: Arguments): PlayedPage<ProtectReport>;
  impact(before: GivenManifests, after: GivenManifests, args: Arguments): ImpactResult;
  newService(args: Arguments): NewFiles;
  /** The page of a rule, or the list of an area, as Markdown. */
  explain(rule: string): string;
  pages(): readonly Page[];
  /** The text of a page as Markdown; undefined if there is none of that path. */
  page(path: string): string | undefined;
}
