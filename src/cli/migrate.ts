import path from 'node:path';
import { isUnwritten } from '../repository/files/write.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { isRollout } from '../kubernetes/kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { type MigrationPlan, type PlannedStep, planMigration } from '../write/migrate/plan.js';
import type { FoundStep } from '../write/migrate/done.js';
import type { ReadManifests } from '../write/migrate/check.js';
import { migrationJson } from '../write/migrate/json.js';
import { countText, overview } from '../write/migrate/overview.js';
import { isRefusal, Refusal } from '../write/migrate/refusal.js';
import type { StepId } from '../write/migrate/step.js';
import { isClear, isStepClear, stepsText } from '../write/migrate/text.js';
import { planUndo } from '../write/migrate/undo.js';
import { type MigrationRouter, workloadsCalled } from '../write/migrate/workload.js';
import { shellWord } from '../lint/project/shell-word.js';
import { uncheckedInputs } from '../lint/project/unchecked.js';
import { quoted } from '../report/quoted.js';
import type { Note } from '../report/report.js';
import { changeSince } from './changed.js';
import { didYouMean, exitCodes, UnreadError, UsageError } from './exit.js';
import { discoverInputs, prepare } from './inputs.js';
import { doneSteps } from './migration-history.js';
import { brokenText, unreadableText } from './not-read.js';
import { print, printText, tell, terminalWidth } from './output.js';
import type { Surroundings } from './surroundings.js';
import { type Options, readOptions } from './migrate-options.js';
import { noRepository, appNote, commitStep, gitOf, subjectOf } from './migrate-commit.js';

/** Prints how to turn a Deployment into a Rollout in several commits, or back. Makes the next commit on request. */
export function migrateCommand(args: string[], around: Surroundings): number {
  const options = readOptions(args, around);
  const { settings, paths } = options;
  const found = discoverInputs(paths, settings);
  if (found.failures.length > 0) {
    tell(
      around,
      found.failures.map(({ message }) => message),
    );
    return exitCodes.unread;
  }
  const files: FilesToMigrate = { sources: found.sources, reading: readingOf(options) };
  try {
    const { workload: deployment, notes } = choose(files, options);
    const plan = options.isUndo ? back(files, deployment, options) : forward(files, deployment, options);
    const [next] = plan.steps;
    tell(
      around,
      [...found.notes, ...notes].map(({ message }) => message),
    );
    if (options.format === 'json')
      printText(around, migrationJson({ workload: deployment, isUndo: options.isUndo, ...plan }));
    else
      print(around, [
        options.style.bold(`${plan.subject}${countText(plan, options.commits)}`),
        ...overview(plan, options.style, terminalWidth(around)),
        ...plan.head,
        '',
        ...stepsText(plan, options.commits, options.style, terminalWidth(around)),
        ...plan.foot,
      ]);
    if (!options.commits || !next) return isClear(plan) ? exitCodes.clean : exitCodes.findings;
    return commitStep(next, deployment, plan.title, options, around);
  } catch (error) {
    if (!isRefusal(error) && !isUnwritten(error)) throw error;
    tell(around, [error.message, ...(isRefusal(error) ? error.lines.map((line) => `  ${line}`) : [])]);
    return isUnwritten(error) ? exitCodes.unread : exitCodes.findings;
  }
}

/** The Deployment to migrate, and the files that were not checked. */
function choose(
  { sources: given, reading }: FilesToMigrate,
  { name, settings }: Options,
): { readonly workload: Resource; readonly notes: readonly Note[] } {
  const { sources, graph: its, notes } = reading(given);
  const read = readGraph(sources, { graph: its });
  const { graph, faults, templates, unreadable } = read;
  faults.rethrow();
  if (unreadable.length > 0) throw new UnreadError(unreadableText(unreadable));
  const all = workloadsCalled(graph, name);
  const [workload, another] = all;
  if (workload && !another) {
    const left = uncheckedInputs(
      {
        templates,
        undeployed: graph.undeployed,
        // Their files are edited unrendered.
        unrendered: [],
      },
      {
        command: `migrate ${shellWord(name)}`,
        resources: graph.resources.length,
        isRendered: settings.renders,
      },
    );
    const unbuilt = settings.renders ? [] : graph.opaqueKustomizations.map(unbuiltNote);
    return { workload, notes: [...notes, ...left.notes, ...unbuilt] };
  }
  if (workload)
    throw new UsageError(
      `${all.length} workloads are named "${name}"; choose one by its file or namespace:`,
      ...all.map(({ source }) => `  ${source.name}`),
    );
  const known = graph.ofKind('Deployment', 'apps').map((one) => one.name);
  const isApp = sources.some(({ path: file }) => file.endsWith('/cdk8s.yaml'));
  const unread =
    templates.length > 0 || isApp
      ? ' Charts, and the output of cdk8s apps that Git ignores, are read with --render only.'
      : '';
  throw new UsageError(
    `Neither a Deployment nor a Rollout with its own pod template is named "${name}" in the given files.${didYouMean(name, known)}${unread}${brokenText(read)}`,
  );
}

/** Kustomizations are edited in their own files, so rendering is for the check of a commit alone. */
function unbuiltNote({ name }: Source): Note {
  return {
    message: `${name}: not built here, so what it changes is unknown; check each commit with "rolloutkit lint --render".`,
  };
}

/** The files and how to read them. */
interface FilesToMigrate {
  readonly sources: readonly Source[];
  readonly reading: (
    given: readonly Source[],
  ) => ReturnType<ReadManifests> & { readonly notes: readonly Note[] };
}

/** Renders only with the user's permission. A state that cannot be rendered is unknown. */
function readingOf({ settings, paths }: Options): FilesToMigrate['reading'] {
  return (given) => {
    const { sources, graph, writtenIn, failures, notes } = prepare(given, settings, paths);
    const [failure, ...others] = failures.map(({ message }) => message);
    if (failure !== undefined) throw new Refusal(failure, others);
    return { sources, graph, writtenIn, notes };
  };
}

interface PlannedMigration {
  readonly done: readonly FoundStep[];
  readonly steps: readonly PlannedStep[];
  readonly refusal: Refusal | undefined;
  /** What a bad version costs after these steps. */
  readonly exposure?: string | undefined;
  /** The start of the commit's subject. */
  readonly title: string;
  /** What is migrated, and to what. */
  readonly subject: string;
  readonly head: readonly string[];
  readonly foot: readonly string[];
}

function planned(
  { sources, reading }: FilesToMigrate,
  { name, source }: Resource,
  options: Options,
): MigrationPlan {
  return planMigration(sources, name, {
    router: options.router,
    service: options.service,
    gateway: options.gateway,
    way: options.way,
    reading,
    ...(options.commits && { most: 1 }),
    isMeant: (one) => one.source.path === source.path,
  });
}

/** An interrupted run leaves uncommitted changes, which would be taken for a finished step. */
function checkCommitted(files: FilesToMigrate, plan: MigrationPlan, options: Options): void {
  const { paths, settings } = options;
  if (settings.renders) return;
  const change = changeSince(
    { revision: 'HEAD' },
    { sources: files.sources, paths, settings },
    {
      noRepository,
      outside: '',
      noCommit: '; commit the manifests first.',
    },
  );
  const sources = change?.before?.sources();
  if (!change || !sources) return;
  const changed = files.sources.filter((source) => change.isChanged(source));
  if (changed.length === 0) return;
  const [next] = plan.steps;
  let committed: PlannedStep | undefined;
  try {
    [committed] = planned({ ...files, sources }, plan.deployment, options).steps;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  if (committed?.id !== next?.id)
    throw new UsageError(
      `The working tree differs from the last commit, where the next step is ${committed ? `"${committed.title}"` : 'another one'}; commit or undo the changes first:`,
      ...changed.map(({ name }) => `  ${name}`),
    );
}

function forward(files: FilesToMigrate, deployment: Resource, options: Options): PlannedMigration {
  const { name, kind, source } = deployment;
  const isOwn = isRollout(deployment);
  const plan = planned(files, deployment, options);
  const isOfApp = plan.steps.some(({ code }) => code.length > 0);
  if (options.commits && !isOfApp) checkCommitted(files, plan, options);
  const { done, steps, refusal, exposure } = plan;
  const way = plan.router === 'none' ? 'without a traffic router' : `with the router ${plan.router}`;
  return {
    done,
    steps,
    refusal,
    exposure,
    title: titleOf(deployment, steps[0]?.id, plan.router),
    subject: `${kind} "${quoted(name)}" (${quoted(source.name)}) ${isOwn ? 'splits' : 'becomes a Rollout'} ${way}`,
    head:
      steps.length === 0 && !refusal
        ? [
            `Nothing is left to do.${isOwn ? '' : ' The Deployment stays, because it has the pod template.'} To go back: --undo`,
            ...(isOwn && plan.router === 'none' ? ['To add a router: --router'] : []),
          ]
        : [],
    foot: [...(exposure === undefined ? [] : [exposure, '']), ...footOf(options, steps)],
  };
}

/** The start of the commit's subject. */
function titleOf(workload: Resource, next: StepId | undefined, router: MigrationRouter): string {
  const { name } = workload;
  if (next === 'route' || next === 'both' || next === 'nginx-gone')
    return `Move Rollout ${name} to the Gateway API`;
  if (next === 'canary' || (next === 'left' && router === 'none')) return `Make Rollout ${name} a canary`;
  return isRollout(workload) ? `Give Rollout ${name} a router` : `Migrate ${name} to a Rollout`;
}

function back(files: FilesToMigrate, deployment: Resource, options: Options): PlannedMigration {
  const { name, kind, source } = deployment;
  const git = gitOf(options);
  const done = doneSteps(git, subjectOf(git, deployment), (file) => nameIn(options, file));
  const plan = planUndo(files.sources, deployment, done, files.reading, options.commits ? 1 : undefined);
  return {
    ...plan,
    title: isRollout(deployment) ? `Change Rollout ${name} back` : `Migrate ${name} back to a Deployment`,
    done: [],
    subject: `${kind} "${quoted(name)}" (${quoted(source.name)}) goes back`,
    head:
      done.length === 0
        ? [
            'The history has no commit of "rolloutkit migrate --commit" for it to undo; revert commits made by hand one at a time, the latest first.',
          ]
        : [],
    foot: footOf(options, plan.steps),
  };
}

function footOf(
  { commits, isDry, name, router, asked, isUndo, settings }: Options,
  steps: readonly PlannedStep[],
): readonly string[] {
  if (steps.some(({ code }) => code.length > 0)) return commits ? [] : [appNote];
  const [next] = steps;
  if (!next || (commits && !isDry)) return [];
  if (!isStepClear(next))
    return ['Nothing was written. The next step can be committed once it passes its checks.'];
  const undo = isUndo ? ' --undo' : '';
  const render = `${router ? ` --router ${router}` : ''}${asked === undefined ? '' : ` --gateway ${asked}`}${settings.renders ? ' --render' : ''}`;
  return [
    `Nothing was written. To commit the next step: rolloutkit migrate ${quoted(name)}${undo}${render} --commit`,
  ];
}

function nameIn({ settings: { workingFolder } }: Options, file: string): string {
  return path.relative(workingFolder, file).split(path.sep).join('/');
}
