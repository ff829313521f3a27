import type { Graph } from '../../repository/graph/graph.js';
import { blueGreen, isRollout, trafficRouting, workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { UnfitProps } from '../../constructs/manifests/manifest.js';
import { exposureText, writtenProtection } from '../scaffold/exposure.js';
import { applicationChanges } from './applications.js';
import { besideStep } from './beside.js';
import { canaryStep } from './canary-instead.js';
import {
  asTheyAre,
  type Checked,
  checkChange,
  type ReadManifests,
  type FilesState,
  filesState,
} from './check.js';
import { type Editing, editingOf } from './editing.js';
import { emptiedStep } from './emptied.js';
import { exchangeStep } from './exchanged.js';
import { codeOf, isOfApp } from './constructs.js';
import { doneInFiles, type FoundStep } from './done.js';
import { changesOf, type FileChange } from './files.js';
import { type GatewayContext, gatewayInsteadStep } from './gateway-instead.js';
import type { AskedGateway } from './parent-gateway.js';
import { leftServicesStep } from './left.js';
import { checkCounts, countWrites, hasOverlayPods } from './overlay-counts.js';
import { replacedStep } from './replaced.js';
import { isRefusal, Refusal } from './refusal.js';
import { routedStep, splitStep, strategyKeys, targetObjects, targetsStep } from './routed.js';
import { type StepDraft, type StepId, stepIds } from './step.js';
import { joinedChanges, withChanges } from './with-changes.js';
import {
  workloadsCalled,
  type MigrationRouter,
  rolloutOf,
  routerFor,
  type Workload,
  workloadToMigrate,
} from './workload.js';

/** One commit, what it changes, and what was found when it was played. */
export interface PlannedStep {
  readonly id: StepId;
  readonly title: string;
  readonly changes: readonly FileChange[];
  /** The same step as statements, if a cdk8s app generates the files. */
  readonly code: readonly string[];
  /** What behaves differently from now on. */
  readonly notes: readonly string[];
  readonly look: readonly string[];
  readonly checked: Checked;
}

/** The remaining steps until a Deployment is a Rollout. */
export interface MigrationPlan {
  readonly deployment: Resource;
  readonly router: MigrationRouter;
  /** The steps that the files have already. */
  readonly done: readonly FoundStep[];
  readonly steps: readonly PlannedStep[];
  /** Why no further steps are planned. */
  readonly refusal: Refusal | undefined;
  /** What a bad version costs after these steps, in a sentence; undefined without steps. */
  readonly exposure: string | undefined;
}

export interface MigrationOptions {
  readonly router?: MigrationRouter | undefined;
  /** The Service that callers use. */
  readonly service?: string | undefined;
  /** The Gateway that takes requests from now on. */
  readonly gateway?: AskedGateway | undefined;
  /** @default 'workload-ref', which keeps the Deployment */
  readonly way?: 'workload-ref' | 'replace' | undefined;
  /** How files are read and rendered. @default - unrendered */
  readonly reading?: ReadManifests;
  /** How many steps are played. @default - all */
  readonly most?: number;
  /** Selects one of several Deployments with the same name. */
  readonly isMeant?: ((deployment: Resource) => boolean) | undefined;
}

/** Plans the remaining steps. The files alone show which steps are done. */
export function planMigration(
  sources: readonly Source[],
  called: string,
  options: MigrationOptions = {},
): MigrationPlan {
  const { reading = asTheyAre, isMeant = () => true, most = stepIds.length } = options;
  let state = filesState(sources, reading);
  const deployment = theDeployment(state.graph, called, isMeant);
  const isApp = isOfApp(state.given, deployment.source.path);
  let router: MigrationRouter = options.router ?? 'none';
  let done: readonly FoundStep[] = [];
  let refusal: Refusal | undefined;
  const steps: PlannedStep[] = [];
  // A refusal uses the rendered names of objects.
  let told = (text: string): string => text;
  try {
    while (steps.length < most || isBetween(steps)) {
      const its = theDeployment(state.graph, called, ({ source }) => source.path === deployment.source.path);
      if (isApp && isRollout(its))
        throw new Refusal(
          `Rollout "${its.name}" is made by an app of cdk8s, which is a program: change its construct, and play the output with "rolloutkit impact".`,
        );
      const editing = editingOf(state, its, state.writtenIn(its));
      told = (text) => editing.told(text);
      const workload = workloadToMigrate(editing.graph, editing.deployment, options.service);
      router = routerFor(workload, options.router);
      if (editing.graph !== state.graph)
        checkRoutes(workload, workloadToMigrate(state.graph, its, options.service), editing);
      const draft = nextStep(editing.graph, workload, router, options.way, {
        deployed: state.graph,
        gateway: options.gateway,
      });
      if (steps.length === 0) done = doneInFiles(workload, router, draft?.id);
      if (!draft) break;
      editing.guard(draft);
      checkEditable(draft, { isApp, isChart: editing.graph !== state.graph });
      const { after, changes } = appliedStep(state, draft, editing, reading, deployment);
      const checked = checkChange(state, after, rolloutIn(after.graph, deployment));
      steps.push({
        ...toldStep(draft, (text) => editing.told(text)),
        changes,
        code: isApp ? codeOf(draft) : [],
        checked,
      });
      state = after;
    }
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof UnfitProps)) throw error;
    refusal = new Refusal(told(error.message), isRefusal(error) ? error.lines.map(told) : []);
  }
  // Without the next step, the Rollout would stay as it must not be updated.
  const safe = refusal && isBetween(steps) ? [] : steps.slice(0, most);
  return { deployment, router, done, steps: safe, refusal, exposure: exposureAfter(safe, state, deployment) };
}

/** Whether no update may start after the last of some steps. */
function isBetween(steps: readonly PlannedStep[]): boolean {
  return steps.at(-1)?.id === 'canary';
}

function exposureAfter(
  steps: readonly PlannedStep[],
  { graph }: FilesState,
  deployment: Resource,
): string | undefined {
  const rollout = steps.length === 0 ? undefined : rolloutIn(graph, deployment);
  const protection = rollout && writtenProtection(graph, rollout);
  return protection && exposureText(protection);
}

const exchangeIds: readonly StepId[] = ['subsets', 'exchanged'];

/** What is said of a step, with the names as they are in its files. */
function toldStep(
  { id, title, notes = [], look }: StepDraft,
  told: (text: string) => string,
): Pick<PlannedStep, 'id' | 'title' | 'notes' | 'look'> {
  return { id, title: told(title), notes: notes.map(told), look: look.map(told) };
}

/** Refuses steps that edit files in a way in which sources of manifests are not edited. */
function checkEditable(
  { id }: StepDraft,
  { isApp, isChart }: { readonly isApp: boolean; readonly isChart: boolean },
): void {
  if (exchangeIds.includes(id) && (isApp || isChart))
    throw new Refusal(
      'The router of a Rollout is exchanged in files that are edited as they are, not in charts or apps of cdk8s.',
    );
  if (id === 'replaced' && isChart)
    throw new Refusal('A template of a chart is not replaced; use --way workload-ref.');
}

/** Refuses routes that exist only after rendering and cannot be found in the templates. */
function checkRoutes(written: Workload, rendered: Workload, editing: Editing): void {
  const missing = [...rendered.routes].find(
    ([router, all]) => written.routes.get(router)?.length !== all.length,
  );
  if (!written.service && rendered.service)
    throw new Refusal(
      `Service "${rendered.service.name}" and the Deployment have labels that are written in different ways in their templates; use the same action for both.`,
    );
  if (missing)
    throw new Refusal(
      `${missing[1].map(({ kind, name }) => `${kind} "${name}"`).join(', ')}: leads to Service "${editing.told(written.service?.name ?? '')}", but its template names it in another way than that of the Service, or cannot be read without rendering; use the same action for both.`,
    );
}

function theDeployment(graph: Graph, called: string, isMeant: (deployment: Resource) => boolean): Resource {
  const all = workloadsCalled(graph, called);
  const [deployment, another] = all.filter(isMeant);
  if (deployment && !another) return deployment;
  if (!deployment)
    throw new Refusal(`Neither a Deployment nor a Rollout with pods of its own is called "${called}".`);
  throw new Refusal(
    `Several Deployments are named "${called}"; choose one by its namespace or path:`,
    all.map(({ source }) => source.name),
  );
}

/** The next step according to the files; undefined after the last one. */
function nextStep(
  graph: Graph,
  workload: Workload,
  router: MigrationRouter,
  way: MigrationOptions['way'],
  context: GatewayContext,
): StepDraft | undefined {
  const { rollout, deployment } = workload;
  if (!rollout)
    return way === 'replace' ? replacedStep(graph, workload) : besideStep(graph, workload, router);
  if (blueGreen(rollout).exists) return canaryStep(graph, workload, rollout, router);
  const left = router === 'none' ? leftServicesStep(graph, workload, rollout) : undefined;
  if (left) return left;
  const gateway = router === 'gateway' ? gatewayInsteadStep(graph, workload, context) : undefined;
  if (gateway) return gateway;
  if (isRollout(deployment)) checkRollout(deployment, router);
  else if (deployment.at('spec', 'replicas').number !== 0) checkCounts(graph, deployment, rollout);
  if (router !== 'none' && !trafficRouting(rollout).exists) {
    if (targetObjects(graph, workload, rollout, router).length > 0)
      return targetsStep(graph, workload, router);
    return splitStep(graph, workload, router) ?? routedStep(graph, workload, router);
  }
  const isDone =
    isRollout(deployment) ||
    (deployment.at('spec', 'replicas').number === 0 && !hasOverlayPods(graph, deployment));
  if (!isDone) return emptiedStep(graph, workload);
  return router === 'istio-subset' ? exchangeStep(graph, workload) : undefined;
}

/** Refuses changes of a Rollout with its own pods other than adding a router. */
function checkRollout(rollout: Resource, router: MigrationRouter): void {
  if (router === 'none') return;
  const { entries } = trafficRouting(rollout);
  const own = strategyKeys(router);
  const others = entries.map(({ key }) => String(key)).filter((key) => !own.includes(key));
  if (others.length > 0)
    throw new Refusal(
      `Rollout "${rollout.name}" has another router (${others.join(', ')}), and how to exchange that one is not planned here; see docs/moving-to-gateway-api.md for the way from Istio to the Gateway API.`,
    );
}

/** The state after a step, Applications included. */
function appliedStep(
  state: FilesState,
  draft: StepDraft,
  editing: Editing,
  reading: ReadManifests,
  deployment: Resource,
): { readonly after: FilesState; readonly changes: readonly FileChange[] } {
  const own = changesOf(editing.graph, draft).map((change) => editing.restored(change));
  const first = filesState(withChanges(state.given, own), reading);
  const rollout = rolloutIn(first.graph, deployment);
  const more = rollout
    ? joinedChanges(countChanges(first.graph, draft, rollout), applicationChanges(first.graph, rollout))
    : [];
  if (more.length === 0) return { after: first, changes: own };
  const changes = joinedChanges(own, more);
  return { after: filesState(withChanges(state.given, changes), reading), changes };
}

/** The counts of the overlays, for a Rollout that a step adds beside its Deployment. */
function countChanges(graph: Graph, { id }: StepDraft, rollout: Resource): readonly FileChange[] {
  const reference = id === 'beside' ? workloadRef(rollout) : undefined;
  const deployment = reference && graph.find(reference);
  const writes = deployment ? countWrites(graph, deployment, rollout) : [];
  return writes.length === 0 ? [] : changesOf(graph, { writes, objects: [] });
}

/** The Rollout that replaces a Deployment. */
function rolloutIn(graph: Graph, { name, source }: Resource): Resource | undefined {
  return workloadsCalled(graph, name)
    .filter((one) => one.source.path === source.path)
    .flatMap((one) => rolloutOf(graph, one) ?? [])[0];
}
