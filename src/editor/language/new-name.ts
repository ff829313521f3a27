import { portNameProblems } from '../../kubernetes/validation/pod-names.js';
import { isDnsLabel, isDnsSubdomain } from '../../model/dns-name.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Definition, NameKind } from './links/link.js';
import type { Renameable } from './renameable.js';

/** Why a new name is not possible, in a sentence. */
export function nameProblem(
  graph: Graph,
  { kind, definitions, links }: Renameable,
  newName: string,
): string | undefined {
  const form = formProblem(kind, definitions, newName);
  if (form !== undefined) return form;
  if (kind === 'object') return takenObject(graph, definitions, newName);
  const siblings = links.flatMap((link) => link.choices().map(({ text }) => text));
  return [...siblings, ...definitions.flatMap(siblingsOf)].includes(newName)
    ? `${kind} "${newName}" already exists.`
    : undefined;
}

/** The names of the other items of the list that holds a definition. */
function siblingsOf({ field }: Definition): readonly string[] {
  const list = field?.parent?.parent;
  return list?.shape === 'list' ? list.items.flatMap((item) => item.at(field!.key).text ?? []) : [];
}

function takenObject(graph: Graph, definitions: readonly Definition[], newName: string): string | undefined {
  for (const { field } of definitions) {
    if (!field) continue;
    const { group, kind } = field.resource;
    const other = graph
      .withManifestName({ group, kind, name: newName })
      .find((one) => isBeside(graph, field.resource, one));
    if (other) return `${kind} "${newName}" already exists in ${other.source.name}.`;
  }
  return undefined;
}

/** Whether an object would have the name of another one: of its folder, kustomization or Application, or of its namespace. */
function isBeside(graph: Graph, resource: Resource, other: Resource): boolean {
  if (graph.areCompanions(resource, other)) return true;
  const namespace = graph.namespace(resource);
  return (
    namespace !== undefined &&
    graph.namespace(other) === namespace &&
    graph.areDeployedTogether(resource, other)
  );
}

function formProblem(
  kind: NameKind,
  definitions: readonly Definition[],
  newName: string,
): string | undefined {
  if (kind === 'object') {
    const isService = definitions.some(({ field }) => field?.resource.kind === 'Service');
    if (isService && !/^[a-z]/.test(newName)) return `"${newName}" is not a name: use a letter first.`;
    return (isService ? isDnsLabel : isDnsSubdomain)(newName)
      ? undefined
      : `"${newName}" is not a name: use lower-case letters, digits and "-"${isService ? '' : ' and "."'}.`;
  }
  if (kind === 'port') return portProblem(definitions, newName);
  if ((kind === 'subset' || kind === 'volume') && !isDnsLabel(newName))
    return `"${newName}" is not the name of a ${kind}: use lower-case letters, digits and "-".`;
  return /^\w[\w.-]{0,252}$/.test(newName)
    ? undefined
    : `"${newName}" is not the name of a ${kind}: use letters, digits, "-", "_" and ".".`;
}

/** The port of a Service has a longer name than that of a container, which the API server judges. */
function portProblem(definitions: readonly Definition[], newName: string): string | undefined {
  const ofContainer = definitions.some(({ field }) => field?.resource.kind !== 'Service');
  if (ofContainer ? portNameProblems(newName).length === 0 : isDnsLabel(newName)) return undefined;
  const length = ofContainer ? 'at most 15 ' : '';
  return `"${newName}" is not the name of a port: use ${length}lower-case letters, digits and "-".`;
}
