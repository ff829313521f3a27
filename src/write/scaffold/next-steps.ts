import type { NewService } from './service.js';
import { namespaceLabels } from './style.js';

/** What differs between the styles. */
interface Commands {
  /** The command that shows the result. */
  readonly look: string;
  /** @default 'rolloutkit lint' */
  readonly lint?: string;
  /** Commands to run first. @default - none */
  readonly before?: readonly Step[];
  /** The path to commit. @default - the folder of the service */
  readonly add?: string;
}

/** A command and its purpose. */
type Step = readonly [command: string, why: string];

/** The commands that make a namespace, which an Application does by itself. */
function namespaceSteps(namespace: string, labels: Readonly<Record<string, string>>): readonly Step[] {
  return [
    [`kubectl create namespace ${namespace}`, 'unless it exists'],
    ...Object.entries(labels).map(([key, value]): Step => [
      `kubectl label namespace ${namespace} ${key}=${value}`,
      'before pods start: they are ready when the load balancer finds them healthy',
    ]),
  ];
}

/** The next commands for a new service, each with its purpose. */
export function nextSteps(
  service: NewService,
  {
    look,
    lint = 'rolloutkit lint',
    before = [],
    add = `${service.name}${service.argocd ? ' argocd' : ''}`,
  }: Commands,
): readonly string[] {
  const { argocd, namespace } = service;
  const lines: readonly Step[] = [
    ...before,
    [look, 'look at what it becomes'],
    [`git add ${add}`, 'lint, in a hook, checks what is in Git'],
    [lint, 'after each change of yours'],
    ['rolloutkit init', 'have commits and pull requests checked'],
    ...(argocd ? [] : namespaceSteps(namespace, namespaceLabels(service))),
    ['git commit', argocd ? 'then apply argocd/, once; Argo CD does the rest' : 'then deploy it'],
  ];
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, why]) => `${command.padEnd(width)}  # ${why}`);
}
