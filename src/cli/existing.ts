import { isDnsLabel, isDnsSubdomain } from '../model/dns-name.js';
import type { Target } from '../model/reference.js';
import { UsageError } from './exit.js';
import { type ProgramOutcome, runProgram } from './run-program.js';
import { Scratch } from './scratch.js';
import type { Settings } from './inputs.js';

/**
 * Which of these objects exist in a cluster. Asks kubectl only for their names.
 * @throws {UsageError} if kubectl fails, because then nothing is known
 */
export function existing(
  targets: readonly Target[],
  context: string,
  { around, seconds }: Pick<Settings, 'around' | 'seconds'>,
): readonly Target[] {
  const distinct = new Map(targets.map((target) => [JSON.stringify(target), target]));
  const scratch = Scratch.open();
  const ask = (args: readonly string[]): ProgramOutcome =>
    runProgram('kubectl', args, {
      folder: around.folder,
      seconds,
      env: around.environment,
      scratch,
      around,
    });
  try {
    return [...distinct.values()].filter((target) => exists(target, context, seconds, ask));
  } finally {
    scratch.close();
  }
}

function exists(
  target: Target,
  context: string,
  seconds: number,
  ask: (args: readonly string[]) => ProgramOutcome,
): boolean {
  if (!isPossible(target)) return false;
  const { group, kind, name, namespace } = target;
  const where =
    namespace === undefined
      ? ['--all-namespaces', '--field-selector', `metadata.name=${name}`]
      : ['--namespace', namespace];
  const type = `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}`;
  const outcome = ask([
    ...['--context', context, 'get', ...where, '--ignore-not-found', '--output', 'name', '--'],
    ...(namespace === undefined ? [type] : [type, name]),
  ]);
  if (outcome.kind === 'done') return outcome.stdout.trim() !== '';
  if (outcome.kind === 'failed' && /doesn't have a resource type/.test(outcome.stderr)) return false;
  throw new UsageError(`--context ${context}: the cluster cannot be queried: ${failure(outcome, seconds)}`);
}

function failure(outcome: Exclude<ProgramOutcome, { kind: 'done' }>, seconds: number): string {
  if (outcome.kind === 'failed') return outcome.stderr;
  if (outcome.kind === 'absent') return 'kubectl is not found in PATH';
  return outcome.limit === 'time' ? `it did not answer within ${seconds} s` : 'kubectl took too much memory';
}

/**
 * Whether a cluster can contain an object of this name and type. Other values from a manifest could act as an option of
 * kubectl, a list of types, or a selector of several objects.
 */
function isPossible({ group, kind, name, namespace }: Target): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9]{0,62}$/.test(kind) &&
    (group === '' || isDnsSubdomain(group)) &&
    isDnsSubdomain(name) &&
    (namespace === undefined || isDnsLabel(namespace))
  );
}
