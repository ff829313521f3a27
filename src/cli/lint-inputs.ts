import type { Source } from '../model/source.js';
import type { Failure, Note } from '../report/report.js';
import { changeSince } from './changed.js';
import { type RepositoryChange } from './found-change.js';
import { discoverInputs } from './inputs.js';
import type { Engine } from './lint-run.js';
import type { Options } from './lint-options.js';

/** The files of a run, and the change if only new findings are reported. */
export interface LintInputs {
  /** All files of the working tree to lint. */
  readonly found: readonly Source[];
  /** The files in the state to report on: with `--staged`, the index. */
  readonly after: readonly Source[];
  readonly change: RepositoryChange | undefined;
  readonly notes: readonly Note[];
  readonly failures: readonly Failure[];
}

/** Finds the files that the options name. The caller must close the change at the end of the run. */
export function readInputs({ settings, paths, since }: Options, engine: Engine): LintInputs {
  const { sources, notes, failures } = discoverInputs(paths, settings);
  const found = engine.sources(sources);
  const change = since && changeSince(since, { sources: found, paths, settings });
  return { found, after: change?.sources ?? found, change, notes, failures };
}
