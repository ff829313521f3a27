import type { DeployedAs } from '../../graph/deployed.js';
import type { Graph } from '../../graph/graph.js';
import { isApplication } from '../../kinds/application.js';
import { groupsOf, kindMeant } from '../../kinds/known-kinds.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';
import { oneOf, quoted } from '../words.js';
import { entriesIn, entriesOf, isMeantFor, objectsOf, type Entry, type Written } from './entries.js';

export default defineRule({
  meta: {
    name: 'argocd/ignore-rule-matches',
    description: 'Require an ignoreDifferences entry to match an object that the Application deploys.',
    why: 'Argo CD skips an entry that matches nothing without a word, so the differences it was written for count.',
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
      const mistake =
        patternMistake(entry) ??
        (isKnown ? (deployedElsewhere(graph, entry) ?? nearMiss(graph, entry)) : undefined) ??
        mistakeIn(entry);
      if (!mistake) continue;
      report(
        mistake.at.field,
        mistake.message,
        {
          application: resource.name,
          group: group.text,
          kind: kind.text,
          name: name.text,
          namespace: namespace.text,
          ...mistake.data,
        },
        mistake.at.inner ? { place: mistake.at.inner } : {},
      );
    }
  },
});

type Message =
  | 'group'
  | 'groupMissing'
  | 'groupNeeded'
  | 'groupLeftOut'
  | 'version'
  | 'kind'
  | 'kindSpelt'
  | 'kindAlone'
  | 'underscore'
  | 'name'
  | 'namespace'
  | 'elsewhere'
  | 'pattern';

interface Mistake {
  readonly at: Written;
  readonly message: Message;
  readonly data: Readonly<Record<string, string>>;
}

/** No name of Kubernetes has one of these characters. */
const wild = /[*?[\]{}]/;

function patternMistake({ name, namespace }: Entry): Mistake | undefined {
  const [field, at] = wild.test(name.text) ? ['name', name] : ['namespace', namespace];
  if (!wild.test(at.text)) return undefined;
  return { at, message: 'pattern', data: { field, text: at.text } };
}

/** What keeps an entry from matching anything in any cluster. */
function mistakeIn({ isGlobal, group, kind }: Entry): Mistake | undefined {
  if (isGlobal && kind.text.includes('.'))
    return { at: kind, message: 'underscore', data: { right: kind.text.replace(/\.(?=[^.]*$)/, '_') } };
  if (kind.text.includes('/')) return { at: kind, message: 'kindAlone', data: {} };
  if (group.text.includes('/'))
    return {
      at: group,
      message: 'version',
      data: { right: group.text.slice(0, group.text.indexOf('/')) },
    };
  if (group.text === 'core' || /^v\d+((alpha|beta)\d+)?$/.test(group.text))
    return { at: group, message: 'groupLeftOut', data: {} };
  const right = kindMeant(kind.text);
  if (right !== undefined && (group.text === '' || groupsOf(right)?.includes(group.text) === true))
    return { at: kind, message: 'kindSpelt', data: { right } };
  const groups = groupsOf(kind.text);
  if (group.text === '' && groups && !groups.includes(''))
    return { at: group, message: 'groupNeeded', data: { right: oneOf(quoted(groups)) } };
  return undefined;
}

/**
 * The Application that deploys what an entry of another one names. Where both have the entry it is one text for several
 * Applications, and where part of what an Application deploys is not here, the object may be in that part.
 */
function deployedElsewhere(graph: Graph, entry: Entry): Mistake | undefined {
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
  return { at: name, message: 'elsewhere', data: { deployer: deployer.name } };
}

/** The one field that keeps an entry from matching something that is deployed. */
function nearMiss(
  graph: Graph,
  { resource: application, group, kind, name, namespace }: Entry,
): Mistake | undefined {
  if (/[*?[{]/.test(kind.text + group.text)) return undefined;
  const deployed = graph.deployedBy(application);
  const called = (resource: Resource): readonly DeployedAs[] => graph.deployedAs(application, resource);
  const nameOf = (resource: Resource, as: DeployedAs): string => as.name ?? resource.name;
  const isNamed = (resource: Resource): boolean =>
    name.text === '' || called(resource).some((as) => nameOf(resource, as) === name.text);

  const sameKind = deployed.filter((resource) => resource.kind === kind.text);
  const sameType = sameKind.filter((resource) => resource.group === group.text);
  if (sameType.length > 0) {
    const named = sameType.find(isNamed);
    const [as] = named
      ? called(named).filter((one) => name.text === '' || nameOf(named, one) === name.text)
      : [];
    if (named && as)
      return {
        at: namespace,
        message: 'namespace',
        data: { name: nameOf(named, as), right: as.namespace ?? '' },
      };
    // It may be among what the Application gets from elsewhere.
    if (!graph.isWhollyGiven(application)) return undefined;
    const names = sameType.flatMap((resource) => called(resource).map((one) => nameOf(resource, one)));
    return { at: name, message: 'name', data: { known: [...quoted(names)].sort().join(', ') } };
  }
  const otherGroup = sameKind.find(isNamed) ?? sameKind[0];
  if (otherGroup) {
    const data = { right: otherGroup.group };
    if (group.text === '') return { at: group, message: 'groupMissing', data };
    if (group.text.includes('/')) return { at: group, message: 'version', data };
    return { at: group, message: 'group', data };
  }
  const right = nearestName(kind.text, new Set(deployed.map((resource) => resource.kind)));
  return right === undefined || !isPlausible(kind.text, right)
    ? undefined
    : { at: kind, message: 'kind', data: { right } };
}

/** `Service` and `ServiceEntry` are near in letters and two kinds: only what is no kind by itself is misspelt. */
function isPlausible(written: string, right: string): boolean {
  return groupsOf(written) === undefined || written.toLowerCase() === right.toLowerCase();
}
