import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import { isDnsLabel } from '../model/dns-name.js';
import type { Note } from '../report/report.js';
import { aroundFiles, aroundFolders, type AroundFiles, leavesOpen } from './around-files.js';
import { knownNames, namesHidden, namesThere } from './choose-rollouts.js';
import { didYouMean } from './exit.js';
import { discoverInputs, type Settings } from './inputs.js';
import { type PlayCommand, readRollouts, type RolloutInputs } from './read-rollouts.js';
import type { Progress } from './progress.js';

/** What the arguments of a command name. */
export interface NamedRollouts {
  readonly inputs: RolloutInputs;
  /** The files and folders that were read. */
  readonly paths: readonly string[];
  /** The Rollouts to show; empty for all. */
  readonly names: readonly string[];
}

/** The arguments of a command that plays updates. */
export interface Arguments {
  readonly settings: Settings;
  /** Files, folders and names of Rollouts; the working folder if there is none. */
  readonly given: readonly string[];
  /** The Rollouts that `--rollout` names. */
  readonly names: readonly string[];
}

/**
 * Reads the manifests for a command that plays updates. An argument is a file or folder if it exists, and otherwise may
 * be the name of a Rollout, alone or as namespace/name; if it is neither, it is reported as a file that is not found. If all
 * are files, what is around them is read, too, for the objects that their Rollouts name; and so it is around folders, if these
 * alone lack such objects.
 */
export function readNamed(
  { settings, given, names }: Arguments,
  command: PlayCommand,
  progress: Progress | undefined,
): NamedRollouts {
  const isThere = (one: string): boolean => existsSync(path.resolve(settings.workingFolder, one));
  const asked = given.filter((one) => isRolloutName(one) && !isThere(one));
  const read = (some: readonly string[], notes: readonly Note[] = []): NamedRollouts => {
    const paths = some.length > 0 ? some : ['.'];
    const wanted = [...names, ...asked];
    const inputsWith = (around: AroundFiles | undefined): RolloutInputs =>
      readRollouts(paths, settings, command, {
        progress,
        notes,
        names: wanted,
        ...(around && {
          found: discoverInputs([...some, ...around.besides], settings),
          files: around.files,
        }),
      });
    const files = aroundFiles(some, settings);
    const inputs = inputsWith(files);
    const folders =
      files || !leavesOpen(inputs, command) ? undefined : aroundFolders(paths, inputs.given, settings);
    const wider = folders && inputsWith(folders);
    const isWider = wider?.graph.rollouts.some(wider.isShown) === true;
    return { inputs: isWider ? wider : inputs, paths, names };
  };
  if (asked.length === 0) return read(given);
  const named = read(given.filter((one) => !asked.includes(one)));
  const known = knownNames(named.inputs);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length === 0) return { ...named, names: [...names, ...asked] };
  const more = named.inputs.hidesNames ? namesHidden : '';
  // What begins with a folder that exists was meant as a path.
  const misnamed = unknown.filter((name) => !name.includes('/') || !isThere(name.split('/')[0] ?? ''));
  const notes = misnamed.map((name) => ({
    message: `No Rollout has the name "${name}", either.${didYouMean(name, known) || namesThere(known)}${more}`,
  }));
  return read(given, notes);
}

/** Whether a string can be the name of a Rollout rather than a path: a DNS label, with or without that of a namespace before it. */
function isRolloutName(text: string): boolean {
  const [first = '', second = first, ...more] = text.split('/');
  return more.length === 0 && isDnsLabel(first) && isDnsLabel(second);
}
