import { nearestName } from '../model/nearest-name.js';

/** What the process says of its work; the same for every output format. */
export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3, unread: 4 } as const;

/** The command line asks for something that there is not. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Commands that are loaded when they are called have a class of their own. */
export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UsageError';
}

/** The question that ends a message about an unknown name; empty when no known one comes near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Is it "${nearest}"?`;
}
