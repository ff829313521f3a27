import type { Rule } from '../rule.js';
import probePortExists from './probe-port-exists.js';
import variablesDistinct from './variables-distinct.js';
import volumesDeclared from './volumes-declared.js';

export const rules: readonly Rule[] = [probePortExists, variablesDistinct, volumesDeclared];
