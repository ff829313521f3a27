import type { Graph } from '../graph/graph.js';
import { trafficRouting } from '../kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { applicationChanges } from './applications.js';
import { besideStep } from './beside.js';
import { type Checked, checkChange, type ReadingOf, type State, stateOf } from './check.js';
import { emptiedStep } from './emptied.js';
import { changesOf, type FileChange } from './files.js';
import { Refusal } from './refusal.js';
import { routedStep, splitStep, targetObjects, targetsStep } from './routed.js';
import { type StepDraft, type StepId, stepIds } from './step.js';
import { deploymentsCalled, type MigrationRouter, routerFor, type Workload, workloadOf } from './workload.js';

/** One commit, what it changes, and what was found when it was played. */
export interface PlannedStep {
  readonly id: StepId;
  readonly title: string;
  readonly changes: readonly FileChange[];
  readonly look: readonly string[];
  readonly checked: Checked;
}

/** What is left to do until a Deployment is a Rollout. */
export interface MigrationPlan {
  readonly deployment: Resource;
  readonly router: MigrationRouter;
  readonly steps: readonly PlannedStep[];
  /** Why it does not go on behind these steps. */
  readonly refusal: Refusal | undefined;
}

export interface MigrationOptions {
  readonly router?: MigrationRouter | undefined;
  /** The Service that callers know. */
  readonly service?: string | undefined;
  /** How the files are read. */
  readonly reading?: ReadingOf;
  /** How many steps are played; all by default. */
  readonly most?: number;
  /** Which of several Deployments of the name is meant. */
  readonly isMeant?: ((deployment: Resource) => boolean) | undefined;
}

/** Steps that say nothing of each other: what is done is read from the files. */
export function planMigration(
  sources: readonly Source[],
  called: string,
  options: MigrationOptions = {},
): MigrationPlan {
  const { reading = {}, isMeant = () => true, most = stepIds.length } = options;
  let state = stateOf(sources, reading);
  const deployment = theDeployment(state.graph, called, isMeant);
  const router = routerFor(workloadOf(state.graph, deployment, options.service), options.router);
  const steps: PlannedStep[] = [];
  let refusal: Refusal | undefined;
  try {
    while (steps.length < most) {
      const its = theDeployment(state.graph, called, ({ source }) => source.path === deployment.source.path);
      const workload = workloadOf(state.graph, its, options.service);
      const draft = nextStep(state.graph, workload, router);
      if (!draft) break;
      const { after, changes } = applied(state, draft, reading, called, deployment);
      const rollout = rolloutIn(after.graph, called, deployment, options.service);
      steps.push({
        id: draft.id,
        title: draft.title,
        look: draft.look,
        changes,
        checked: checkChange(state, after, rollout),
      });
      state = after;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = error;
  }
  return { deployment, router, steps, refusal };
}

function theDeployment(graph: Graph, called: string, isMeant: (deployment: Resource) => boolean): Resource {
  const all = deploymentsCalled(graph, called);
  const [deployment, another] = all.filter(isMeant);
  if (deployment && !another) return deployment;
  if (!deployment) throw new Refusal(`Deployment "${called}" is not found.`);
  throw new Refusal(
    `Several Deployments are named "${called}"; choose one by its namespace or path:`,
    all.map(({ source }) => source.name),
  );
}

/** The next step, from what the files show to be done; undefined at the end. */
function nextStep(graph: Graph, workload: Workload, router: MigrationRouter): StepDraft | undefined {
  const { rollout, deployment } = workload;
  if (!rollout) return besideStep(graph, workload, router);
  if (router !== 'none' && !trafficRouting(rollout).exists) {
    if (targetObjects(graph, workload, rollout, router).length > 0)
      return targetsStep(graph, workload, router);
    return splitStep(graph, workload, router) ?? routedStep(graph, workload, router);
  }
  return deployment.at('spec', 'replicas').number === 0 ? undefined : emptiedStep(graph, workload);
}

/** The state after a step, Applications included. */
function applied(
  state: State,
  draft: StepDraft,
  reading: ReadingOf,
  called: string,
  deployment: Resource,
): { readonly after: State; readonly changes: readonly FileChange[] } {
  const own = changesOf(state.graph, draft);
  const first = stateOf(withChanges(state.sources, own), reading);
  const rollout = rolloutIn(first.graph, called, deployment, undefined);
  const more = rollout ? applicationChanges(first.graph, rollout) : [];
  if (more.length === 0) return { after: first, changes: own };
  const changes = joined(own, more);
  return { after: stateOf(withChanges(state.sources, changes), reading), changes };
}

function rolloutIn(
  graph: Graph,
  called: string,
  { source }: Resource,
  service: string | undefined,
): Resource | undefined {
  const its = theDeployment(graph, called, (one) => one.source.path === source.path);
  return workloadOf(graph, its, service).rollout;
}

/** Two changes of one file are one. */
function joined(one: readonly FileChange[], other: readonly FileChange[]): readonly FileChange[] {
  const all = new Map(one.map((change) => [change.path, change]));
  for (const change of other)
    all.set(change.path, { ...change, before: (all.get(change.path) ?? change).before });
  return [...all.values()];
}

/** Sources with other texts, with new ones and without those that are gone. */
export function withChanges(sources: readonly Source[], changes: readonly FileChange[]): readonly Source[] {
  const left = new Map(changes.map((change) => [change.path, change]));
  const kept = sources.flatMap((source): readonly Source[] => {
    const change = left.get(source.path);
    if (!change) return [source];
    left.delete(source.path);
    const { after } = change;
    return after === undefined
      ? []
      : [{ path: source.path, name: source.name, isEdited: true, read: () => after }];
  });
  const added = [...left.values()].flatMap(({ path, name, after }): readonly Source[] =>
    after === undefined ? [] : [{ path, name, isEdited: true, read: () => after }],
  );
  return [...kept, ...added];
}
