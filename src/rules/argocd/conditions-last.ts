import { inProgressLabel } from '../../rollouts/routers/gateway-api/plugin.js';
import { memoize } from '../../model/memo.js';
import { judgeJq } from '../../argocd/jq/syntax.js';
import { childrenOf, type JqNode } from '../../argocd/jq/ast.js';
import { respectOption } from '../../play/drift/argo.js';
import { changes, namedPath } from '../../play/drift/changes.js';
import { faultsOf } from '../../play/drift/faults.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';
import { deployedOf, type Deployed } from '../facts/argocd/deployed.js';
import {
  entriesIn,
  entriesOf,
  isMeantFor,
  isTemplated,
  placeOf,
  type Written,
} from '../facts/argocd/entries.js';
import { argoOf, type ComputedMoment, momentsOf } from '../facts/argocd/moments.js';

export default typedRule({
  meta: {
    name: 'argocd/conditions-last',
    description:
      'Require the conditions of a jqPathExpression to match the same elements in Git and in the cluster throughout an update.',
    why: 'Argo CD applies an expression to Git and to the cluster separately. Where its condition matches on one side only, that side loses what the other keeps, and the expression itself causes the difference.',
    consequence: 'drift',
    severity: 'error',
    messages: {
      oneSided:
        'The jqPathExpression "{expression}" matches different elements in Git and in the cluster during an update of Rollout "{rollout}", which makes {kind} "{name}" OutOfSync; match on a field that the controller does not change, such as a name.',
      dropped:
        'The condition of the jqPathExpression "{expression}" matches in Git but not in the cluster during an update of Rollout "{rollout}". With RespectIgnoreDifferences=true a sync then applies {kind} "{name}" without {field}; match on a field that the controller does not change, such as a name.',
      label:
        'The condition of the jqPathExpression "{expression}" depends on "{key}", which exists only in the cluster and only during an update, so the routes of the cluster are ignored, those of Git are not, and the {kind} is OutOfSync; ignore the weights themselves.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/issues/208',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const expression of entry.expressions)
        if (
          expression.text.includes(inProgressLabel.key) &&
          !isTemplated(entry, expression) &&
          asksFor(expression.text)
        )
          report(
            expression.field,
            'label',
            { expression: expression.text.trim(), key: inProgressLabel.key, kind: entry.kind.text },
            placeOf(expression),
          );
  },

  checkRollout(rollout, { graph, report }) {
    for (const deployed of deployedOf(graph, rollout)) {
      const conditional = conditionalEntriesOf(deployed.application)
        .filter((entry) => isMeantFor(graph, entry, deployed.resource))
        .flatMap(({ expressions }) => expressions)
        .filter((expression) => isConditional(expression.text) && !reported(graph).has(expression));
      if (conditional.length === 0) continue;
      const harmful = oneSided(graph, deployed, conditional);
      for (const expression of conditional) {
        const field = droppedBy(graph, deployed, expression);
        if (field === undefined && !harmful.includes(expression)) continue;
        reported(graph).add(expression);
        const { resource } = deployed;
        report(
          expression.field,
          field === undefined ? 'oneSided' : 'dropped',
          {
            expression: expression.text.trim(),
            rollout: rollout.name,
            kind: resource.kind,
            name: resource.name,
            field,
          },
          {
            ...placeOf(expression),
            once: '',
            related: [{ at: resource, message: 'the controller changes this object' }],
          },
        );
      }
    }
  },
});

/** The strings already reported for some object. */
const reported = memoize(() => new Set<Written>());

const conditionalEntriesOf = memoize((application: Resource) =>
  entriesOf(application).filter(({ expressions }) => expressions.some(({ text }) => isConditional(text))),
);

function isConditional(expression: string): boolean {
  return !expression.includes(inProgressLabel.key) && /\bselect\b|\bif\b/.test(expression);
}

/** Whether a condition in an expression reads the label. */
function asksFor(expression: string): boolean {
  const judgement = judgeJq(expression);
  return judgement.verdict === 'ok' && conditions(judgement.program).some(readsLabel);
}

function conditions(node: JqNode): readonly JqNode[] {
  const own =
    node.type === 'call' && node.name === 'select' ? node.args : node.type === 'if' ? [node.condition] : [];
  return [...own, ...childrenOf(node).flatMap(conditions)];
}

function readsLabel(node: JqNode): boolean {
  return (node.type === 'literal' && node.value === inProgressLabel.key) || childrenOf(node).some(readsLabel);
}

/** The expressions that alone cause a difference at some moment. */
function oneSided(graph: Graph, deployed: Deployed, conditional: readonly Written[]): readonly Written[] {
  const argo = argoOf(graph, deployed.application);
  const { faults } = faultsOf(argo, momentsOf(graph, deployed));
  const texts = new Set(faults.filter(({ kind }) => kind === 'one-sided').map(({ text }) => text));
  return conditional.filter(({ text }) => texts.has(text));
}

/**
 * The fields that a sync removes from the cluster. An expression removes them from Git, but selects nothing in the live object
 * that RespectIgnoreDifferences could restore. https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go
 * (normalizeTargetResources)
 */
function droppedBy(graph: Graph, deployed: Deployed, { text }: Written): string | undefined {
  const argo = argoOf(graph, deployed.application);
  if (!argo.has(respectOption)) return undefined;
  const without = argo.but({
    rules: argo.settings.rules.map((rule) => ({
      ...rule,
      jqPathExpressions: rule.jqPathExpressions.filter((other) => other.text !== text),
    })),
  });
  const dropped = (by: typeof argo, { git, live }: ComputedMoment): readonly string[] =>
    changes(live, by.applied(git, live) ?? live).flatMap(({ kind, path }) =>
      kind === 'dropped' || kind === 'removed' ? [namedPath(live, path)] : [],
    );
  for (const moment of momentsOf(graph, deployed)) {
    const otherwise = dropped(without, moment);
    const field = dropped(argo, moment).find((other) => !otherwise.includes(other));
    if (field !== undefined) return field;
  }
  return undefined;
}
