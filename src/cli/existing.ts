import type { Target } from '../model/reference.js';
import { UsageError } from './exit.js';
import { runProgram } from './run-program.js';

/**
 * Which of these objects are in a cluster. kubectl is asked for their names and for nothing else; throws a UsageError
 * where it cannot be asked, for then nothing is known.
 */
export function existing(targets: readonly Target[], context: string, seconds: number): readonly Target[] {
  const distinct = new Map(targets.map((target) => [JSON.stringify(target), target]));
  return [...distinct.values()].filter((target) => exists(target, context, seconds));
}

function exists({ group, kind, name, namespace }: Target, context: string, seconds: number): boolean {
  const type = `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}`;
  const where =
    namespace === undefined
      ? ['--all-namespaces', '--field-selector', `metadata.name=${name}`]
      : ['--namespace', namespace, name];
  const args = ['--context', context, 'get', type, ...where, '--ignore-not-found', '--output', 'name'];
  const outcome = runProgram('kubectl', args, process.cwd(), seconds);
  if (outcome.kind === 'done') return outcome.stdout.trim() !== '';
  if (outcome.kind === 'failed' && /doesn't have a resource type/.test(outcome.stderr)) return false;
  const reason =
    outcome.kind === 'failed'
      ? outcome.stderr
      : outcome.kind === 'late'
        ? `it did not answer within ${seconds} s`
        : 'there is no kubectl on the PATH';
  throw new UsageError(`--context ${context}: the cluster cannot be asked: ${reason}`);
}
