import type { Source } from '../model/source.js';
import type { Failure, Note } from '../report/report.js';
import { type Change, changeSince } from './changed.js';
import { discoverInputs } from './inputs.js';
import type { Engine } from './lint-run.js';
import type { Options } from './lint-options.js';

/** What a run was given: files, and what changed in them if it reports what is new. */
export interface LintInputs {
  /** All files of the work tree that are linted. */
  readonly found: readonly Source[];
  /** The same in the state that is judged: with `--staged` that of the index. */
  readonly after: readonly Source[];
  readonly change: Change | undefined;
  readonly notes: readonly Note[];
  readonly failures: readonly Failure[];
}

/** Finds the files that the options name. Close the change when the run is over. */
export function readInputs({ settings, paths, since }: Options, engine: Engine): LintInputs {
  const { sources, notes, failures } = discoverInputs(paths, settings);
  const found = engine.sources(sources);
  const change = since && changeSince(since, { sources: found, paths, settings });
  return { found, after: change?.sources ?? found, change, notes, failures };
}
