import type { Graph } from '../repository/graph/graph.js';
import type { Field } from '../model/field.js';
import type { MessageData } from '../model/message.js';
import type { Reference } from '../model/reference.js';
import { absence, reportAbsent } from './absent.js';
import { meantIngress, type WantedPath } from './meant-ingress.js';
import type { ReportOptions } from './rule.js';

/** The messages about an Ingress that a Rollout names and that does not exist under that name. */
export const absentIngressMessages = absence('Ingress "{ingress}" of Rollout "{rollout}"');

type Report = (
  field: Field,
  message: keyof typeof absentIngressMessages,
  data: MessageData,
  options: ReportOptions,
) => void;

export function reportAbsentIngress(
  graph: Graph,
  reference: Reference,
  wanted: WantedPath,
  report: Report,
): void {
  const { from, to } = reference;
  const data = { ingress: to.name, rollout: from.resource.name };
  reportAbsent({ graph, reference, data }, report, {
    otherwise: () => meantIngress(graph, reference, wanted),
  });
}
