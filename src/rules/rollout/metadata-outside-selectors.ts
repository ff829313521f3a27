import type { Graph } from '../../repository/graph/graph.js';
import { temporaryMetadata } from '../facts/rollout/stand-in-objects.js';
import { workloadOf } from '../facts/rollout/violations.js';
import { labelsOfPods } from '../facts/rollout/promoted-labels.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { type PodChoice, podChoices, type PodUse } from '../facts/rollout/pod-choices.js';
import type { Requirement } from '../../kubernetes/kinds/selector.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { allOf } from '../facts/words.js';
import { titled } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/metadata-outside-selectors',
    description: 'Require temporary labels of pods not to overwrite labels that selectors require.',
    why: 'The controller overwrites these labels of running pods: a Service no longer selects them, and a ReplicaSet no longer matches its own pods and starts others.',
    consequence: 'lost-traffic',
    severity: 'error',
    otherwise: {
      lost: {
        when: 'For a label that the pod template has, too',
        consequence: 'lost-traffic',
        why: 'When a version is promoted, the controller removes the labels of the block from its pods, even those that the pod template has. A Service or subset that requires one of them has no pods from then on.',
        severity: 'error',
      },
      refused: {
        when: 'For a label that a rule of a NetworkPolicy requires',
        consequence: 'lost-traffic',
        why: 'The pods of a promoted version have another label or none. The rule does not admit them, and their connections are dropped unless another rule allows them.',
        severity: 'warning',
      },
      uncovered: {
        when: 'For a label that a PodDisruptionBudget, NetworkPolicy or PodMonitor requires',
        consequence: 'no-effect',
        why: 'The pods of a promoted version have another label or none, so the object does not apply to them: they may be evicted at once, accept any connection, or have no metrics.',
        severity: 'warning',
      },
    },
    fixes: ['choice'],
    messages: {
      lost: '{metadata} of Rollout "{rollout}" sets label {key}, which the controller removes from pods when their version is promoted, even if the pod template has it. {losses}; set the label in {lasting}, too, or use another one.',
      lasting:
        '{metadata} of Rollout "{rollout}" sets label {key}: "{value}" on pods of a promoted version. {losses}; use another label.',
      selector:
        '{metadata} of Rollout "{rollout}" sets label {key}: "{value}" on pods that its selector matches by {key}: "{selected}"; use another label.',
      service:
        '{metadata} of Rollout "{rollout}" sets label {key}: "{value}" on pods that Service "{service}" selects by {key}: "{selected}"; use another label.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/ephemeral-metadata/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/ephemeralmetadata.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const blocks = temporaryMetadata(rollout).filter(({ exists }) => exists);
    if (blocks.length === 0) return;
    const named = ownServices(graph, rollout);
    const lost = deselections(graph, rollout);
    for (const metadata of blocks)
      for (const label of metadata.at('labels').entries) {
        const { key, text: value } = label;
        if (value === undefined) continue;
        const data = { metadata: String(metadata.key), rollout: rollout.name, key, value };
        const own = rollout.at('spec', 'selector', 'matchLabels', key);
        if (own.text !== undefined && own.text !== value) {
          report(
            label,
            'selector',
            { ...data, selected: own.text },
            { related: [{ at: own, message: 'the selector of the Rollout' }] },
          );
          continue;
        }
        const wrongNow = [...named]
          .map((service) => service.at('spec', 'selector', key))
          .filter((asked) => asked.text !== undefined && asked.text !== value);
        const asking = new Set(wrongNow.map(({ resource }) => resource));
        const losing = lost.filter(
          ({ choice, unmet }) => unmet.key === key && !own.exists && !asking.has(choice.resource),
        );
        const lasting = lastingBlock(metadata);
        // What pods keep of a stable version is written in the other block.
        const isOfOther = lasting !== metadata && lasting.at('labels', key).exists;
        if (losing.length > 0 && !isOfOther)
          report(
            label,
            lasting === metadata ? 'lasting' : 'lost',
            { ...data, losses: lossText(losing), lasting: String(lasting.key) },
            {
              case: worstDeselection(losing),
              choices: () => [keptIn(lasting, metadata, label, losing)],
              rests: [lasting.at('labels'), ...losing.map(({ unmet }) => unmet.field)],
              related: losing.map(({ choice, unmet }) => ({ at: unmet.field, message: relatedOf(choice) })),
            },
          );
        for (const asked of wrongNow)
          report(
            label,
            'service',
            { ...data, service: asked.resource.name, selected: asked.text ?? '' },
            { related: [{ at: asked, message: 'the selector of the Service' }] },
          );
      }
  },
});

/** Gives pods of the lasting version the value that objects require, too. */
function keptIn(
  lasting: Field,
  metadata: Field,
  { key, text = '' }: Field,
  [lost]: readonly Deselection[],
): ProposedFix | undefined {
  if (lasting === metadata) return undefined;
  const value = lost?.unmet.field.text ?? text;
  return titled(`Set ${key}: "${value}" in ${String(lasting.key)}.`, {
    field: lasting.at('labels', key),
    value,
  });
}

/** The block whose labels pods keep: that of the stable or active version. */
function lastingBlock(metadata: Field): Field {
  const lasting = { canaryMetadata: 'stableMetadata', previewMetadata: 'activeMetadata' }[
    String(metadata.key)
  ];
  return lasting === undefined ? metadata : (metadata.parent?.at(lasting) ?? metadata);
}

interface Deselection {
  readonly choice: PodChoice;
  readonly unmet: Requirement;
}

/**
 * The requirements by which objects select the pods of the template or of the first version, but not those of a promoted one. A Service
 * that also selects other pods is left out: it keeps endpoints.
 */
function deselections(graph: Graph, rollout: Resource): readonly Deselection[] {
  const labels = labelsOfPods(graph, rollout);
  if (!labels) return [];
  const { first, promoted } = labels;
  const own = workloadOf(graph, rollout);
  return podChoices(graph, rollout).flatMap((choice) => {
    const { wanted, use, resource } = choice;
    const isMet = (given: Readonly<Record<string, string>>): boolean =>
      wanted.every(({ holds }) => holds(given));
    if (isMet(promoted) || (!isMet(first) && !isMet(graph.labels(rollout)))) return [];
    const others =
      use === 'service' &&
      graph
        .companionWorkloads(resource, authoredSelector(resource))
        .some((workload) => workload !== rollout && workload !== own);
    if (others) return [];
    return wanted
      .filter(({ field, holds }) => field.resource === resource && !holds(promoted))
      .map((unmet) => ({ choice, unmet }));
  });
}

const effects: Readonly<Record<PodUse, string>> = {
  service: 'selects no pods',
  subset: 'has no pods',
  budget: 'does not protect them',
  policy: 'does not apply to them',
  peer: 'does not admit them',
  monitor: 'does not scrape them',
};

/** What is lost, as a sentence. */
function lossText(losing: readonly Deselection[]): string {
  const clauses = losing.map(({ choice: { resource, use, part }, unmet: { field, key, words } }) => {
    const prefix = { subset: `subset "${part ?? ''}" of `, peer: 'a rule of ' }[String(use)] ?? '';
    const requirement = field.text === undefined ? words : `${key}: "${field.text}"`;
    return `${prefix}${resource.kind} "${resource.name}" requires ${requirement} and then ${effects[use]}`;
  });
  return allOf(clauses).replace(/^[a-z]/, (first) => first.toUpperCase());
}

/** The case of what is lost first: requests of users, connections of pods, or what applies to them. */
function worstDeselection(losing: readonly Deselection[]): 'lost' | 'refused' | 'uncovered' {
  const uses = new Set(losing.map(({ choice }) => choice.use));
  if (uses.has('service') || uses.has('subset')) return 'lost';
  return uses.has('peer') ? 'refused' : 'uncovered';
}

function relatedOf({ use, resource }: PodChoice): string {
  return use === 'subset' ? 'the labels of the subset' : `the selector of the ${resource.kind}`;
}

function ownServices(graph: Graph, rollout: Resource): ReadonlySet<Resource> {
  return new Set(services(rollout).flatMap((reference) => graph.find(reference) ?? []));
}
