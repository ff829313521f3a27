import { Field } from '../../model/field.js';
import type { Node } from '../../model/node.js';
import { Resource } from '../../model/resource.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { applicationDifferences } from './application-differences.js';
import type { OtherDifference, RepositoryState, TwoStates } from './differences.js';
import { differing } from './manifest.js';

/** What differs in a chart besides the values that are restored. Only Helm knows whether it changes the pods. */
export function chartDifferences(
  { folder, applications }: { readonly folder: string; readonly applications: readonly Resource[] },
  chosen: string,
  states: TwoStates,
): readonly OtherDifference[] {
  const isBesideValues = (path: string): boolean =>
    !/^(ci\/|templates\/(NOTES\.txt|tests\/)|README|CHANGELOG|\.helmignore)|^[^/]*values[^/]*\.ya?ml$/.test(
      path.slice(folder.length + 1),
    ) && path !== chosen;
  const isManifest = applications.some(({ source }) => source.path === chosen);
  const read = new Set([`${folder}/values.yaml`, ...(isManifest ? [] : [chosen])]);
  return [
    ...[...read].flatMap((path) => valueDifferences(path, states)),
    ...states
      .changedBelow(folder)
      .filter(isBesideValues)
      .map((path) => ({ path, what: undefined, isSure: false })),
    ...applications.flatMap((application) => applicationDifferences(application, states)),
  ];
}

function valueDifferences(path: string, { before, now }: TwoStates): readonly OtherDifference[] {
  const root = (state: RepositoryState): Field | undefined => {
    const text = state.text(state.named(path)) ?? '';
    const [range] = splitDocuments(text);
    const tree = range && parseTree(text, range.start, range.end);
    return tree?.root?.kind === 'map' ? rootField(tree.root, path) : undefined;
  };
  const [old, current] = [root(before), root(now)];
  if (!old || !current) return old === current ? [] : [{ path, what: undefined, isSure: false }];
  return [...differing(old, current)].map((what) => ({ path, what, isSure: false }));
}

/** The fields of a document that is not an object of Kubernetes. */
export function rootField(root: Node, path: string): Field {
  const identity = { group: '', version: '', kind: '', name: '', namespace: undefined };
  const source = { path, name: path, read: () => '' };
  return Field.root(new Resource(identity, source, root.start, { root }));
}
