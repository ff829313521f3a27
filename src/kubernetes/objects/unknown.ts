import { Signal } from './signal.js';

/**
 * Thrown where a value is read that nobody can tell: it is missing, or the API server does not take it. What was about to be
 * judged by it is left open. The objects of a simulation are known in full and throw nothing.
 */
const unknown = new Signal();

/** Makes a value of an object unknown to whoever reads it. */
export function hide(object: object, key: string | number): void {
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get() {
      throw unknown;
    },
  });
}

/** Whether a value of an object is one that `hide` has hidden. */
export function isHidden(object: object, key: string | number): boolean {
  return Object.getOwnPropertyDescriptor(object, key)?.get !== undefined;
}

/** What is found as far as all that is read for it is known; otherwise the value for that. */
export function whereKnown<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch (error) {
    if (error === unknown) return otherwise;
    throw error;
  }
}
