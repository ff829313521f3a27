import type { Rule } from './rule.js';

/** Every rule, sorted by name. */
export const rules: readonly Rule[] = [];
