import type { NewService } from './service.js';

/** What differs between the styles. */
interface Commands {
  /** Shows what was written. */
  readonly look: string;
  /** @default 'rolloutkit lint' */
  readonly lint?: string;
  /** What has to be there before; nothing by default. */
  readonly before?: readonly (readonly [command: string, why: string])[];
  /** What to add; by default the folder of the service. */
  readonly add?: string;
}

/** What to do with a new service, in order: commands, each with what it is for. */
export function nextSteps(
  { name, argocd }: NewService,
  { look, lint = 'rolloutkit lint', before = [], add = `${name}${argocd ? ' argocd' : ''}` }: Commands,
): readonly string[] {
  const lines: readonly (readonly [command: string, why: string])[] = [
    ...before,
    [look, 'look at what it becomes'],
    [`git add ${add}`, 'lint, in a hook, checks what is in Git'],
    [lint, 'after each change of yours'],
    ['rolloutkit init', 'have commits and pull requests checked'],
    ['git commit', argocd ? 'then apply argocd/, once; Argo CD does the rest' : 'then deploy it'],
  ];
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, why]) => `${command.padEnd(width)}  # ${why}`);
}
