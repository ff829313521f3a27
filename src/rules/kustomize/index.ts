import replicasMatch from './replicas-match.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [replicasMatch];
