import path from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import rule from '../../../src/rules/alb/ingress-annotated.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

const fixtures = {
  'annotated-by-kustomize': [],
  'annotated.yaml': [],
  'applied-by-argo-cd.yaml': [],
  'no-annotation.yaml': [
    'Ingress "checkout" has no annotations. Unless the tool that applies it adds one, the controller panics because Rollout "checkout" has managedRoutes; add any annotation, such as alb.ingress.kubernetes.io/target-type.',
  ],
  'no-managed-routes.yaml': [
    'Ingress "checkout" has no annotations. Unless the tool that applies it adds one, the controller panics because Argo Rollouts 1.7 cannot set the weights of Rollout "checkout" in it; add any annotation, such as alb.ingress.kubernetes.io/target-type.',
  ],
};

describeRule(rule, fixtures, { graph: { rolloutsVersion: '1.7' } });

it('tells before 1.8 alone that weights need an annotation', () => {
  const file = path.join(__dirname, 'ingress-annotated/no-managed-routes.yaml');
  expect(lint([fileSource(file)], [rule], { graph: { rolloutsVersion: '1.8' } }).findings).toEqual([]);
});
