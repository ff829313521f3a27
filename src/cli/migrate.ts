import path from 'node:path';
import { Boundary } from '../repository/files/boundary.js';
import { isUnwritten } from '../repository/files/write.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { isRollout } from '../kubernetes/kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { type MigrationPlan, type PlannedStep, planMigration } from '../write/migrate/plan.js';
import type { ReadManifests } from '../write/migrate/check.js';
import { migrationJson } from '../write/migrate/json.js';
import { type AskedGateway, askedGateway } from '../write/migrate/parent-gateway.js';
import { isRefusal, Refusal } from '../write/migrate/refusal.js';
import type { StepId } from '../write/migrate/step.js';
import { isClear, isStepClear, stepsText } from '../write/migrate/text.js';
import { planUndo } from '../write/migrate/undo.js';
import { type MigrationRouter, workloadsCalled } from '../write/migrate/workload.js';
import { shellWord } from '../lint/project/shell-word.js';
import { uncheckedInputs } from '../lint/project/unchecked.js';
import { quoted } from '../report/quoted.js';
import type { Note } from '../report/report.js';
import { colored, plain } from '../report/style.js';
import { changeSince } from './changed.js';
import { didYouMean, exitCodes, UnreadError, UsageError } from './exit.js';
import { undoChanges, writeChanges } from './file-changes.js';
import { Git } from './git.js';
import { discoverInputs, prepare, readSettings } from './inputs.js';
import { doneSteps, trailerOf } from './migration-history.js';
import { brokenText, unreadableText } from './not-read.js';
import { parse } from './options.js';
import { print, printText, tell, terminalWidth, wantsColor } from './output.js';
import type { Surroundings } from './surroundings.js';
import { workingChanges } from './working-files.js';

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
        unrendered: settings.renders ? [] : graph.opaqueKustomizations,
      },
      {
        command: `migrate ${shellWord(name)}`,
        resources: graph.resources.length,
        isRendered: settings.renders,
      },
    );
    return { workload, notes: [...notes, ...left.notes] };
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
  readonly steps: readonly PlannedStep[];
  readonly refusal: Refusal | undefined;
  /** What a bad version costs after these steps. */
  readonly exposure?: string | undefined;
  /** The start of the commit's subject. */
  readonly title: string;
  readonly head: readonly string[];
  readonly foot: readonly string[];
}

const noRepository = 'migrate makes and undoes commits of Git; run it in a clone.';

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
  const { steps, refusal, exposure } = plan;
  const way = plan.router === 'none' ? 'without a traffic router' : `with the router ${plan.router}`;
  return {
    steps,
    refusal,
    exposure,
    title: titleOf(deployment, steps[0]?.id, plan.router),
    head: [
      options.style.bold(
        `${kind} "${quoted(name)}" (${quoted(source.name)}) ${isOwn ? 'splits' : 'becomes a Rollout'} ${way}`,
      ),
      ...(steps.length === 0 && !refusal
        ? [
            `Nothing is left to do.${isOwn ? '' : ' The Deployment stays, because it has the pod template.'} To go back: --undo`,
            ...(isOwn && plan.router === 'none' ? ['To add a router: --router'] : []),
          ]
        : [`Each step is a commit; merge and sync it between two updates, before the next step.`]),
    ],
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
  const plan = planUndo(files.sources, deployment, options.commits ? done.slice(0, 1) : done, files.reading);
  return {
    ...plan,
    title: isRollout(deployment) ? `Change Rollout ${name} back` : `Migrate ${name} back to a Deployment`,
    head: [
      options.style.bold(`${kind} "${quoted(name)}" (${quoted(source.name)}): steps to undo`),
      ...(done.length === 0
        ? [
            'The history has no commit of "rolloutkit migrate --commit" for it to undo; revert commits made by hand one at a time, the latest first.',
          ]
        : ['Each step is a commit; merge and sync it between two updates, before the next step.']),
    ],
    foot: footOf(options, plan.steps),
  };
}

function footOf(
  { commits, isDry, name, router, asked, isUndo, settings }: Options,
  steps: readonly PlannedStep[],
): readonly string[] {
  if (steps.some(({ code }) => code.length > 0)) return commits ? [] : [appNote];
  if (steps.length === 0 || (commits && !isDry)) return [];
  const undo = isUndo ? ' --undo' : '';
  const render = `${router ? ` --router ${router}` : ''}${asked === undefined ? '' : ` --gateway ${asked}`}${settings.renders ? ' --render' : ''}`;
  return [
    `Nothing was written. To commit the next step: rolloutkit migrate ${quoted(name)}${undo}${render} --commit`,
  ];
}

const appNote =
  'Nothing was written, because a cdk8s app generates the files; change its code, run cdk8s synth, and compare the output with the diff.';

/** Writes the files of one step and commits only those. */
function commitStep(
  step: PlannedStep,
  deployment: Resource,
  title: string,
  options: Options,
  around: Surroundings,
): number {
  if (step.code.length > 0) {
    tell(around, [appNote]);
    return exitCodes.findings;
  }
  if (!isStepClear(step)) {
    tell(around, ['Nothing was written, because the next step does not pass its checks.']);
    return exitCodes.findings;
  }
  const git = gitOf(options);
  const { changes } = step;
  checkState(git, step);
  if (options.isDry) return exitCodes.clean;
  const boundary = Boundary.around(git.root, []);
  writeChanges(changes, boundary);
  const created = changes.filter(({ before }) => before === undefined).map((change) => change.path);
  try {
    git.announce(created);
    git.commitFiles(
      changes.map((change) => change.path),
      `${title}: ${step.title}`,
      [
        ...(step.notes.length > 0
          ? ['What changes with it:', ...step.notes.map((line) => `- ${quoted(line)}`), '']
          : []),
        'After the sync, before the next step:',
        ...step.look.map((line) => `- ${quoted(line)}`),
      ].join('\n'),
      trailerOf(step.id, subjectOf(git, deployment), options.isUndo),
    );
  } catch (error) {
    undoChanges(changes, boundary);
    git.unstage(created);
    throw error;
  }
  print(around, [`Committed ${git.ask('log', '--max-count=1', '--format=%h: %s') ?? ''}`]);
  return exitCodes.clean;
}

/** The commit must contain only the changes of the step. */
function checkState(git: Git, { changes }: PlannedStep): void {
  if (git.commit('HEAD') === undefined)
    throw new UsageError('The repository has no commits; commit the manifests first.');
  if (git.ask('symbolic-ref', '--quiet', 'HEAD') === undefined)
    throw new UsageError(
      'HEAD is detached, so no branch would contain the commit; switch to a branch first.',
    );
  if (git.commit('MERGE_HEAD') !== undefined)
    throw new UsageError('A merge is in progress; finish it before using --commit.');
  const own = new Map(changes.map((change) => [change.path, change]));
  const dirty = [...git.staged('HEAD'), ...workingChanges(git, (file) => own.has(file))].filter(
    ({ path: file }) => own.has(file),
  );
  const unknown = changes.filter(
    ({ path: file, before }) =>
      before !== undefined && git.ask('ls-files', '--error-unmatch', '--', file) === undefined,
  );
  const names = new Set([
    ...dirty.map(({ path: file }) => own.get(file)!.name),
    ...unknown.map(({ name }) => name),
  ]);
  if (names.size > 0)
    throw new UsageError(
      `${[...names].join(', ')}: commit or undo the changes first; a step is a commit of its own.`,
    );
}

function gitOf({ settings: { around } }: Options): Git {
  return Git.around(around.folder, around, noRepository);
}

function subjectOf(git: Git, { name, source }: Resource): { readonly name: string; readonly file: string } {
  return { name, file: git.relative(source.path) };
}

function nameIn({ settings: { workingFolder } }: Options, file: string): string {
  return path.relative(workingFolder, file).split(path.sep).join('/');
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: string[], around: Surroundings) {
  const { values, positionals } = parse('migrate', args);
  const [name, ...given] = positionals;
  if (name === undefined)
    throw new UsageError('migrate needs the name of a Deployment, such as "rolloutkit migrate checkout".');
  if (values.undo && (values.router ?? values.service ?? values.gateway ?? values.way) !== undefined)
    throw new UsageError(
      '--undo reverts existing commits, so --router, --service, --gateway and --way cannot be used with it.',
    );
  if (values.format === 'json' && values.commit === true)
    throw new UsageError('--format json and --commit cannot be used together.');
  const paths = given.length > 0 ? given : ['.'];
  const settings = readSettings(values, paths, around);
  return {
    settings,
    name,
    paths,
    router: values.router,
    service: values.service,
    gateway: gatewayIn(values.gateway),
    asked: values.gateway,
    way: values.way,
    format: values.format ?? 'text',
    isUndo: values.undo === true,
    commits: values.commit === true,
    isDry: values['dry-run'] === true,
    style: wantsColor(around, values['no-color']) ? colored : plain,
  };
}

function gatewayIn(text: string | undefined): AskedGateway | undefined {
  const gateway = text === undefined ? undefined : askedGateway(text);
  if (text !== undefined && !gateway)
    throw new UsageError(
      `--gateway is "${text}"; it must be NAME, NAMESPACE/NAME or NAMESPACE/NAME/LISTENER.`,
    );
  return gateway;
}
