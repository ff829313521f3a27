import { checkPointer } from '../../argocd/pointer-problem.js';
import { defineRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../../facts/argocd/entries.js';

export default defineRule({
  meta: {
    name: 'argocd/pointers-lead-to-fields',
    description: 'Require every jsonPointer of an Application to be one that can lead to a field.',
    why: 'Argo CD does not check pointers: one that selects nothing silently ignores nothing, so the differences still show as OutOfSync.',
    consequence: 'no-effect',
    severity: 'error',
    messages: {
      noSlash: 'The jsonPointer "{pointer}" leads nowhere: a pointer begins with a slash.{hint}',
      lostStart:
        'The jsonPointer "{pointer}" leads to "/{instead}…" at the root: what precedes the first slash is dropped; write {right}.',
      wildcard:
        'The jsonPointer "{pointer}" leads nowhere: pointers know no wildcard; write the jqPathExpression {right}.',
      brackets:
        'The jsonPointer "{pointer}" leads nowhere: brackets are a part of the key in a pointer; write the jqPathExpression {right}.',
      unescaped:
        'The jsonPointer "{pointer}" leads nowhere: a slash within a key is written ~1; write {right}.',
      empty:
        'The jsonPointer "{pointer}" leads nowhere: a part of it is empty, or has spaces around it.{hint}',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://www.rfc-editor.org/rfc/rfc6901',
      'https://github.com/evanphx/json-patch/blob/v5.9.11/patch.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const pointer of entry.pointers) {
        const problem = isTemplated(entry, pointer) ? undefined : checkPointer(pointer.text);
        if (!problem) continue;
        const { kind, instead, right } = problem;
        report(
          pointer.field,
          kind,
          {
            pointer: pointer.text,
            instead,
            right,
            hint: right === undefined ? '' : ` Write ${right}.`,
          },
          placeOf(pointer),
        );
      }
  },
});
