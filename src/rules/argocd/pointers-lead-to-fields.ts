import { checkPointer } from '../../argocd/pointer-problem.js';
import { setTo } from '../fixes.js';
import type { Field } from '../../model/field.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { entriesIn, isTemplated, placeOf } from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/pointers-lead-to-fields',
    description: 'Require every jsonPointer of an Application to be able to match a field.',
    why: 'Argo CD does not check pointers: one that selects nothing silently ignores nothing, so the differences still show as OutOfSync.',
    consequence: 'no-effect',
    severity: 'error',
    messages: {
      noSlash: 'The jsonPointer "{pointer}" never matches: a pointer starts with a slash.{hint}',
      lostStart:
        'The jsonPointer "{pointer}" points at "/{instead}…" at the root, because everything before the first slash is dropped; write {right}.',
      wildcard:
        'The jsonPointer "{pointer}" never matches: a pointer cannot contain wildcards; use the jqPathExpression {right} instead.',
      brackets:
        'The jsonPointer "{pointer}" never matches: brackets in a pointer are part of the key; use the jqPathExpression {right} instead.',
      unescaped:
        'The jsonPointer "{pointer}" never matches: a slash inside a key is written ~1; write {right}.',
      empty:
        'The jsonPointer "{pointer}" never matches: a part of it is empty or has spaces around it.{hint}',
    },
    fixes: ['safe', 'unsafe'],
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
          {
            ...placeOf(pointer),
            fix: () => {
              if (pointer.inner || right === undefined) return undefined;
              // A pointer has no wildcards and no elements by name, so an expression takes its place.
              return right.startsWith('/')
                ? setTo(pointer.field, right)
                : asExpression(entry.at, pointer.field, right);
            },
          },
        );
      }
  },
});

/** A fix that ignores the same by an expression. */
function asExpression(entry: Field, pointer: Field, expression: string): ProposedFix | undefined {
  const [pointers, expressions] = [pointer.parent, entry.at('jqPathExpressions')];
  if (!pointers) return undefined;
  return {
    title: `Write "${expression}" under jqPathExpressions instead.`,
    isUnsafe: true,
    writes: [
      { field: pointers.items.length === 1 ? pointers : pointer, value: undefined },
      expressions.items.length > 0
        ? { field: expressions.at(expressions.items.length), value: expression }
        : { field: expressions, value: [expression] },
    ],
  };
}
