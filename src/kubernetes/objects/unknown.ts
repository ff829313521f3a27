import { Signal } from './signal.js';

/**
 * Thrown when an unknown value is read: it is missing, or the API server rejects it. The check that reads it is skipped. Objects
 * of a simulation are known completely and throw nothing.
 */
const unknown = new Signal();

/** Makes a value of an object unknown: reading it throws. */
export function hide(object: object, key: string | number): void {
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get() {
      throw unknown;
    },
  });
}

/** Whether `hide` has hidden a value of an object. */
export function isHidden(object: object, key: string | number): boolean {
  return Object.getOwnPropertyDescriptor(object, key)?.get !== undefined;
}

/** The result of a function, or `otherwise` if it reads an unknown value. */
export function whereKnown<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch (error) {
    if (error === unknown) return otherwise;
    throw error;
  }
}
