import type { NewService } from './service.js';

/** What differs between the styles. */
interface Commands {
  /** The command that shows the result. */
  readonly look: string;
  /** @default 'rolloutkit lint' */
  readonly lint?: string;
  /** Commands to run first. @default - none */
  readonly before?: readonly (readonly [command: string, why: string])[];
  /** The path to commit. @default - the folder of the service */
  readonly add?: string;
}

/** The next commands for a new service, each with its purpose. */
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
