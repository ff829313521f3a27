import type { Graph } from '../../graph/graph.js';
import { podHashLabel } from '../../controllers/services.js';
import { subsets } from '../../kinds/destination-rule.js';
import { canary } from '../../kinds/rollout.js';
import { podLabels } from '../../kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import istio, { destinationRule } from '../../routers/istio.js';
import { routedBy } from '../../routers/router.js';

/** A label of a subset that the pod template of the Rollout does not have. */
export interface StrayLabel {
  readonly rollout: Resource;
  readonly destinationRule: Resource;
  readonly role: 'canary' | 'stable';
  readonly subset: string;
  readonly label: Field;
  /** The labels of the pod template. */
  readonly pods: Field;
  /** Where canaryMetadata or stableMetadata gives the label to the pods of the subset, for as long as they have that role. */
  readonly given: Field | undefined;
}

/** The labels of stable and canary subsets that the pods of their Rollout lack, or have with another value. */
export function strayLabels(graph: Graph): readonly StrayLabel[] {
  return routedBy(istio, graph.rollouts).flatMap((rollout) => {
    const reference = destinationRule(rollout);
    const template = graph.podTemplate(rollout);
    if (!reference || !template?.exists) return [];
    const pods = podLabels(template);
    const roles = { canary: reference.canarySubset.text, stable: reference.stableSubset.text } as const;
    return graph.resolve(reference).found.flatMap((rule) =>
      subsets(rule).flatMap((subset) =>
        (['canary', 'stable'] as const)
          .filter((role) => roles[role] !== undefined && roles[role] === subset.at('name').text)
          .flatMap((role) =>
            subset
              .at('labels')
              .entries.filter((label) => label.text !== undefined && !isGivenLater(String(label.key)))
              .filter((label) => pods.at(label.key).text !== label.text)
              .filter((label) => !isAlwaysGiven(rollout, label))
              .map((label): StrayLabel => {
                const given = metadataLabel(rollout, role, label);
                return {
                  rollout,
                  destinationRule: rule,
                  role,
                  subset: roles[role] ?? '',
                  label,
                  pods,
                  given: given.text === label.text ? given : undefined,
                };
              }),
          ),
      ),
    );
  });
}

function metadataLabel(rollout: Resource, role: 'canary' | 'stable', label: Field): Field {
  return canary(rollout).at(`${role}Metadata`, 'labels', label.key);
}

/** Whether pods of both roles are given a label. */
function isAlwaysGiven(rollout: Resource, label: Field): boolean {
  return (['canary', 'stable'] as const).every(
    (role) => metadataLabel(rollout, role, label).text === label.text,
  );
}

/**
 * Labels that no manifest gives to pods: the hash of the revision, and what Istio and Kubernetes tell of them.
 * https://github.com/istio/istio/blob/1.30.0/pilot/pkg/serviceregistry/util/label/label.go
 */
export function isGivenLater(key: string): boolean {
  return key === podHashLabel || /(^|\.)(istio\.io|kubernetes\.io)\//.test(key);
}
