import type { Graph } from '../../repository/graph/graph.js';
import { isDnsLabel } from '../../model/dns-name.js';
import type { RouterKind } from '../../constructs/manifests/steps.js';
import type { Traffic } from '../../constructs/manifests/traffic.js';
import type { Write } from '../../model/fix.js';
import type { FileChange } from './files.js';
import type { Resource } from '../../model/resource.js';

/** The steps of a migration, in their order. */
export const stepIds = [
  'beside',
  'replaced',
  'canary',
  'targets',
  'split',
  'routed',
  'emptied',
  'subsets',
  'exchanged',
  'left',
  'route',
  'both',
  'nginx-gone',
] as const;
export type StepId = (typeof stepIds)[number];

/** An object to write, in the file of another one or beside it. */
export interface NewObject {
  readonly beside: Resource;
  /** The name of its file, if it gets a separate one. */
  readonly file: string;
  readonly value: object;
}

/** The changes of one commit of a migration, before they are mapped to files. */
export interface StepDraft {
  readonly id: StepId;
  /** The end of the subject of the commit. */
  readonly title: string;
  readonly writes: readonly Write[];
  readonly objects: readonly NewObject[];
  /** Objects to delete. */
  readonly removed?: readonly Resource[];
  /** Files whose new text is already known. */
  readonly texts?: readonly FileChange[];
  /** How the Rollout splits traffic from now on, if the step changes it. */
  readonly traffic?: Traffic<RouterKind>;
  /** The ports of the Service, beginning with the one that is split. */
  readonly ports?: readonly unknown[];
  /** Notes for the user on what behaves differently from now on. */
  readonly notes?: readonly string[];
  /** What to wait for in the cluster before the next step: a condition and how to see it. */
  readonly look: readonly string[];
}

/** ` -n shop`, or empty if the namespace is unknown. */
export function whereOf(graph: Graph, resource: Resource): string {
  const namespace = graph.namespace(resource);
  return namespace === undefined || !isDnsLabel(namespace) ? '' : ` -n ${namespace}`;
}
