import type { Frame, Trace } from '../play/simulate/trace.js';
import { ByText, type Conclusion, listed } from './conclusions.js';
import { errorGroups, errorText } from './frame-errors.js';

/** What a simulation ends with: errors of the controller, passes without end, and what is not shown. */
export function simulationConclusions({ frames, notes }: Trace): readonly Conclusion[] {
  return [
    ...errorGroups(frames).map(({ ids, error }): Conclusion => ({
      // What goes away by itself, every update of such a Rollout meets.
      level: error.isTransient ? 'info' : 'error',
      text: `${listed(ids)}: ${errorText(error)}`,
      frames: ids,
    })),
    ...restless(frames),
    ...notes.map((text): Conclusion => ({ level: 'info', text, frames: [] })),
  ];
}

function restless(frames: readonly Frame[]): readonly Conclusion[] {
  const byWrites = new ByText();
  for (const frame of frames)
    if (isRestless(frame)) byWrites.add('warning', rewritten(frame.rewrites), frame.id);
  return byWrites.all((what, ids) => `${ids}: ${what}.`);
}

function rewritten(keys: readonly string[]): string {
  if (keys.length === 0) return 'the controller does not settle: each pass writes something again';
  const names = keys.map((key) => {
    const [, kind = '', , name = ''] = key.split('/');
    return `${kind} "${name}"`;
  });
  return `the controller does not settle: each pass writes ${names.join(', ')} and reverts it`;
}

/** Whether a frame shows what is wrong, and not what passes by itself in every update. */
export function isWrong(frame: Frame): boolean {
  return frame.errors.some(({ isTransient }) => !isTransient) || isRestless(frame);
}

/** Without canary pods header routes are written and removed in turns until there are some again, whatever the manifests say. */
function isRestless({ kind, isSettled, endsItself }: Frame): boolean {
  return !isSettled && endsItself !== true && kind !== 'canary-lost';
}
