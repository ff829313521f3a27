import { isApplication, isOfArgoCd } from '../../kubernetes/kinds/application.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import { foldersAbove } from '../../model/paths.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { folderOf } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import { titled } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/folders-read',
    description: 'Require the manifests below the path of an Application to be ones that Argo CD reads.',
    why: 'Without directory.recurse Argo CD reads the files of the path itself, and none of the folders below it. The objects there are not deployed, and missing ones are not reported.',
    consequence: 'not-deployed',
    severity: 'info',
    otherwise: {
      nothing: {
        when: 'If all manifests are in folders below the path',
        consequence: 'not-deployed',
        why: 'Argo CD finds no manifest in the path. The Application is Synced and Healthy, and deploys nothing.',
        severity: 'warning',
      },
    },
    fixes: ['unsafe', 'choice'],
    messages: {
      some: 'Application "{application}" reads only the files of "{path}" itself, so {kind} "{name}"{more} in {folder} is not deployed by any Application; set directory.recurse to true, or add an Application for the folder.',
      nothing:
        'Application "{application}" deploys nothing: "{path}" itself has no manifest, and Argo CD does not read the folders below it, such as {folder}; set directory.recurse to true.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/directory/#enabling-recursive-resource-detection',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/reposerver/repository/repository.go',
    ],
  },

  *check({ graph, report }) {
    for (const application of graph.ofKind('Application').filter(isApplication)) {
      yield application;
      if (graph.isAssumed(application)) continue;
      for (const { source, folder, type, directory } of graph.sourceFolders(application)) {
        const path = source.at('path');
        if (type !== 'directory' || directory.recurse || isPlaceholder(path.text ?? '')) continue;
        if (directory.include !== '' || directory.exclude !== '') continue;
        // Where other Applications deploy folders below it, the path is meant for its own files.
        if (ledTo(graph).has(folder)) continue;
        const [first, ...others] = unreadBelow(graph, folder);
        if (!first) continue;
        const isNothing = !hasFilesIn(graph, folder);
        report(
          path,
          isNothing ? 'nothing' : 'some',
          {
            ...{ application: application.name, path: path.text, kind: first.kind, name: first.name },
            more: others.length === 0 ? '' : ` and ${others.length} more`,
            folder: folderOf(first.source).slice(folder.length + 1),
          },
          {
            case: isNothing ? 'nothing' : undefined,
            rests: [source.at('directory')],
            fix: () => (isNothing ? { ...recursing(source), isUnsafe: true } : undefined),
            choices: () => (isNothing ? [] : [recursing(source)]),
            related: [{ at: first, message: 'not read' }],
          },
        );
      }
    }
  },
});

/** Has Argo CD read the folders below the path of a source. */
function recursing(source: Field): ProposedFix {
  return titled('Set directory.recurse to true.', { field: source.at('directory', 'recurse'), value: true });
}

/** The folders below which an Application deploys another one. */
const ledTo = memoize(
  (graph: Graph): ReadonlySet<string> =>
    new Set(
      graph.allApplications.flatMap((application) =>
        graph.sourceFolders(application).flatMap((source) => foldersAbove(source.folder)),
      ),
    ),
);

/** Whether a folder itself has a manifest, or a file that may be one. */
function hasFilesIn(graph: Graph, folder: string): boolean {
  return graph
    .filesBelow(folder)
    .some((source) => folderOf(source) === folder && /\.(?:ya?ml|json|jsonnet)$/.test(source.path));
}

/** The objects of each folder that has no kustomization and belongs to no chart. */
const byFolder = memoize((graph: Graph): ReadonlyMap<string, readonly Resource[]> => {
  const built = new Set(graph.given.filter(isKustomization).map(({ source }) => folderOf(source)));
  const folders = new Map<string, Resource[]>();
  for (const resource of graph.given) {
    const folder = folderOf(resource.source);
    if (built.has(folder) || isOfArgoCd(resource) || isKustomization(resource)) continue;
    if (graph.isSampleOrBesideChart(resource.source)) continue;
    const its = folders.get(folder);
    if (!its) folders.set(folder, [resource]);
    else if (its.length < mostFolders) its.push(resource);
  }
  return folders;
});

/** The folders with objects below each folder. */
const below = memoize((graph: Graph): ReadonlyMap<string, readonly string[]> => {
  const folders = new Map<string, string[]>();
  for (const folder of byFolder(graph).keys())
    for (const above of foldersAbove(folder)) append(folders, above, folder);
  return folders;
});

/** As many objects of a folder are counted. */
const mostFolders = 50;

/** The objects in folders below that no Application deploys, and no kustomization or chart builds. */
function unreadBelow(graph: Graph, folder: string): readonly Resource[] {
  const found: Resource[] = [];
  // Most Applications deploy a folder without others, and the objects of all folders need not be looked through for them.
  if (!graph.hasFoldersBelow(folder)) return found;
  for (const inner of below(graph).get(folder) ?? []) {
    if (setAside.test(inner.slice(folder.length))) continue;
    const isPlain = (one: Resource): boolean =>
      graph.applications(one).length === 0 && graph.placements(one).every(({ leaf }) => leaf === undefined);
    found.push(...(byFolder(graph).get(inner) ?? []).filter(isPlain));
  }
  return found;
}

/** Folders whose manifests are for another time or are applied in another way. */
const setAside =
  /(?:^|[-_./])(?:tests?|examples?|samples?|demos?|docs?|old|archived?|backups?|bak|unused|disabled|deprecated|legacy|templates?|scripts?|bootstrap|overlays?|base|bases|components?)(?:[-_./]|$)/i;
