import type { Graph } from '../../repository/graph/graph.js';
import { temporaryMetadata } from '../facts/rollout/refused-writes.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { workloadOf } from '../facts/rollout/violations.js';
import { labelsOfPods, type PodLabels } from '../facts/rollout/promoted-labels.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { authoredSelector } from '../../rollouts/controllers/services.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

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
        why: 'When a version is promoted, the controller removes the labels of the block from its pods, even those that the pod template has. A Service that requires one of them selects no pods from then on.',
        severity: 'error',
      },
    },
    messages: {
      lost: '{metadata} of Rollout "{rollout}" sets label {key}, which the controller removes from pods when their version is promoted, even if the pod template has it. Service "{service}" requires {key}: "{selected}" and then selects no pods; set the label in {lasting}, too, or use another one.',
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
    const lost = lostServices(graph, rollout);
    for (const metadata of temporaryMetadata(rollout))
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
        const named = servicesOf(graph, rollout);
        for (const { service, field } of lost.filter((one) => one.key === key && isPassing(metadata))) {
          const wrongNow = named.has(service) && field.text !== value;
          if (wrongNow || own.exists) continue;
          const lasting = metadata.key === 'canaryMetadata' ? 'stableMetadata' : 'activeMetadata';
          report(
            label,
            'lost',
            { ...data, service: service.name, selected: field.text ?? '', lasting },
            {
              case: 'lost',
              rests: [metadata.parent?.at(lasting, 'labels') ?? metadata],
              related: [{ at: field, message: 'the selector of the Service' }],
            },
          );
        }
        for (const service of named) {
          const asked = service.at('spec', 'selector', key);
          if (asked.text === undefined || asked.text === value) continue;
          report(
            label,
            'service',
            { ...data, service: service.name, selected: asked.text },
            { related: [{ at: asked, message: 'the selector of the Service' }] },
          );
        }
      }
  },
});

/** The blocks whose labels pods lose when their version is promoted. */
function isPassing({ key }: Field): boolean {
  return key === 'canaryMetadata' || key === 'previewMetadata';
}

interface LostService {
  readonly service: Resource;
  readonly key: string;
  readonly field: Field;
}

/**
 * The labels by which Services that certainly come with a Rollout select the pods of its first version, but not those of a
 * promoted one. Services that also select other pods are left out.
 */
function lostServices(graph: Graph, rollout: Resource): readonly LostService[] {
  if (!temporaryMetadata(rollout).some((block) => isPassing(block) && block.exists)) return [];
  const labels = labelsOfPods(graph, rollout);
  if (!labels || isSame(labels)) return [];
  const own = workloadOf(graph, rollout);
  const beside = graph.companions(rollout, kinds.service);
  return [...new Set([...servicesOf(graph, rollout), ...beside])].flatMap((service) => {
    const selector = authoredSelector(service);
    if (!selects(selector, labels.first) || selects(selector, labels.promoted)) return [];
    const others = graph
      .companionWorkloads(service, selector)
      .filter((workload) => workload !== rollout && workload !== own);
    if (others.length > 0) return [];
    return Object.keys(selector)
      .filter((key) => labels.promoted[key] !== selector[key])
      .map((key) => ({ service, key, field: service.at('spec', 'selector', key) }));
  });
}

function isSame({ first, promoted }: PodLabels): boolean {
  return Object.entries(first).every(([key, value]) => promoted[key] === value);
}

function servicesOf(graph: Graph, rollout: Resource): ReadonlySet<Resource> {
  return new Set(services(rollout).flatMap((reference) => graph.find(reference) ?? []));
}
