import type { Graph } from '../graph/graph.js';
import type { Field } from '../model/field.js';
import { nearestName } from '../model/nearest-name.js';
import type { Reference } from '../model/reference.js';
import type { MessageData, ReportOptions } from './rule.js';

/** What to say of an Ingress that a Rollout names and that is not there. */
export const absentIngressMessages = {
  absent: 'Ingress "{ingress}" of Rollout "{rollout}" does not exist.',
  misspelt: 'Ingress "{ingress}" of Rollout "{rollout}" does not exist; "{nearest}" does.',
  elsewhere:
    'Ingress "{ingress}" is in namespace "{other}"; Rollout "{rollout}" looks for it in its own, "{namespace}".',
  notBuilt: 'Ingress "{ingress}" of Rollout "{rollout}" is not among what {kustomization} builds.',
};

type Report = (
  field: Field,
  message: keyof typeof absentIngressMessages,
  data: MessageData,
  options?: ReportOptions,
) => void;

export function reportAbsentIngress(graph: Graph, reference: Reference, report: Report): void {
  // Clusters before 1.22 knew Ingresses in another group too.
  const legacy = { ...reference, to: { ...reference.to, group: 'extensions' } };
  if (!graph.isAbsent(reference) || !graph.isAbsent(legacy)) return;

  const { from, to } = reference;
  const rollout = from.resource;
  const data = { ingress: to.name, rollout: rollout.name };
  const ingresses = graph.ofKind(to.kind, to.group);

  const kustomization = graph.resolve(reference).missingIn;
  if (kustomization !== undefined && ingresses.some(({ name }) => name === to.name))
    return report(from, 'notBuilt', { ...data, kustomization });

  const namespace = graph.namespace(rollout);
  const namesake = ingresses.find((other) => other.name === to.name && graph.namespace(other) !== undefined);
  if (namesake && namespace !== undefined && graph.namespace(namesake) !== namespace)
    return report(
      from,
      'elsewhere',
      { ...data, namespace, other: graph.namespace(namesake) },
      { related: [{ at: namesake, message: 'an Ingress of this name' }] },
    );

  const names = [...graph.near(rollout, [to])].map(({ name }) => name);
  const nearest = nearestName(to.name, names);
  report(from, nearest === undefined ? 'absent' : 'misspelt', { ...data, nearest });
}
