import path from 'node:path';
import { existsSync, statSync } from '../repository/files/disk.js';
import { version } from '../../package.json';
import { Boundary } from '../repository/files/boundary.js';
import { discover } from '../repository/files/discover.js';
import { readWithin, reason } from '../repository/files/read-text.js';
import { isMap } from '../kubernetes/objects/json.js';
import { missingPath } from '../repository/files/missing-path.js';
import { isUnwritten, replaceFile, writeNew } from '../repository/files/write.js';
import { isKustomization, type Kustomization } from '../repository/graph/kustomization.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { isChartFile, isKustomizationFile } from '../model/source.js';
import { parseValues } from '../yaml/parse/values.js';
import { colored, plain } from '../report/style.js';
import { unifiedDiff } from '../report/unified-diff.js';
import { type InitChoices, planInit } from '../write/scaffold/init.js';
import type { RepositoryFacts } from '../write/scaffold/init-plan.js';
import { shellWord } from '../lint/project/shell-word.js';
import { exitCodes, UsageError } from './exit.js';
import { Git } from './git.js';
import { parse } from './options.js';
import { programAt } from './program-at.js';
import { print, printText, tell, wantsColor } from './output.js';
import type { Surroundings } from './surroundings.js';

/** Sets up a repository for rolloutkit. Shows a diff for an existing file, and changes it only with --force. */
export function initCommand(args: string[], around: Surroundings): number {
  const options = readOptions(args, around);
  const { folder } = options;
  const boundary = Boundary.around(around.folder, [folder]);
  const found = detect(folder, boundary, around);
  const ci = options.ci ?? found.ci;
  if (found.rootAbove !== undefined && (options.hook || ci.length > 0))
    throw new UsageError(belowRoot(options, found.rootAbove, around));
  const plan = planInit(found.facts, { ...options, ci });
  const notes = [
    ...found.unreadable,
    ...found.missing,
    ...plan.notes.flatMap((note) => note.split('\n')),
    ...(ci.length === 0 && options.ci === undefined
      ? ['No CI system was found; write a job with --ci github or --ci gitlab.']
      : []),
    ...(!options.kustomize && found.facts.untaught.length > 0
      ? [
          `${found.facts.untaught.join(', ')}: kustomize does not know the fields of Rollouts, so what changes names, labels or replica counts there leaves them as they are; run rolloutkit init --kustomize`,
        ]
      : []),
    ...(options.kustomize && found.facts.untaught.length === 0
      ? [
          '--kustomize wrote nothing: kustomizations of Rollouts here change no names, labels or replica counts, or update references already.',
        ]
      : []),
  ];
  const style = options.isColored ? colored : plain;
  let isHeldBack = false;
  for (const file of plan.files) {
    const existing = found.facts.read(file.path);
    if (existing === file.text) continue;
    const isAllowed = existing === undefined || options.isForced;
    if (existing !== undefined) print(around, unifiedDiff(file.path, existing, file.text, style));
    if (isAllowed && !options.isDry) {
      const problem = writeFileOfInit(path.join(folder, file.path), file.text, existing, boundary);
      if (problem !== undefined) {
        tell(around, [`${file.path} cannot be written: ${problem}`]);
        return exitCodes.unread;
      }
    }
    isHeldBack ||= !isAllowed && !options.isDry;
    const word = !isAllowed
      ? 'already exists; use --force to apply the diff above'
      : options.isDry
        ? 'would be written'
        : 'written';
    print(around, [`${file.path}: ${word}`]);
    if (options.isDry && existing === undefined) printText(around, indented(file.text));
  }
  tell(around, notes);
  return isHeldBack ? exitCodes.findings : exitCodes.clean;
}

/** Why files of a folder within a repository are not read, and where they are. */
function belowRoot({ given }: Pick<Options, 'given'>, rootAbove: string, around: Surroundings): string {
  const root = path.relative(around.folder, rootAbove).split(path.sep).join('/') || '.';
  return `"${given}" is below the root of a Git repository, where pre-commit and CI systems read no files, so the hook and the CI job would never run; run rolloutkit init ${shellWord(root)}, or add --no-hook --ci none to write the configuration alone.`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** Writes a file; returns the reason if it cannot. */
function writeFileOfInit(
  file: string,
  text: string,
  existing: string | undefined,
  boundary: Boundary,
): string | undefined {
  try {
    if (existing === undefined) writeNew(boundary, file, text);
    else replaceFile(boundary, file, text);
    return undefined;
  } catch (error) {
    if (isUnwritten(error)) return error.message;
    throw error;
  }
}

interface Detected {
  /** The root of the Git repository, if the folder is below it. */
  readonly rootAbove: string | undefined;
  /** Existing files from which nothing could be read, with the reasons. */
  readonly unreadable: readonly string[];
  readonly facts: RepositoryFacts;
  /** The programs to install before rendering. */
  readonly missing: readonly string[];
  readonly ci: InitChoices['ci'];
}

function detect(folder: string, boundary: Boundary, around: Surroundings): Detected {
  const unreadable = new Set<string>();
  const read = (name: string): string | undefined => {
    try {
      return readWithin(boundary, path.join(folder, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') unreadable.add(`${name}: ${reason(error)}`);
      return undefined;
    }
  };
  const { sources } = discover([folder], folder);
  const names = sources.map(({ name }) => name);
  const charts = sources.filter(isChartFile).map(({ name }) => name);
  const hasCharts = charts.length > 0;
  const hasKustomizations = names.some((name) => isKustomizationFile(name));
  const git = gitAround(folder, around);
  const remote = git?.ask('remote', 'get-url', 'origin') ?? '';
  const head = git?.ask('symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  const branch = head?.replace(/^origin\//, '') ?? git?.ask('symbolic-ref', '--short', 'HEAD') ?? 'main';
  const isGithub = existsSync(path.join(folder, '.github')) || /github/.test(remote);
  const isGitlab = read('.gitlab-ci.yml') !== undefined || /gitlab/.test(remote);
  return {
    rootAbove:
      (git?.ask('rev-parse', '--show-prefix') ?? '') === ''
        ? undefined
        : path.resolve(folder, git?.ask('rev-parse', '--show-cdup') ?? ''),
    get unreadable() {
      return [...unreadable];
    },
    missing: missingPrograms(hasCharts, hasKustomizations, around),
    ci: [...(isGithub ? (['github'] as const) : []), ...(isGitlab ? (['gitlab'] as const) : [])],
    facts: {
      version,
      isDependency: isDependency(read('package.json')),
      rendersAnything: hasCharts || hasKustomizations,
      branch,
      unfetchedCharts: charts
        .filter((name) => {
          const inGit = git?.ask('ls-files', '--', `${path.posix.dirname(name)}/charts`) ?? '';
          return lacksDependencies(name, read(name) ?? '', inGit.split('\n'));
        })
        .map((name) => path.posix.dirname(name)),
      untaught: untaught(sources, folder),
      read,
    },
  };
}

/** Whether a chart has a dependency from a repository of charts that is not among the files below its charts/ folder in Git. */
function lacksDependencies(name: string, text: string, inGit: readonly string[]): boolean {
  const [root] = parseValues(text);
  const dependencies = isMap(root) ? root['dependencies'] : undefined;
  if (!Array.isArray(dependencies)) return false;
  return dependencies.filter(isMap).some(({ name: dependency, repository }) => {
    if (typeof dependency !== 'string' || typeof repository !== 'string') return false;
    const start = `${path.posix.dirname(name)}/charts/${dependency}`;
    return /^(?:https?|oci):/.test(repository) && !inGit.some((file) => file.startsWith(start));
  });
}

/** The hook and the CI job render, so they fail for every change of a rendered file if a program is missing. */
function missingPrograms(
  hasCharts: boolean,
  hasKustomizations: boolean,
  around: Surroundings,
): readonly string[] {
  const isThere = (program: string): boolean => programAt(program, around) !== undefined;
  const remedy = 'install it, because the hook and the CI job render';
  return [
    ...(hasCharts && !isThere('helm') ? [`helm is not found in PATH; ${remedy} charts.`] : []),
    ...(hasKustomizations && !isThere('kustomize') && !isThere('kubectl')
      ? [
          `Neither kustomize nor kubectl is found in PATH; ${remedy.replace('it', 'one of them')} kustomizations.`,
        ]
      : []),
  ];
}

function gitAround(folder: string, around: Surroundings): Git | undefined {
  try {
    return Git.around(folder, around);
  } catch {
    return undefined; // Hooks and CI need a repository, but their files may be written before it exists.
  }
}

function isDependency(text: string | undefined): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(text ?? '{}') as Partial<Record<string, object>>;
    return [dependencies, devDependencies].some((all) => all !== undefined && 'rolloutkit' in all);
  } catch {
    return false;
  }
}

/**
 * The kustomizations above Rollouts that change names, labels or replica counts without a transformer configuration for
 * Rollouts.
 */
function untaught(sources: ReturnType<typeof discover>['sources'], folder: string): string[] {
  const { graph, faults } = readGraph(sources);
  faults.rethrow();
  const levels = graph.rollouts.flatMap((rollout) =>
    // The outermost first. Kustomize merges the configurations of what a kustomization lists into its own.
    graph
      .placements(rollout)
      .flatMap(({ via, leaf }) =>
        via.filter((_, index) => ![...via.slice(index), leaf].some((level) => level?.isTaught)),
      ),
  );
  const folders = levels
    .filter((level) => isKustomization(level.resource) && needsTeaching(level))
    .map((level) => level.folder);
  return [...new Set(folders)].map((one) => path.relative(folder, one).split(path.sep).join('/')).sort();
}

function needsTeaching(level: Kustomization): boolean {
  return (
    level.namePrefix !== '' ||
    level.nameSuffix !== '' ||
    level.selectorLabels.length > 0 ||
    level.generated.some(({ hasHash }) => hasHash) ||
    level.resource.at('replicas').exists
  );
}

interface Options {
  readonly folder: string;
  /** The folder as it was written. */
  readonly given: string;
  readonly hook: boolean;
  /** Undefined to detect the CI system from existing files. */
  readonly ci: InitChoices['ci'] | undefined;
  readonly kustomize: boolean;
  readonly isForced: boolean;
  readonly isDry: boolean;
  readonly isColored: boolean;
}

function readOptions(args: string[], around: Surroundings): Options {
  const { values, positionals } = parse('init', args);
  const [given = '.', another] = positionals;
  if (another !== undefined)
    throw new UsageError(`init takes one folder, the root of a repository; remove "${another}".`);
  const folder = path.resolve(around.folder, given);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`"${given}": ${missingPath(given, around.folder)}`);
  if (!stats.isDirectory())
    throw new UsageError(`"${given}" is a file; init takes a folder, the root of a repository.`);
  return {
    folder,
    given,
    hook: values['no-hook'] !== true,
    ci: values.ci?.flatMap((name) => (name === 'none' ? [] : [name])),
    kustomize: values.kustomize === true,
    isForced: values.force === true,
    isDry: values['dry-run'] === true,
    isColored: wantsColor(around, values['no-color']),
  };
}
