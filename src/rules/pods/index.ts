import probePortExists from './probe-port-exists.js';
import serviceAccountExists from './service-account-exists.js';
import variablesDistinct from './variables-distinct.js';
import volumesDeclared from './volumes-declared.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [
  probePortExists,
  serviceAccountExists,
  variablesDistinct,
  volumesDeclared,
];
