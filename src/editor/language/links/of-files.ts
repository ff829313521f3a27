import { isApplication } from '../../../kubernetes/kinds/application.js';
import { folderOf, isKustomizationFile, type Source } from '../../../model/source.js';
import type { Field } from '../../../model/field.js';
import { isBelow } from '../../../model/paths.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { isRemote, join, namedFiles } from '../../../repository/graph/kustomization.js';
import { patchTargets } from '../../../repository/graph/kustomization-patches.js';
import { entriesOf, objectsOf } from '../../../rules/facts/argocd/entries.js';
import { distinctChoices, fileDefinition, type Link, objectDefinition, partLink } from './link.js';
import { routesInEntries } from './of-entries.js';

/** The files and folders that a kustomization names, and the objects that its patches are for. */
export function linksOfKustomization(graph: Graph, kustomization: Resource): readonly Link[] {
  const folder = folderOf(kustomization.source);
  const files = namedFiles(kustomization.at())
    .filter(({ name }) => !isRemote(name))
    .map(({ from, name }) => fileLink(graph, from, join(folder, name)));
  const targets = patchTargets(kustomization.at())
    .filter(({ from }) => from.text !== undefined)
    .map(({ from, kind }): Link => ({
      ...partLink('object', from, []),
      to: () => patched(graph, kustomization, kind, from.text ?? '').map(objectDefinition),
    }));
  return [...files, ...targets];
}

/** The objects that a kustomization builds, of a kind and with a name. */
function patched(
  graph: Graph,
  kustomization: Resource,
  kind: string | undefined,
  name: string,
): readonly Resource[] {
  const all = kind === undefined ? graph.resources : graph.ofKind(kind);
  return all.filter(
    (one) =>
      one.name === name &&
      graph
        .placements(one)
        .some(({ via, leaf }) => [...via, leaf].some((other) => other?.resource === kustomization)),
  );
}

/** The folders that the sources of an Application lead to, and the objects whose differences it ignores. */
export function linksOfApplication(graph: Graph, application: Resource): readonly Link[] {
  if (!isApplication(application)) return [];
  return [
    ...graph
      .sourceFolders(application)
      .map(({ source, folder }) => fileLink(graph, source.at('path'), folder)),
    ...entriesOf(application)
      .filter(({ name }) => name.text !== '' && name.inner === undefined)
      .map((entry): Link => ({
        ...partLink('object', entry.name.field, []),
        to: () =>
          objectsOf(graph)(entry)
            .filter(({ name }) => name === entry.name.text)
            .map(objectDefinition),
      })),
    ...routesInEntries(graph, entriesOf(application), graph.deployedBy(application)),
  ];
}

/** A field that names a file, or a folder: its kustomization, its chart, or the first of its files. */
function fileLink(graph: Graph, from: Field, path: string): Link {
  return {
    ...partLink('file', from, []),
    to: () => {
      const file = graph.fileAt(path) ?? fileOfFolder(graph, path);
      return file ? [fileDefinition(file)] : [];
    },
    choices: () => distinctChoices(besides(graph, from)),
  };
}

function fileOfFolder(graph: Graph, folder: string): Source | undefined {
  const files = [...graph.filesBelow(folder)];
  const own = files.filter((file) => folderOf(file) === folder);
  return (
    own.find(({ path }) => isKustomizationFile(path)) ??
    own.find(({ path }) => path.endsWith('/Chart.yaml')) ??
    own[0] ??
    files[0]
  );
}

/** The files and folders below the folder of a file, relative to it. */
function besides(graph: Graph, { resource: { source } }: Field): readonly (readonly [string, string])[] {
  const folder = folderOf(source);
  return graph
    .filesBelow(folder)
    .filter(({ path }) => path !== source.path && isBelow(path, folder))
    .map(({ path }) => [path.slice(folder.length + 1), 'file'] as const);
}
