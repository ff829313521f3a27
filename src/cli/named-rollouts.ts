import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import type { Note } from '../report/report.js';
import { knownNames, namesHidden, namesThere } from './choose-rollouts.js';
import { didYouMean } from './exit.js';
import type { Settings } from './inputs.js';
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
 * be the name of a Rollout; if it is neither, it is reported as a file that is not found.
 */
export function readNamed(
  { settings, given, names }: Arguments,
  command: PlayCommand,
  progress: Progress | undefined,
): NamedRollouts {
  const asked = given.filter((one) => isLabel(one) && !existsSync(path.resolve(settings.workingFolder, one)));
  const read = (some: readonly string[], notes: readonly Note[] = []): NamedRollouts => {
    const paths = some.length > 0 ? some : ['.'];
    const wanted = [...names, ...asked];
    return {
      inputs: readRollouts(paths, settings, command, { progress, notes, names: wanted }),
      paths,
      names,
    };
  };
  if (asked.length === 0) return read(given);
  const named = read(given.filter((one) => !asked.includes(one)));
  const known = knownNames(named.inputs.graph);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length === 0) return { ...named, names: [...names, ...asked] };
  const more = named.inputs.hidesNames ? namesHidden : '';
  const notes = unknown.map((name) => ({
    message: `No Rollout has the name "${name}", either.${didYouMean(name, known) || namesThere(known)}${more}`,
  }));
  return read(given, notes);
}

/** Whether a string can be the name of an object rather than a path: a DNS label. */
function isLabel(text: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
}
