import { toJqPath } from '../../argocd/diff.js';
import type { IgnoreEntry } from '../../play/drift/argo.js';
import { ownedBy } from '../../play/drift/owned.js';
import { planOf } from '../../play/drift/plan.js';
import type { Field, Path } from '../../model/field.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { failuresIn } from '../facts/argocd/jq-failures.js';
import { lackingEntry } from '../facts/argocd/lacking-entry.js';
import type { Graph } from '../../repository/graph/graph.js';
import { setTo } from '../fixes.js';
import { typedRule, type ProposedFix } from '../rule.js';
import {
  brokenJq,
  compare,
  type ComparedObject,
  comparedObjects,
  hasEntryFor,
  whileShifting,
} from '../facts/argocd/router-fields.js';

export default typedRule({
  meta: {
    name: 'argocd/router-fields-ignored',
    description:
      'Require an Application to ignore the fields that a canary changes in the objects of its traffic router.',
    why: 'During an update the Application is OutOfSync; a sync or self-heal resets the weights to those in Git and shifts live traffic.',
    consequence: 'overwritten',
    severity: 'error',
    fixes: ['safe'],
    yieldsTo: ['argocd/jq-parses'],
    messages: {
      nothing:
        'Application "{application}" ignores no difference of {kind} "{name}", but the controller changes {paths} there for Rollout "{rollout}"; ignore {expressions}.',
      uncovered:
        'Application "{application}" does not ignore everything that the controller changes in {kind} "{name}" for Rollout "{rollout}": {paths} still differs; ignore {expressions}.',
      failing:
        'The expression "{expression}" fails for {kind} "{name}" ({error}) and so ignores nothing, but the controller changes {paths} there for Rollout "{rollout}"; correct the expression.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#integrating-with-gitops',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const compared of comparedObjects(graph, rollout, whileShifting)) {
      const { application, resource, identity } = compared;
      const { paths: all, unknown, failed } = compare(compared);
      // Leaving an annotation out of Git is better than ignoring it.
      const paths = all.filter(([first, second]) => first !== 'metadata' || second !== 'annotations');
      if (paths.length === 0 || unknown !== undefined) continue;
      const ways = [
        ...new Set(changedOf(compared, paths).map((path) => `${toJqPath(path).replaceAll('?', '')}`)),
      ];
      const lacking = lackingEntry(graph, compared);
      if (!lacking) continue; // No entry can ignore that without side effects.
      const data = {
        application: application.name,
        kind: resource.kind,
        name: identity.name ?? resource.name,
        rollout: rollout.name,
        paths: ways.join(', '),
        expressions: lacking.expressions.map(({ text }) => `'${text}'`).join(', '),
      };
      const options = {
        related: [{ at: resource, message: 'the controller changes this object' }],
        // An expression that does not compile stops the whole comparison.
        unless: { 'argocd/jq-parses': brokenJq(application) },
      };
      const broken = failed[0];
      const field = application.at('spec', 'ignoreDifferences');
      if (broken)
        report(
          broken.expression,
          'failing',
          { ...data, expression: broken.expression.text?.trim(), error: broken.error },
          { ...options, fix: () => running(graph, broken.expression) },
        );
      else
        report(field, hasEntryFor(compared) ? 'uncovered' : 'nothing', data, {
          ...options,
          atKey: true,
          fix: () => ignoring(field, lacking.entry, identity.name),
        });
    }
  },
});

/**
 * The part of the difference that the controller causes; defaults of the API server differ along with the list that contains
 * them.
 */
function changedOf({ git, live }: ComparedObject, paths: readonly Path[]): readonly Path[] {
  const owned = ownedBy([{ git, live }]);
  const changed = paths.filter((path) => owned.owns(path));
  return changed.length > 0 ? changed : paths;
}

/** The same expression in a form that does not fail. */
function running(graph: Graph, field: Field): ProposedFix | undefined {
  const { path, resource } = field;
  const same = failuresIn(graph).find(
    ({ expression }) => expression.field.resource === resource && isSameJson(expression.field.path, path),
  );
  return setTo(field, same?.right);
}

/** The fix that adds the missing entries where `drift --write` adds them. */
function ignoring(list: Field, entry: IgnoreEntry, name: string | undefined): ProposedFix | undefined {
  if (name === undefined) return undefined;
  const { changed, added } = planOf(list, [], [entry]);
  const fuller = [...changed].flatMap(([index, plan]) =>
    Object.entries(plan?.lists ?? {}).flatMap(([key, wanted]) =>
      wanted.flatMap(({ from, text }, at) =>
        from === undefined ? [{ field: list.at(index, key, at), value: text }] : [],
      ),
    ),
  );
  const further = added.map((value, at) => ({ field: list.at(list.items.length + at), value }));
  return {
    title: `Ignore what the controller changes in ${entry.kind} "${name}".`,
    writes: [...fuller, ...further],
  };
}
