import { mistakeIn, nearMiss, patternMistake } from '../../drift/misdirected.js';
import type { Graph } from '../../graph/graph.js';
import { isApplication } from '../../kinds/application.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';
import {
  entriesIn,
  entriesOf,
  isMeantFor,
  objectsOf,
  targetOf,
  type Entry,
} from '../../facts/argocd/entries.js';

export default defineRule({
  meta: {
    name: 'argocd/ignore-rule-matches',
    description: 'Require an ignoreDifferences entry to match an object that the Application deploys.',
    why: 'Argo CD silently ignores an entry that matches no object, so the differences still show as OutOfSync.',
    consequence: 'no-effect',
    severity: 'error',
    messages: {
      group:
        'The group "{group}" matches no {kind} that Application "{application}" deploys; theirs is "{right}".',
      groupMissing:
        'Without a group this entry means the core group, and {kind} is of "{right}"; set group to "{right}".',
      groupNeeded:
        'This entry means the core group, which has no kind "{kind}"; the group of {kind} is {right}.',
      groupLeftOut: 'The core group has an empty name, not "{group}"; leave the group out.',
      version: 'The group "{group}" contains a version; Argo CD compares it with the group alone, "{right}".',
      kind: 'Application "{application}" deploys no kind "{kind}"; the kind is spelt "{right}".',
      kindSpelt: 'There is no kind "{kind}"; it is spelt "{right}".',
      kindAlone: 'No kind has a slash in its name, as "{kind}" has; group and kind are two fields.',
      underscore:
        'The key means a kind "{kind}" of the core group; between group and kind stands an underscore: "{right}".',
      name: 'Application "{application}" deploys no {kind} "{name}"; it deploys {known}.',
      namespace:
        'Application "{application}" deploys {kind} "{name}" to namespace "{right}", not "{namespace}".',
      elsewhere:
        'Application "{application}" does not deploy {kind} "{name}"; Application "{deployer}" does and has no such entry, where it belongs.',
      pattern:
        'The {field} "{text}" matches nothing: patterns are for group and kind, the {field} is compared as it is.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/ignore.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph)) {
      const { resource, group, kind, name, namespace } = entry;
      if (kind.text === '' || [group, kind, name, namespace].some(({ text }) => isPlaceholder(text)))
        continue;
      const isKnown = isApplication(resource) && graph.deployedBy(resource).length > 0;
      if (isKnown && objectsOf(graph)(entry).length > 0) continue;
      // Meant for kinds that are not here: boilerplate, or made by something else.
      const target = targetOf(entry);
      const mistake =
        patternMistake(target) ??
        (isKnown ? (deployedElsewhere(graph, entry) ?? nearMiss(graph, resource, target)) : undefined) ??
        mistakeIn(target, entry.isGlobal);
      if (!mistake) continue;
      const at = entry[mistake.at];
      report(
        at.field,
        mistake.message,
        {
          application: resource.name,
          group: group.text,
          kind: kind.text,
          name: name.text,
          namespace: namespace.text,
          ...mistake.data,
        },
        at.inner ? { place: at.inner } : {},
      );
    }
  },
});

interface Elsewhere {
  readonly at: 'name';
  readonly message: 'elsewhere';
  readonly data: { readonly deployer: string };
}

/**
 * The Application that deploys what an entry of another one names. Where both have the entry it is one text for several
 * Applications, and where part of what an Application deploys is not here, the object may be in that part.
 */
function deployedElsewhere(graph: Graph, entry: Entry): Elsewhere | undefined {
  const { resource: application, group, kind, name } = entry;
  if (name.text === '' || !graph.isWhollyGiven(application)) return undefined;
  const named = graph.ofKind(kind.text, group.text).filter((resource) => isMeantFor(graph, entry, resource));
  const deployers = named.flatMap((resource) => graph.applications(resource));
  const [deployer] = deployers;
  if (!deployer || named.some((resource) => graph.applications(resource).length === 0)) return undefined;
  const isShared = (resource: Resource): boolean =>
    graph
      .applications(resource)
      .some((other) => entriesOf(other).some((own) => isMeantFor(graph, own, resource)));
  if (named.some(isShared)) return undefined;
  if (!graph.deployedBy(application).every((resource) => graph.isComplete(resource))) return undefined;
  return { at: 'name', message: 'elsewhere', data: { deployer: deployer.name } };
}
