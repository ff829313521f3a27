import type { ConsequenceKind } from '../model/consequence.js';
import type { Otherwise } from './rule.js';

/** The case of objects that no request to a Rollout passes; findings about them are information. */
export function untouched(consequence: ConsequenceKind, why: string): { readonly untouched: Otherwise } {
  return {
    untouched: { when: 'If no request to a Rollout passes through it', consequence, why, severity: 'info' },
  };
}
