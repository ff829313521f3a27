import type { Rule } from '../rule.js';
import canaryIngressNotAuthored from './canary-ingress-not-authored.js';
import canaryWeightLeftOut from './canary-weight-left-out.js';
import ingressClassFits from './ingress-class-fits.js';
import ingressExists from './ingress-exists.js';
import ingressGiven from './ingress-given.js';
import ingressPathsReadable from './ingress-paths-readable.js';
import ingressRoutesStable from './ingress-routes-stable.js';

export const rules: readonly Rule[] = [
  canaryIngressNotAuthored,
  canaryWeightLeftOut,
  ingressClassFits,
  ingressExists,
  ingressGiven,
  ingressPathsReadable,
  ingressRoutesStable,
];
