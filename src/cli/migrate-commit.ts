import { Boundary } from '../repository/files/boundary.js';
import type { Resource } from '../model/resource.js';
import { type PlannedStep } from '../write/migrate/plan.js';
import { isStepClear } from '../write/migrate/text.js';
import { quoted } from '../report/quoted.js';
import { exitCodes, UsageError } from './exit.js';
import { undoChanges, writeChanges } from './file-changes.js';
import { Git } from './git.js';
import { trailerOf } from './migration-history.js';
import { print, tell } from './output.js';
import type { Surroundings } from './surroundings.js';
import { workingChanges } from './working-files.js';
import { type Options } from './migrate-options.js';

export const noRepository = 'migrate makes and undoes commits of Git; run it in a clone.';

export const appNote =
  'Nothing was written, because a cdk8s app generates the files; change its code, run cdk8s synth, and compare the output with the diff.';

/** Writes the files of one step and commits only those. */
export function commitStep(
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

export function gitOf({ settings: { around } }: Options): Git {
  return Git.around(around.folder, around, noRepository);
}

export function subjectOf(
  git: Git,
  { name, source }: Resource,
): { readonly name: string; readonly file: string } {
  return { name, file: git.relative(source.path) };
}
