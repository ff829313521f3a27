import type { LintAnswer } from '../editor/mcp/host.js';
import { settled } from '../lint/fix/settle.js';
import { isRendered } from '../repository/render/inputs.js';
import type { LintRun, LintRuns } from './lint-run.js';

/** The texts of files after their fixes, and how many fixes were made; none of what was rendered. */
export function fixedTexts(run: LintRun, runs: LintRuns, fix: 'safe' | 'all'): LintAnswer['fixed'] {
  const { changed, made } = settled(run, (sources) => runs.lint(sources), fix === 'all' ? 'unsafe' : 'safe');
  const files = [...changed].filter(([source]) => !isRendered(source.path));
  return { files: new Map(files.map(([source, { after }]) => [source.name, after])), count: made.length };
}
