import path from 'node:path';
import { applicationTemplates, isApplication, sources } from '../../../kubernetes/kinds/application.js';
import { folderOf, isKustomizationFile, type Source } from '../../../model/source.js';
import type { Field } from '../../../model/field.js';
import { folderOfPath, isAtOrBelow, isBelow } from '../../../model/paths.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { isRemote, join, namedFiles } from '../../../repository/graph/kustomization.js';
import { patchTargets } from '../../../repository/graph/kustomization-patches.js';
import { type DeclaredEntry, entriesOf, objectsOf } from '../../../rules/facts/argocd/entries.js';
import {
  distinctChoices,
  fileDefinition,
  type Link,
  objectDefinition,
  objectLink,
  partLink,
} from './link.js';
import { routesInEntries } from './of-entries.js';

/** The files and folders that a kustomization names, and the objects that its patches are for. */
export function linksOfKustomization(graph: Graph, kustomization: Resource): readonly Link[] {
  const folder = folderOf(kustomization.source);
  const files = namedFiles(kustomization.at())
    .filter(({ name }) => !isRemote(name))
    .map(({ from, name }) => ({
      ...fileLink(graph, from, join(folder, name)),
      choices: () => distinctChoices(besides(graph, from)),
    }));
  const targets = patchTargets(kustomization.at())
    .filter(({ from }) => from.text !== undefined)
    .map(({ from, kind }): Link => ({
      ...partLink('object', from, []),
      to: () =>
        builtFrom(graph, kustomization, kind)
          .filter(({ name }) => name === from.text)
          .map(objectDefinition),
      choices: () => distinctChoices(builtFrom(graph, kustomization, kind).map(objectChoice)),
    }));
  return [...files, ...targets];
}

/** The objects that a kustomization builds, of a kind. */
function builtFrom(graph: Graph, kustomization: Resource, kind: string | undefined): readonly Resource[] {
  const own = kustomization.source.path;
  const all = kind === undefined ? graph.resources : graph.ofKind(kind);
  return all.filter((one) =>
    graph
      .placements(one)
      .some(({ via, leaf }) => [...via, leaf].some((other) => other?.resource.source.path === own)),
  );
}

function objectChoice({ kind, name, source }: Resource): readonly [string, string] {
  return [name, `${kind} in ${source.name}`];
}

/** The AppProject of an Application, or of those that an ApplicationSet makes. */
export function linksToProjects(graph: Graph, resource: Resource): readonly Link[] {
  return applicationTemplates(resource).flatMap((template): readonly Link[] => {
    const from = template.at('spec', 'project');
    const to = { group: 'argoproj.io', kind: 'AppProject', name: from.text ?? '' };
    return from.text === undefined ? [] : [objectLink(graph, { from, to })];
  });
}

/** The AppProject of an Application, the folders that its sources lead to, and the objects whose differences it ignores. */
export function linksOfApplication(graph: Graph, application: Resource): readonly Link[] {
  if (!isApplication(application)) return [];
  const folders = new Map(
    graph.sourceFolders(application).map(({ source, folder }) => [source.at('path').place.start, folder]),
  );
  const paths = sources(application)
    .map((source) => ({ source, from: source.at('path') }))
    .filter(({ from }) => from.text !== undefined);
  return [
    ...linksToProjects(graph, application),
    ...paths.map(({ source, from }) => ({
      ...fileLink(graph, from, folders.get(from.place.start)),
      choices: () => distinctChoices(graph.pathsOfSource(source).map((its) => [its, 'folder'])),
    })),
    ...entriesOf(application)
      .filter(({ name }) => name.text !== '' && name.inner === undefined)
      .map((entry): Link => ({
        ...partLink('object', entry.name.field, []),
        to: () =>
          objectsOf(graph)(entry)
            .filter(({ name }) => name === entry.name.text)
            .map(objectDefinition),
        choices: () => distinctChoices(ignorable(graph, application, entry)),
      })),
    ...routesInEntries(graph, entriesOf(application), graph.deployedBy(application)),
  ];
}

/** The objects of the type of an entry that an Application deploys, by their names in the cluster. */
function ignorable(
  graph: Graph,
  application: Resource,
  { group, kind }: DeclaredEntry,
): readonly (readonly [string, string])[] {
  // A half-typed text is not in the graph: what its Application deploys is that of the last whole one.
  const known = graph
    .ofKind(application.kind)
    .find(({ name, source }) => name === application.name && source.path === application.source.path);
  if (!known) return [];
  return graph
    .deployedBy(known)
    .filter((one) => one.group === group.text && one.kind === kind.text)
    .flatMap((one) =>
      graph
        .deployedAs(known, one)
        .flatMap(({ name }) => (name === undefined ? [] : [[name, objectChoice(one)[1]] as const])),
    );
}

/** A field that names a file, or a folder: its kustomization, its chart, or the first of its files. */
function fileLink(graph: Graph, from: Field, target: string | undefined): Link {
  return {
    ...partLink('file', from, []),
    to: () => {
      const file = target === undefined ? undefined : (graph.fileAt(target) ?? fileOfFolder(graph, target));
      return file ? [fileDefinition(file)] : [];
    },
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

/** The files below the folder of a file, and the kustomizations near it, relative to it. */
function besides(graph: Graph, { resource: { source } }: Field): readonly (readonly [string, string])[] {
  const folder = folderOf(source);
  const around = folderOfPath(folderOfPath(folder));
  const below = graph.filesBelow(folder).filter(({ path }) => path !== source.path && isBelow(path, folder));
  const others =
    around === '' ? [] : graph.filesBelow(around).filter(({ path }) => isKustomizationFile(path));
  return [
    ...below.map(({ path }) => [path.slice(folder.length + 1), 'file'] as const),
    ...others
      .map((file) => folderOf(file))
      .filter((other) => other !== folder && !isAtOrBelow(folder, other))
      .map((other) => [path.posix.relative(folder, other), 'kustomization'] as const),
  ];
}
