import { reason } from '../files/read-text.js';
import type { ReadGraph } from '../graph/read-graph.js';
import { some } from '../project/some.js';

/** Which files could not be read, and why, on one line. */
export function unreadableText(unreadable: ReadGraph['unreadable']): string {
  return unreadable.map(({ source, error }) => `${source.name}: ${reason(error)}`).join(' ');
}

/** What to look at where something is not found: files with YAML that is broken may have it. Empty where there are none. */
export function brokenText(read: Pick<ReadGraph, 'problems' | 'examine'>): string {
  read.examine();
  const broken = read.problems.filter(({ severity }) => severity === 'error');
  const names = [...new Set(broken.map(({ place }) => place.source.name))];
  return names.length === 0
    ? ''
    : ` The YAML of ${some(names)} is broken, so what ${names.length === 1 ? 'it has' : 'they have'} is not known; see: rolloutkit lint`;
}
