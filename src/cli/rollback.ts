import path from 'node:path';
import { Boundary } from '../repository/files/boundary.js';
import { discover } from '../repository/files/discover.js';
import { readWithin } from '../repository/files/read-text.js';
import { isUnwritten, replaceFile, UnwrittenError } from '../repository/files/write.js';
import type { Graph } from '../repository/graph/graph.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { helmNames, helmTargets, type ReadableFiles } from '../write/rollback/helm.js';
import type { SettingsFile } from '../write/rollback/settings.js';
import { type Target, targetsOf } from '../write/rollback/targets.js';
import type { Source } from '../model/source.js';
import { quoted } from '../report/quoted.js';
import { colored, plain } from '../report/style.js';
import { unifiedDiff } from '../report/unified-diff.js';
import { didYouMean, exitCodes, UnreadError, UsageError } from './exit.js';
import { Git } from './git.js';
import { brokenText, unreadableText } from './not-read.js';
import { print, tell } from './output.js';
import { shellPath, shellWord } from '../lint/project/shell-word.js';
import { workingChanges } from './working-files.js';
import type { Surroundings } from './surroundings.js';
import { type Options, readOptions } from './rollback-options.js';
import { appNotes, courseNote, otherNotes, restoredParts } from './rollback-notes.js';
import { NothingToDo, type Back, findBack, relative, short } from './rollback-search.js';

/** Restores the images and configuration that a Rollout had before, in the files that determine them. */
export function rollbackCommand(args: string[], around: Surroundings): number {
  const options = readOptions(args, around);
  const { folder } = around;
  const git = Git.around(folder, around, 'rollback reads earlier states from Git; run it in a clone.');
  const manifests = read(git);
  const target = choose(manifests, options, folder);
  try {
    const [blocked] = target.blockedBy;
    if (blocked !== undefined)
      throw new NothingToDo(
        `Its image is set by ${blocked}, which rollback cannot edit; set it in "images" of a kustomization.yaml.`,
      );
    const files = target.files.filter((file) => isTracked(git, file));
    checkState(git, files, options, folder);
    const back = findBack(git, { ...target, files }, manifests.files, options, folder);
    checkConfiguration(manifests, back, git);
    if (!options.isDry) writeEdits(back, folder, Boundary.around(git.root, []));
    tell(around, [...manifests.notes, ...manifests.unread]);
    const notes = appNotes(manifests.sources, back, folder);
    print(around, rollbackLines(git, target, { ...back, notes }, options, folder));
    if (options.commits && !options.isDry) print(around, [commit(git, back, options)]);
    return exitCodes.clean;
  } catch (error) {
    if (!(error instanceof NothingToDo) && !isUnwritten(error)) throw error;
    tell(around, [error.message]);
    return isUnwritten(error) ? exitCodes.unread : exitCodes.findings;
  }
}

interface Manifests {
  readonly graph: Graph;
  readonly sources: readonly Source[];
  readonly files: ReadableFiles;
  /** The parts that were left out, in words. */
  readonly notes: readonly string[];
  /** The files that could not be read, in words. */
  readonly unread: readonly string[];
  /** Lists the broken files, for errors about missing objects. */
  readonly broken: () => string;
}

/** Reads all manifests of the repository, because any of them may determine what runs. */
function read(git: Git): Manifests {
  const { sources, notes, failures } = discover([git.root], git.root);
  const boundary = Boundary.around(git.root, []);
  const texts = new Map<string, string | undefined>();
  const readAny = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, fileText(boundary, file));
    return texts.get(file);
  };
  const manifests = readGraph(sources);
  const { graph, faults, unreadable } = manifests;
  faults.rethrow(); // An unread file might determine what runs.
  return {
    graph,
    sources,
    files: { paths: sources.map((source) => source.path), read: readAny },
    notes: notes.map(({ message }) => message),
    unread: [
      ...failures.map(({ message }) => message),
      ...(unreadable.length > 0 ? [unreadableText(unreadable)] : []),
    ],
    broken: () => brokenText(manifests),
  };
}

function fileText(boundary: Boundary, file: string): string | undefined {
  try {
    return readWithin(boundary, file);
  } catch {
    return undefined;
  }
}

/** The deployment that the options select. */
function choose(
  { graph, files, unread, broken }: Manifests,
  { name, paths }: Options,
  folder: string,
): Target {
  const applications = [...graph.allApplications, ...graph.ofKind('ApplicationSet')];
  const all = [
    ...targetsOf(graph, name, (file) => files.read(file)),
    ...helmTargets(files, applications, name),
  ];
  const wanted = paths.map((given) => path.resolve(folder, given));
  const isWanted = (file: string): boolean =>
    wanted.some((given) => file === given || file.startsWith(given === '/' ? given : `${given}/`));
  const targets = all.filter(
    ({ title, files: its }) => isWanted(title) || its.some((file) => isWanted(file.path)),
  );
  const [target, another] = targets;
  if (target && !another) return target;
  if (target) {
    throw new UsageError(
      `${targets.length} Rollouts or deployments are named "${name}"; choose one by its path or namespace:`,
      ...targets.map(({ title }) => `  ${relative(title, folder)}`),
      `such as: rolloutkit rollback ${name} ${relative(targets.at(-1)?.title ?? '', folder)}`,
    );
  }
  if (all.length > 0)
    throw new UsageError(
      `Rollout "${name}" is not found in the given paths, but exists elsewhere in the repository.`,
    );
  if (unread.length > 0)
    throw new UnreadError(
      `Rollout "${name}" is not found in this repository, and some files could not be read: ${unread.join(' ')}`,
    );
  // A name with an expression is that of a chart, which has names of its own.
  const written = graph.rollouts.map((rollout) => rollout.name).filter((one) => !one.includes('{{'));
  const known = [...new Set([...written, ...helmNames(files, applications)])];
  const list =
    known.length === 0 ? ' It has no Rollouts.' : ` The Rollouts are ${known.slice(0, 10).join(', ')}.`;
  throw new UsageError(
    `Rollout "${name}" is not found in this repository.${didYouMean(name, known) || list}${broken()}`,
  );
}

function isTracked(git: Git, { path: file }: SettingsFile): boolean {
  return git.ask('ls-files', '--error-unmatch', '--', file) !== undefined;
}

/** The repository must be in a state from which a rollback is possible. */
function checkState(git: Git, files: readonly SettingsFile[], { commits }: Options, folder: string): void {
  if (git.commit('HEAD') === undefined)
    throw new NothingToDo('The repository has no commits, so there is nothing to restore.');
  if (files.length === 0)
    throw new UsageError('The files of this Rollout are not in Git, so their earlier states are unknown.');
  const own = new Set(files.map((file) => file.path));
  const dirty = new Set(
    [...git.staged('HEAD'), ...workingChanges(git, (file) => own.has(file))].map((file) => file.path),
  );
  const changed = files.filter(({ path: file }) => dirty.has(file));
  if (changed.length > 0)
    throw new UsageError(
      `${changed.map(({ path: file }) => relative(file, folder)).join(', ')}: commit or undo the changes first; only committed files are deployed.`,
    );
  if (!commits) return;
  if (git.ask('symbolic-ref', '--quiet', 'HEAD') === undefined)
    throw new UsageError(
      'HEAD is detached, so no branch would contain the commit; switch to the deployed branch first.',
    );
  if (git.commit('MERGE_HEAD') !== undefined)
    throw new UsageError('A merge is in progress; finish it before using --commit.');
}

/** Pods cannot start if their ConfigMap no longer exists. */
function checkConfiguration({ graph }: Manifests, back: Back, git: Git): void {
  const configurations = graph.resources.filter(({ kind }) => /ConfigMap|Secret/.test(kind));
  const exists = (name: string): boolean => configurations.some((resource) => resource.name === name);
  for (const { from, is, to } of back.edits.flatMap(({ restoration }) => restoration.changes)) {
    // If the current ConfigMap is in no file either, it is made outside of the repository.
    if (is !== 'configuration' || exists(to) || !exists(from)) continue;
    const { commit } = back.moment;
    const edited = new Set(back.edits.map(({ file }) => git.relative(file)));
    const grep = ['grep', '--files-with-matches', '--full-name', '--fixed-strings', '-z', '-e'];
    const found = (git.ask(...grep, `name: ${to}`, commit, '--', git.root) ?? '')
      .split('\0')
      .map((line) => line.slice(line.indexOf(':') + 1))
      .filter((file) => file !== '' && !edited.has(file));
    const where = found.length === 0 ? '' : ` It was in ${found.join(', ')} at ${short(commit)}.`;
    throw new NothingToDo(
      `The Rollout used "${to}" then, but no file defines it now, so its pods would not start; restore it first.${where}`,
    );
  }
}

/** Writes all files or none: a mixture of two states was never tested. */
function writeEdits({ edits }: Back, folder: string, boundary: Boundary): void {
  const done: Back['edits'][number][] = [];
  for (const edit of edits)
    try {
      replaceFile(boundary, edit.file, edit.restoration.text);
      done.push(edit);
    } catch (error) {
      if (!isUnwritten(error)) throw error;
      for (const { file, now } of done) replaceFile(boundary, file, now);
      throw new UnwrittenError(`${relative(edit.file, folder)} cannot be written: ${error.message}`);
    }
}

function rollbackLines(
  git: Git,
  { rollout }: Target,
  back: Back & { readonly notes: readonly string[] },
  options: Options,
  folder: string,
): readonly string[] {
  const style = options.isColored ? colored : plain;
  const note = (message: string): string => `${style.blue('i')} ${quoted(message)}`;
  const { moment, edits, others } = back;
  const changes = edits.flatMap(({ restoration }) => restoration.changes);
  const left = edits.flatMap(({ restoration }) => restoration.left);
  const when = git.ask('log', '--max-count=1', '--format=%h of %as: %s', moment.commit) ?? moment.commit;
  const files = edits.map(({ file }) => shellPath(relative(file, folder))).join(' ');
  return [
    `${restoredParts(back)}Rollout "${options.name}" restored to ${when}`,
    ...changes.map(({ name, from, to }) => `  ${name}: ${from} → ${to}`),
    '',
    ...edits.flatMap(({ file, now, restoration }) =>
      unifiedDiff(git.relative(file), now, restoration.text, style),
    ),
    ...(left.length > 0 ? [note(`Not changed, because it did not exist then: ${left.join(', ')}.`)] : []),
    ...[...otherNotes(back, folder), ...back.notes].map(note),
    ...(others.length > 0 || rollout === undefined ? [] : courseNote(rollout).map(note)),
    ...(options.isDry
      ? [note('Nothing was written.')]
      : options.commits
        ? []
        : [
            note(
              `Nothing was committed. Argo CD deploys committed files only: git commit -m ${shellWord(subject(options.name, back))} -- ${files} && git push`,
            ),
          ]),
  ];
}

function subject(name: string, { edits }: Back): string {
  const changes = edits.flatMap(({ restoration }) => restoration.changes);
  const images = changes.filter(({ is }) => is === 'image');
  const to = [...new Set((images.length > 0 ? images : changes).map((change) => change.to))].join(', ');
  return `Roll back ${name} to ${to}`;
}

function commit(git: Git, back: Back, { name }: Options): string {
  const from = git.ask('log', '--max-count=1', '--format=%h: %s', back.moment.commit) ?? back.moment.commit;
  git.commitFiles(
    back.edits.map(({ file }) => file),
    subject(name, back),
    `As of ${from}`,
  );
  return `Committed ${git.ask('log', '--max-count=1', '--format=%h: %s') ?? ''}`;
}
