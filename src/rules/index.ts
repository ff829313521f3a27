import type { ProblemName } from '../yaml/parse/problems.js';
import { type NameInFolder, rules as inFolder } from './registry.js';
import type { Rule } from './rule.js';

/** Every rule, sorted by name. */
export const rules: readonly Rule[] = inFolder;

/** The name of a rule. */
export type RuleName = NameInFolder | ProblemName;
