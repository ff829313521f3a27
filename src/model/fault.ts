import { isLimitError } from './limit-error.js';
import type { Identity, Resource } from './resource.js';
import type { Place, Source } from './source.js';
import { isUnreadError } from './unread-error.js';
import { isUsageError } from './usage-error.js';

/** A bug of rolloutkit at one object: an exception, where even an unusual object should only lead to findings. */
export interface Fault {
  /** What failed: names of rules, `simulate`, `drift`, or `read` for the YAML itself. */
  readonly tasks: readonly string[];
  /** The object that it failed on, where that is known. */
  readonly resource: Identity | undefined;
  /** Where the object or its document starts. */
  readonly place: Place | undefined;
  /** The exception. */
  readonly error: unknown;
}

/** Catches what fails at one object, so that the others are still reported. */
export class Faults {
  private readonly byKey = new Map<string, Fault & { readonly tasks: string[] }>();
  private readonly tooLarge = new Map<string, unknown>();

  get all(): readonly Fault[] {
    return [...this.byKey.values()];
  }

  /** What was left out because it exceeds a limit, which is not a fault. */
  get limits(): readonly string[] {
    return [...this.tooLarge.keys()];
  }

  /** Runs a task on an object; undefined if it fails. Exceptions that are not faults are thrown on. */
  contain<T>(task: string, at: Resource | Place | undefined, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.add(task, at, error);
      return undefined;
    }
  }

  /** Throws the first fault, for callers that cannot go on without what failed. */
  rethrow(): void {
    for (const error of [...this.all.map((fault) => fault.error), ...this.tooLarge.values()]) throw error;
  }

  /** Records what a task threw; exceptions that are not faults of rolloutkit are thrown on. */
  add(task: string, at: Resource | Place | undefined, error: unknown): void {
    if (isForCaller(error)) throw error;
    if (isLimitError(error)) {
      this.tooLarge.set(error.message, error);
      return;
    }
    const resource = at && 'kind' in at ? at : undefined;
    const place = at && 'kind' in at ? startOfResource(at) : at;
    // Rules share facts: the same mistake at the same object is one fault, whichever rule meets it first.
    const key = JSON.stringify([place?.source.path, place?.start, traceOf(error)]);
    const known = this.byKey.get(key);
    if (!known) this.byKey.set(key, { tasks: [task], resource, place, error });
    else if (!known.tasks.includes(task)) known.tasks.push(task);
  }
}

/** Whether a task failed because of its arguments or input, and not because of a bug. */
export function isForCaller(error: unknown): boolean {
  return isUsageError(error) || isUnreadError(error);
}

/**
 * Finds by halving which of some items make an attempt fail. Failures that need several items together, or none, are not found.
 */
export function culpritsAmong<T>(
  items: readonly T[],
  attempt: (items: readonly T[]) => void,
): ReadonlyMap<T, unknown> {
  const culprits = new Map<T, unknown>();
  try {
    attempt([]);
  } catch {
    return culprits;
  }
  const search = (part: readonly T[]): void => {
    try {
      attempt(part);
    } catch (error) {
      if (part.length === 1) culprits.set(part[0]!, error);
      else {
        const middle = part.length >> 1;
        search(part.slice(0, middle));
        search(part.slice(middle));
      }
    }
  };
  if (items.length > 0) search(items);
  return culprits;
}

/** What was thrown and where, without what varies from run to run: a stack can overflow in any function. */
export function traceOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  const head = `${error.name}: ${error.message}`;
  if (error instanceof RangeError) return [head];
  return [head, ...framesOf(error).slice(0, 1)];
}

/** The calls of a stack trace, innermost first. */
export function framesOf({ stack = '' }: Error): readonly string[] {
  return stack.split('\n').flatMap((line) => /^ {4}(at .+)$/.exec(line)?.[1] ?? []);
}

function startOfResource({ source, offset }: { readonly source: Source; readonly offset: number }): Place {
  return { source, start: offset, end: offset };
}
