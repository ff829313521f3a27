import type { FileChange } from '../write/migrate/files.js';
import { type StepId, stepIds } from '../write/migrate/step.js';
import type { DoneStep } from '../write/migrate/undo.js';
import type { Git } from './git.js';

/** The migrated Deployment: its name, and its file relative to the repository's root. */
interface Subject {
  readonly name: string;
  readonly file: string;
}

const doneKey = 'Rolloutkit-Migrate';
const undoneKey = 'Rolloutkit-Migrate-Undo';

/** The number of commits to search for trailers. */
const mostCommits = 500;

/** The trailers of a commit message, from which the way back is derived. */
export function trailerOf(id: StepId, subject: Subject, isUndo: boolean): string {
  return `${isUndo ? undoneKey : doneKey}: ${stepKey(id, subject)}`;
}

function stepKey(id: StepId, { name, file }: Subject): string {
  return `${id} ${name} ${JSON.stringify(file)}`;
}

/** The committed steps that were not undone, the latest first. */
export function doneSteps(git: Git, subject: Subject, nameOf: (path: string) => string): readonly DoneStep[] {
  const log = git.run([
    'log',
    `--max-count=${mostCommits}`,
    '--fixed-strings',
    `--grep=${doneKey}`,
    '--format=%H%x1f%B%x1e',
    'HEAD',
  ]);
  const undone = new Map<StepId, number>();
  const steps: DoneStep[] = [];
  for (const entry of log.split('\x1e')) {
    const [commit = '', message = ''] = entry.trimStart().split('\x1f');
    if (!/^[0-9a-f]{40,64}$/.test(commit)) continue;
    const lines = new Set(message.split('\n').map((line) => line.trim()));
    // A squashed commit contains the trailers of all its steps; the last step is undone first.
    for (const id of stepIds.toReversed()) {
      const count = undone.get(id) ?? 0;
      if (lines.has(trailerOf(id, subject, true))) undone.set(id, count + 1);
      else if (!lines.has(trailerOf(id, subject, false))) continue;
      else if (count > 0) undone.set(id, count - 1);
      else {
        steps.push({ id, commit: commit.slice(0, 10), changes: changesIn(git, commit, nameOf) });
        break;
      }
    }
  }
  return steps;
}

/** The manifests that a commit changed, with their texts. */
function changesIn(git: Git, commit: string, nameOf: (path: string) => string): readonly FileChange[] {
  const parent = git.commit(`${commit}^`) ?? git.emptyTree;
  const names = git.run(['diff-tree', '-r', '--no-renames', '--name-only', '-z', parent, commit]);
  return names
    .split('\0')
    .filter((name) => /\.(?:ya?ml|json|tpl)$/.test(name))
    .map((name) => {
      const path = git.absolute(name);
      return { path, name: nameOf(path), before: git.show(parent, path), after: git.show(commit, path) };
    });
}
