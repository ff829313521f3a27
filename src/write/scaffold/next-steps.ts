import type { Environment } from './environments.js';
import type { NewService } from './service.js';
import { namespaceLabel } from './style.js';

/** What differs between the styles. */
interface Commands {
  /** The command that shows the result. */
  readonly look: string;
  /** @default 'rolloutkit lint' */
  readonly lint?: string;
  /** Commands to run first. @default - none */
  readonly before?: readonly NextStep[];
  /** The path to commit. @default - the folder of the service */
  readonly add?: string;
  /** The folder of the Application. @default 'argocd/' */
  readonly applied?: string;
  /** Why to commit the path. @default - lint, in a hook, checks it */
  readonly whyAdd?: string;
  /** @default - the namespace of the service alone */
  readonly environments?: readonly Environment[];
}

/** A command and its purpose. */
type NextStep = readonly [command: string, why: string];

/** The commands that make the namespaces, which an Application does by itself. */
function namespaceSteps(service: NewService, environments: readonly Environment[] = []): readonly NextStep[] {
  const label = namespaceLabel(service);
  const namespaces = environments.length > 0 ? environments.map((one) => one.namespace) : [service.namespace];
  return namespaces.flatMap((namespace): readonly NextStep[] => [
    [`kubectl create namespace ${namespace}`, 'unless it exists'],
    ...(label
      ? [
          [
            `kubectl label namespace ${namespace} ${label.key}=${label.value}`,
            `before pods start: ${label.why}`,
          ] as const,
        ]
      : []),
  ]);
}

/** The next commands for a new service, each with its purpose. */
export function nextSteps(
  service: NewService,
  {
    look,
    lint = 'rolloutkit lint',
    before = [],
    environments,
    applied = 'argocd/',
    whyAdd = 'lint, in a hook, checks what is in Git',
    add = `${service.name}${service.argocd ? ' argocd' : ''}`,
  }: Commands,
): readonly string[] {
  const { argocd } = service;
  const lines: readonly NextStep[] = [
    ...before,
    [look, 'look at what it becomes'],
    [`git add ${add}`, whyAdd],
    [lint, 'after each change of yours'],
    ['rolloutkit init', 'have commits and pull requests checked'],
    ...(argocd ? [] : namespaceSteps(service, environments)),
    ['git commit', argocd ? `then apply ${applied}, once; Argo CD does the rest` : 'then deploy it'],
  ];
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, why]) => `${command.padEnd(width)}  # ${why}`);
}
