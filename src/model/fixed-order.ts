import type { Resource } from './resource.js';

/**
 * An order for choosing one of several objects: by name, then by file, so that the choice does not depend on the order of files
 * and documents.
 */
export function byFixedOrder(left: Resource, right: Resource): number {
  return (
    compareText(left.name, right.name) ||
    compareText(left.namespace ?? '', right.namespace ?? '') ||
    compareText(left.source.path, right.source.path) ||
    left.offset - right.offset
  );
}

/** Whether the first of two objects comes first in this order. */
export function isBefore(left: Resource, right: Resource): boolean {
  return byFixedOrder(left, right) < 0;
}

/** The order of texts that does not depend on a language. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
