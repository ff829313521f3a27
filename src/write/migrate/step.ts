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
  /** What its file is called, where it gets one of its own. */
  readonly file: string;
  readonly value: object;
}

/** What one commit of a migration does, before it is known which files that changes. */
export interface StepDraft {
  readonly id: StepId;
  /** As the subject of a commit goes on. */
  readonly title: string;
  readonly writes: readonly Write[];
  readonly objects: readonly NewObject[];
  /** Objects that go, with their files or out of them. */
  readonly removed?: readonly Resource[];
  /** Files that are worked out already. */
  readonly texts?: readonly FileChange[];
  /** How the Rollout splits its requests from now on, where the step decides on it. */
  readonly traffic?: Traffic<RouterKind>;
  /** The ports of the Service, the one that is split first. */
  readonly ports?: readonly unknown[];
  /** What is otherwise from now on, for a person to know. */
  readonly notes?: readonly string[];
  /** What to wait for in the cluster before the next step: a condition and how to see it. */
  readonly look: readonly string[];
}

/** `-n shop`, or nothing where the namespace is not known. */
export function whereOf(graph: Graph, resource: Resource): string {
  const namespace = graph.namespace(resource);
  return namespace === undefined || !isDnsLabel(namespace) ? '' : ` -n ${namespace}`;
}
