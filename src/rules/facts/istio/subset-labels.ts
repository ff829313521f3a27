import type { Graph } from '../../../repository/graph/graph.js';
import { memoize } from '../../../model/memo.js';
import { podHashLabel } from '../../../rollouts/controllers/services.js';
import { subsets } from '../../../kubernetes/kinds/destination-rule.js';
import { canary } from '../../../kubernetes/kinds/rollout.js';
import { podLabels } from '../../../kubernetes/kinds/workload.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { detach } from '../../../yaml/parse/characters.js';
import istio, { destinationRule, type DestinationRuleReference } from '../../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../../rollouts/routers/router.js';

type Role = 'canary' | 'stable';

/** A label of a subset that the pod template of the Rollout lacks. */
export interface StrayLabel {
  readonly rollout: Resource;
  readonly destinationRule: Resource;
  readonly role: Role;
  readonly subset: string;
  readonly label: Field;
  /** The labels of the pod template. */
  readonly pods: Field;
  /** The entry of canaryMetadata or stableMetadata that temporarily gives the label to the pods of the subset. */
  readonly given: Field | undefined;
}

/** The labels of stable and canary subsets that the pods of their Rollout lack or have with another value. */
export const strayLabels = memoize((graph: Graph): readonly StrayLabel[] => {
  const strays: StrayLabel[] = [];
  for (const rollout of rolloutsRoutedBy(istio, graph.rollouts)) {
    const reference = destinationRule(rollout);
    if (!reference) continue;
    const template = graph.podTemplate(rollout);
    if (!template?.exists) continue;
    const pods = podLabels(template);
    for (const rule of graph.resolve(reference).found)
      for (const subset of subsets(rule))
        for (const role of rolesOf(subset, reference))
          for (const label of subset.at('labels').entries)
            if (isStray(label, pods, rollout)) strays.push(strayLabel(rollout, role, subset, label, pods));
  }
  return strays;
});

function rolesOf(subset: Field, reference: DestinationRuleReference): readonly Role[] {
  const name = subset.at('name').text;
  return (['canary', 'stable'] as const).filter(
    (role) => name !== undefined && reference[`${role}Subset`].text === name,
  );
}

function isStray(label: Field, pods: Field, rollout: Resource): boolean {
  return (
    label.text !== undefined &&
    pods.at(label.key).text !== label.text &&
    !isGivenLater(String(label.key)) &&
    !isAlwaysGiven(rollout, label)
  );
}

function strayLabel(rollout: Resource, role: Role, subset: Field, label: Field, pods: Field): StrayLabel {
  const given = metadataLabel(rollout, role, label);
  return {
    rollout,
    destinationRule: subset.resource,
    role,
    subset: detach(subset.at('name').text ?? ''),
    label: label.lasting,
    pods: pods.lasting,
    given: given.text === label.text ? given.lasting : undefined,
  };
}

function metadataLabel(rollout: Resource, role: Role, label: Field): Field {
  return canary(rollout).at(`${role}Metadata`, 'labels', label.key);
}

/** Whether pods of both roles get a label. */
function isAlwaysGiven(rollout: Resource, label: Field): boolean {
  return (['canary', 'stable'] as const).every(
    (role) => metadataLabel(rollout, role, label).text === label.text,
  );
}

/**
 * Labels that no manifest sets on pods: the pod hash, and those that Istio and Kubernetes add.
 * https://github.com/istio/istio/blob/1.30.0/pilot/pkg/serviceregistry/util/label/label.go
 */
export function isGivenLater(key: string): boolean {
  return key === podHashLabel || /(^|\.)(istio\.io|kubernetes\.io)\//.test(key);
}
