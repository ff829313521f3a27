import type { Resource } from './resource.js';

/**
 * An order of objects for whoever chooses one of several: by their names, so that it is the same one in whichever order files are
 * read and documents stand in them. Where the names are the same, that of the files decides.
 */
export function byFixedOrder(left: Resource, right: Resource): number {
  return (
    compared(left.name, right.name) ||
    compared(left.namespace ?? '', right.namespace ?? '') ||
    compared(left.source.path, right.source.path) ||
    left.offset - right.offset
  );
}

/** Whether the first of two comes before the other. */
export function isBefore(left: Resource, right: Resource): boolean {
  return byFixedOrder(left, right) < 0;
}

function compared(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
