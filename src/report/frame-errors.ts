import { isConflict } from '../kubernetes/objects/controller-error.js';
import type { Frame, FrameError } from '../play/simulate/trace.js';

/** Frames with the same error. */
export interface ErrorGroup {
  readonly ids: string[];
  readonly error: FrameError;
}

/** Each error once, with its frames. */
export function errorGroups(frames: readonly Frame[]): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const { id, errors } of frames)
    for (const error of errors) {
      const key = `${error.isTransient}\n${errorText(error)}`;
      const group = groups.get(key);
      if (group) group.ids.push(id);
      else groups.set(key, { ids: [id], error });
    }
  return [...groups.values()];
}

/** An error in upstream's words, with its condition. */
export function errorText({ condition, message, isTransient }: FrameError): string {
  const text =
    condition === undefined || message.startsWith(condition) ? message : `${condition}: ${message}`;
  if (!isTransient || isConflict(message)) return text;
  return `${text} (until ${condition === undefined ? 'all pods are available' : 'the update goes on'})`;
}
