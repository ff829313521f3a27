import changeIsARevision from './change-is-a-revision.js';
import keptForStablePods from './kept-for-stable-pods.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [changeIsARevision, keptForStablePods];
