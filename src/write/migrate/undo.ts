import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { asTheyAre, checkChange, type FilesState, type ReadManifests, filesState } from './check.js';
import type { FileChange } from './files.js';
import { mergedLines } from './merge.js';
import type { PlannedStep } from './plan.js';
import { isRefusal, Refusal } from './refusal.js';
import { withChanges } from './with-changes.js';
import { whereOf, type StepId } from './step.js';
import { workloadsCalled, type Workload, workloadToMigrate } from './workload.js';

/** A step that was committed, and what its commit changed. */
export interface DoneStep {
  readonly id: StepId;
  /** The commit as shown to the user. */
  readonly commit: string;
  readonly changes: readonly FileChange[];
}

export interface UndoPlan {
  readonly steps: readonly PlannedStep[];
  readonly refusal: Refusal | undefined;
}

/**
 * Plans the undo, beginning with the last step. Each file gets the text that it had before the step. If it has changed since, only the
 * change of the step is reverted, provided that the later changes are on other lines.
 */
export function planUndo(
  sources: readonly Source[],
  deployment: Resource,
  done: readonly DoneStep[],
  reading: ReadManifests = asTheyAre,
  most = done.length,
): UndoPlan {
  const steps: PlannedStep[] = [];
  let state = filesState(sources, reading);
  const original = originalState(sources, done, reading);
  try {
    for (const step of done.slice(0, most)) {
      const changes = reversedChanges(state.given, step);
      const after = filesState(withChanges(state.given, changes), reading);
      const workload = its(after.graph, deployment);
      steps.push({
        id: step.id,
        title: titles[step.id],
        changes,
        code: [],
        notes: [],
        look: looks[step.id](workload, after.graph),
        checked: checkChange(state, after, workload.rollout, original),
      });
      state = after;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { steps, refusal: error };
  }
  return { steps, refusal: undefined };
}

/** The files before all steps, whose findings do not stop the way back; undefined if a step cannot be undone. */
function originalState(
  sources: readonly Source[],
  done: readonly DoneStep[],
  reading: ReadManifests,
): FilesState | undefined {
  let given = sources;
  try {
    for (const step of done) given = withChanges(given, reversedChanges(given, step));
    return filesState(given, reading);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function reversedChanges(given: readonly Source[], { changes, commit }: DoneStep): readonly FileChange[] {
  return changes.map((change) => reversed(change, currentText(given, change.path), commit));
}

function its(graph: Graph, { name, source }: Resource): Workload {
  const found = workloadsCalled(graph, name).find((one) => one.source.path === source.path);
  if (!found)
    throw new Refusal(`Deployment "${name}" is not in ${source.name} any more; undo the commits by hand.`);
  return workloadToMigrate(graph, found, undefined);
}

function currentText(sources: readonly Source[], path: string): string | undefined {
  return sources.find((source) => source.path === path)?.read();
}

/** Reverts a change in the current text. */
function reversed(
  { path, name, before, after }: FileChange,
  now: string | undefined,
  commit: string,
): FileChange {
  const undone = (text: string | undefined): FileChange => ({ path, name, before: now, after: text });
  if (now === after) return undone(before);
  const isCrlf = now?.includes('\r\n') === true && after?.includes('\r\n') === false;
  if (isCrlf && now.replaceAll('\r\n', '\n') === after) return undone(before?.replaceAll('\n', '\r\n'));
  const merged =
    now === undefined || before === undefined || after === undefined || isCrlf
      ? undefined
      : mergedLines(after, now, before);
  if (merged === undefined)
    throw new Refusal(
      `${name} has changed since ${commit} in the lines of that commit, so it cannot be undone automatically; see: git diff ${commit} HEAD`,
    );
  return undone(merged);
}

const titles: Readonly<Record<StepId, string>> = {
  route: 'the HTTPRoute goes',
  both: 'the Rollout writes the Ingress alone',
  'nginx-gone': 'the Ingress comes back, and the Rollout writes it',
  left: 'the Rollout gets its Services back',
  exchanged: 'Istio splits between two Services again',
  subsets: 'the Service of the subsets goes',
  emptied: 'the Deployment gets its pods back',
  routed: 'the Rollout leaves its router',
  split: 'the route leads to the Service alone',
  targets: 'what the router split between goes',
  replaced: 'the Deployment in place of the Rollout',
  beside: 'the Rollout goes',
  canary: 'the strategy is blue-green again',
};

function healthy(rollout: Resource, graph: Graph): string {
  return `kubectl argo rollouts get rollout ${rollout.name}${whereOf(graph, rollout)}: Healthy.`;
}

/** What to wait for in the cluster before the next step back. */
const looks: Readonly<Record<StepId, (workload: Workload, graph: Graph) => readonly string[]>> = {
  emptied: ({ deployment }, graph) => {
    const called = `${deployment.name}${whereOf(graph, deployment)}`;
    const scaled = deployment.at('spec', 'replicas').exists
      ? ''
      : ` Git says nothing of its replicas, so scale it first: kubectl scale deployment ${called} --replicas=NUMBER`;
    return [`kubectl get deployment ${called}: as many ready pods as the Rollout has.${scaled}`];
  },
  routed: ({ service }, graph) =>
    service
      ? [
          `kubectl get service ${service.name}${whereOf(graph, service)} -o jsonpath={.spec.selector}: no rollouts-pod-template-hash, because with it and without the Rollout the Service has no pods. The controller takes it out as soon as the Rollout names the Service no more.`,
        ]
      : [],
  left: ({ rollout }, graph) =>
    rollout
      ? [`${healthy(rollout, graph)} The selectors of its Services have rollouts-pod-template-hash.`]
      : [],
  exchanged: () => ['Requests are answered as before, with no event TrafficRoutingError after the sync.'],
  subsets: () => ['Requests are answered as before.'],
  route: () => ['Requests are answered as before: callers come by ingress-nginx.'],
  both: ({ rollout }, graph) => [
    'Merge this when DNS points at ingress-nginx again, and callers come by it.',
    ...(rollout ? [healthy(rollout, graph)] : []),
  ],
  'nginx-gone': ({ rollout }, graph) => [
    ...(rollout ? [healthy(rollout, graph)] : []),
    'The Ingress answers as soon as ingress-nginx has read it; then move DNS back to its address.',
  ],
  canary: ({ rollout }, graph) => (rollout ? [healthy(rollout, graph)] : []),
  split: () => ['Requests are answered as before.'],
  targets: () => ['Requests are answered as before.'],
  replaced: ({ deployment }, graph) => [
    `A window: a sync prunes the Rollout and its pods go, and nothing answers until the first pod of the Deployment is ready: kubectl get deployment ${deployment.name}${whereOf(graph, deployment)}.`,
  ],
  beside: ({ deployment }, graph) => [
    `kubectl get deployment ${deployment.name}${whereOf(graph, deployment)}: all pods ready; those of the Rollout go.`,
  ],
};
