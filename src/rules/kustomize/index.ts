import imagesMatch from './images-match.js';
import patchesMatch from './patches-match.js';
import replicasMatch from './replicas-match.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [imagesMatch, patchesMatch, replicasMatch];
