import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import rule from '../../../src/rules/argocd/pointers-lead-to-fields.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

describeRule(rule, {
  'empty-parts.yaml': [
    'The jsonPointer "//spec/replicas" never matches: a part of it is empty or has spaces around it. Write /spec/replicas.',
    'The jsonPointer "/spec/replicas/" never matches: a part of it is empty or has spaces around it. Write /spec/replicas.',
    'The jsonPointer "/spec/ replicas" never matches: a part of it is empty or has spaces around it. Write /spec/replicas.',
  ],
  'in-argocd-cm.yaml': [
    'The jsonPointer "spec/replicas" points at "/replicas…" at the root, because everything before the first slash is dropped; write /spec/replicas.',
  ],
  'no-slash.yaml': [
    'The jsonPointer ".spec.replicas" never matches: a pointer starts with a slash. Write /spec/replicas.',
    'The jsonPointer "replicas" never matches: a pointer starts with a slash. Write /replicas.',
  ],
  'right-pointers.yaml': [],
  'slash-in-a-key.yaml': [
    'The jsonPointer "/metadata/annotations/alb.ingress.kubernetes.io/actions.web" never matches: a slash inside a key is written ~1; write /metadata/annotations/alb.ingress.kubernetes.io~1actions.web.',
    'The jsonPointer "/spec/template/metadata/labels/app.kubernetes.io/name" never matches: a slash inside a key is written ~1; write /spec/template/metadata/labels/app.kubernetes.io~1name.',
  ],
  'start-that-is-dropped.yaml': [
    'The jsonPointer "spec/replicas" points at "/replicas…" at the root, because everything before the first slash is dropped; write /spec/replicas.',
  ],
  'wildcards.yaml': [
    'The jsonPointer "/spec/http/*/route/*/weight" never matches: a pointer cannot contain wildcards; use the jqPathExpression .spec.http[]?.route[]?.weight instead.',
    'The jsonPointer "/spec/http/-" never matches: a pointer cannot contain wildcards; use the jqPathExpression .spec.http[]? instead.',
    'The jsonPointer "/spec/http[0]/route" never matches: brackets in a pointer are part of the key; use the jqPathExpression .spec.http[0]?.route instead.',
    'The jsonPointer "/spec/http[]/route" never matches: brackets in a pointer are part of the key; use the jqPathExpression .spec.http[]?.route instead.',
  ],
});

it('offers no fix within argocd-cm, where it would replace the whole text of the key', () => {
  const file = join(__dirname, 'pointers-lead-to-fields/in-argocd-cm.yaml');
  const { findings } = lint([fileSource(file)], [rule]);
  expect(findings.map(({ fix, choices }) => [fix, choices])).toEqual([[undefined, undefined]]);
});
