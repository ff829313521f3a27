import {
  assumableMeant,
  assumedKey,
  assumedTarget,
  assumptions,
  isAssumable,
} from '../../kubernetes/kinds/assumable.js';
import { groupsOf } from '../../kubernetes/kinds/known-kinds.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { suppressionKey, suppressions } from '../../kubernetes/kinds/suppression.js';
import type { Graph } from '../../repository/graph/graph.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Field } from '../../model/field.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { checkedKinds } from '../facts/schema/problems.js';
import { similar } from '../facts/similar.js';
import { partTo, renamedTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'schema/suppressions-valid',
    description:
      'Require annotations that suppress a rule to name a rule and to give a reason, and those that assume objects to name them.',
    why: "The annotation suppresses nothing: the rule's findings are still reported.",
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unknown:
        'Annotation "{key}" of {kind} "{name}" does not name a rule; the part after the slash must be a rule name, with a dot in place of its slash.{hint}',
      reason: 'Annotation "{key}" of {kind} "{name}" has no reason; put a short explanation in its value.',
      unnamed:
        'Annotation "{key}" of {kind} "{name}" lists "{written}", which is not kind/namespace/name, such as Service/shop/checkout, or kind/name.{hint}',
      misspelt: '{kind} "{name}" assumes {other}, which is not found; did you mean "{nearest}"?',
    },
    otherwise: {
      unnamed: {
        when: 'If an annotation that assumes objects does not name one',
        why: 'It assumes nothing: an object that is not found is still reported.',
        consequence: 'no-effect',
      },
      misspelt: {
        when: 'If an assumed object is not found and one of a similar name is',
        why: 'An object that is assumed is never reported as missing, so a mistake in its name is only seen in the cluster.',
        consequence: 'no-effect',
      },
    },
    fixes: ['safe', 'unsafe'],
    links: [
      'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set',
    ],
  },

  *check({ graph, names, report }) {
    for (const resource of graph.ofKinds(checkedKinds)) {
      yield resource;
      const object = { kind: resource.kind, name: resource.name };
      for (const { annotation, rule, hasReason } of suppressions(resource)) {
        const data = { ...object, key: String(annotation.key) };
        if (!names.has(rule) || suppressionKey(rule) !== annotation.key) {
          const meant = names.has(rule) ? rule : nearestName(rule, names);
          const hint = meant === undefined ? '' : ` Did you mean "${suppressionKey(meant)}"?`;
          report(
            annotation,
            'unknown',
            { ...data, hint },
            {
              atKey: true,
              fix: () => (meant === undefined ? undefined : renamedTo(annotation, suppressionKey(meant))),
            },
          );
        } else if (!hasReason) report(annotation, 'reason', data);
      }
      const { annotation, unnamed, misspelt } = mistaken(graph, resource);
      for (const { written, hint } of unnamed)
        report(annotation, 'unnamed', { ...object, key: assumedKey, written, hint }, { case: 'unnamed' });
      for (const { to, nearest } of misspelt)
        report(
          annotation,
          'misspelt',
          { ...object, other: `${to.kind} "${to.name}"`, nearest: nearest.name },
          {
            case: 'misspelt',
            fix: () => partTo(annotation, to.name, nearest.name, 'unsafe'),
            related: [{ at: nearest, message: 'probably meant' }],
          },
        );
    }
  },
});

interface Mistaken {
  readonly annotation: Field;
  readonly unnamed: readonly { readonly written: string; readonly hint: string }[];
  readonly misspelt: readonly { readonly to: Target; readonly nearest: Resource }[];
}

/** What is wrong about the objects that a resource assumes. */
function mistaken(graph: Graph, resource: Resource): Mistaken {
  const { annotation, objects } = assumptions(resource);
  const unnamed = objects.flatMap((written) => {
    const meant = assumableMeant(written);
    if (isAssumable(written) && meant === undefined) return [];
    return [{ written, hint: meant === undefined ? '' : ` Did you mean "${meant}"?` }];
  });
  // The other objects of a construct assume the same as its Rollout.
  const misspelt = isRollout(resource) ? objects.filter(isAssumable) : [];
  return {
    annotation,
    unnamed,
    misspelt: misspelt.flatMap((object) => misspeltAs(graph, annotation, object)),
  };
}

/** The object that an assumed one probably means, unless it is there itself. */
function misspeltAs(graph: Graph, from: Field, object: string): Mistaken['misspelt'] {
  const named = assumedTarget(object);
  const targets = (groupsOf(named.kind) ?? ['']).map((group) => ({ ...named, group }));
  if (targets.some((to) => graph.withManifestName(to).length > 0)) return [];
  return targets.flatMap((to) => {
    const nearest = similar(graph, { from, to }, [to.name]);
    return nearest ? [{ to, nearest }] : [];
  });
}
