import type { Graph } from '../../repository/graph/graph.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { isRendered } from '../../repository/render/inputs.js';
import type { FilesState } from './check.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import type { StepDraft } from './step.js';
import { guardConditions, hasConditions, tooConditional, withConditions } from './conditions.js';
import type { FileChange } from './files.js';
import { type Masked, masked, Names } from './mask.js';
import { Refusal } from './refusal.js';

/** The files of a state in the form in which they are edited: in charts, names replace template actions, so that they are YAML. */
export interface Editing {
  readonly graph: Graph;
  /** The Deployment in the file that defines it. */
  readonly deployment: Resource;
  /** Converts a change of the edited form into one of the file. */
  restored(change: FileChange): FileChange;
  /** Throws if a step copies fields that depend on conditions. */
  guard(step: StepDraft): void;
  /** A message with the rendered names of objects. */
  told(text: string): string;
}

/** The files to edit to change a Deployment of this state. */
export function editingOf(state: FilesState, deployment: Resource, written: readonly string[]): Editing {
  if (!isRendered(deployment.source.path))
    return {
      graph: state.graph,
      deployment,
      restored: (change) => change,
      guard: () => undefined,
      told: (text) => text,
    };
  const template = state.given.find(
    ({ path }) => written.includes(path) && /\/templates\/[^]*\.ya?ml$/.test(path),
  );
  const { name } = deployment;
  if (!template)
    throw new Refusal(
      `Deployment "${name}" is built by kustomize, whose files are edited unrendered; use --no-render, and check each commit with "rolloutkit lint --render".`,
    );
  const folder = template.path.slice(0, template.path.lastIndexOf('/templates/') + '/templates/'.length);
  const names = new Names();
  const all = new Map<string, { readonly source: Source; readonly text: Masked }>();
  for (const source of state.given) {
    if (!source.path.startsWith(folder) || !/\.ya?ml$/.test(source.path)) continue;
    const text = masked(source.read(), names);
    if (text) all.set(source.path, { source, text });
  }
  const sources = [...all.values()].map(({ source, text }) => ({
    path: source.path,
    name: source.name,
    read: () => text.text,
  }));
  const { graph } = readGraph(sources);
  const [own, another] = graph
    .ofKind(deployment.kind, deployment.group)
    .filter(({ source }) => source.path === template.path);
  if (!own || another)
    throw new Refusal(
      `${template.name} is a template that cannot be edited in place: of the kind ${deployment.kind} it has ${own ? 'several' : 'none'} that can be read without rendering. Write the Rollout into a template beside it, with workloadRef and scaleDown: never, and run this again.`,
    );
  const conditions = isRollout(own) ? { replicas: undefined } : guardConditions(own, names);
  return {
    graph,
    deployment: own,
    restored: (change) => {
      const known = all.get(change.path);
      const after = change.after === undefined ? undefined : withConditions(change.after, conditions);
      const back = known?.text ?? masked('', names)!;
      return {
        ...change,
        before: known?.source.read() ?? change.before,
        after: after && back.unmasked(after),
      };
    },
    guard: ({ objects }) => {
      for (const { beside } of objects)
        if (beside !== own && hasConditions(beside, names)) throw tooConditional(beside);
    },
    told: (text) => masked('', names)!.unmasked(text.replaceAll(own.name, name)),
  };
}
