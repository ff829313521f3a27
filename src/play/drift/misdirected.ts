import type { DeployedAs } from '../../repository/graph/deployed.js';
import type { Graph } from '../../repository/graph/graph.js';
import { groupsOf, kindMeant } from '../../kubernetes/kinds/known-kinds.js';
import { isPublished } from '../../kubernetes/kinds/published-kinds.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';

/** The target of an entry of ignoreDifferences. Absent fields are empty strings. */
export interface EntryTarget {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

export type Misdirection =
  | 'group'
  | 'groupMissing'
  | 'groupNeeded'
  | 'groupLeftOut'
  | 'groupForeign'
  | 'version'
  | 'kind'
  | 'kindSpelt'
  | 'kindAlone'
  | 'underscore'
  | 'name'
  | 'namespace'
  | 'pattern';

/** The field that prevents an entry from matching anything. */
export interface Misdirected {
  readonly at: keyof EntryTarget;
  readonly message: Misdirection;
  readonly data: Readonly<Record<string, string>>;
  /** The correct value, if it is unambiguous. */
  readonly right?: string;
}

/** Characters that no name in Kubernetes contains. */
const wild = /[*?[\]{}]/;

/** A glob in a field where Argo CD compares literally. */
export function patternMistake({ name, namespace }: EntryTarget): Misdirected | undefined {
  const at = wild.test(name) ? 'name' : 'namespace';
  const text = at === 'name' ? name : namespace;
  return wild.test(text) ? { at, message: 'pattern', data: { field: at, text } } : undefined;
}

/** Why an entry cannot match anything in any cluster. */
export function mistakeIn({ group, kind }: EntryTarget, isGlobal = false): Misdirected | undefined {
  if (isGlobal && kind.includes('.')) {
    const right = kind.replace(/\.(?=[^.]*$)/, '_');
    return { at: 'kind', message: 'underscore', data: { right } };
  }
  if (kind.includes('/')) return { at: 'kind', message: 'kindAlone', data: {} };
  if (group.includes('/')) return misdirectedAt('group', 'version', group.slice(0, group.indexOf('/')));
  if (group === 'core' || /^v\d+((alpha|beta)\d+)?$/.test(group))
    return { ...misdirectedAt('group', 'groupLeftOut', ''), data: {} };
  const right = kindMeant(kind);
  if (right !== undefined && (group === '' || groupsOf(right)?.includes(group) === true))
    return misdirectedAt('kind', 'kindSpelt', right);
  const groups = groupsOf(kind);
  if (group !== '' && groups && !groups.includes(group) && isBuiltInGroup(group)) {
    const [only = '', another] = groups;
    const foreign: Misdirected = {
      at: 'group',
      message: 'groupForeign',
      data: { right: quotedGroups(groups) },
    };
    return another === undefined ? { ...foreign, right: only } : foreign;
  }
  if (group !== '' || !groups || groups.includes('')) return undefined;
  const [only = '', another] = groups;
  const needed: Misdirected = { at: 'group', message: 'groupNeeded', data: { right: quotedGroups(groups) } };
  return another === undefined ? { ...needed, right: only } : needed;
}

function quotedGroups(groups: readonly string[]): string {
  return groups.map((one) => `"${one}"`).join(' or ');
}

/**
 * Whether the kinds of a group are those of Kubernetes alone: the group of a custom kind has a dot. The former group extensions had
 * kinds of several groups.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
 */
function isBuiltInGroup(group: string): boolean {
  return group !== 'extensions' && !/[.*?[{]/.test(group);
}

function misdirectedAt(at: keyof EntryTarget, message: Misdirection, right: string): Misdirected {
  return { at, message, data: { right }, right };
}

/** The one field that prevents an entry from matching a deployed object. */
export function nearMiss(
  graph: Graph,
  application: Resource,
  { group, kind, name }: EntryTarget,
  deployed = graph.deployedBy(application),
): Misdirected | undefined {
  if (/[*?[{]/.test(kind + group)) return undefined;
  const called = (resource: Resource): readonly DeployedAs[] => graph.deployedAs(application, resource);
  const nameOf = (resource: Resource, as: DeployedAs): string => as.name ?? resource.name;
  const isNamed = (resource: Resource): boolean =>
    name === '' || called(resource).some((as) => nameOf(resource, as) === name);

  const sameKind = deployed.filter((resource) => resource.kind === kind);
  const sameType = sameKind.filter((resource) => resource.group === group);
  if (sameType.length > 0) {
    const named = sameType.find(isNamed);
    const [as] = named ? called(named).filter((one) => name === '' || nameOf(named, one) === name) : [];
    if (named && as) {
      const right = as.namespace ?? '';
      return { at: 'namespace', message: 'namespace', data: { name: nameOf(named, as), right }, right };
    }
    // The object may be among those that the Application gets from elsewhere.
    if (!graph.isWhollyGiven(application)) return undefined;
    const names = sameType.flatMap((resource) => called(resource).map((one) => nameOf(resource, one)));
    if (names.some(isPlaceholder)) return undefined;
    const known = [...new Set(names)].map((one) => `"${one}"`).sort();
    const right = new Set(names).size === 1 ? names[0] : nearestName(name, names);
    const miss: Misdirected = { at: 'name', message: 'name', data: { known: known.join(', ') } };
    return right === undefined ? miss : { ...miss, right };
  }
  const otherGroup = sameKind.find(isNamed) ?? sameKind[0];
  if (otherGroup) {
    const message = group === '' ? 'groupMissing' : group.includes('/') ? 'version' : 'group';
    return misdirectedAt('group', message, otherGroup.group);
  }
  // An unknown group has kinds of its own, whose names often differ by only a word.
  const isKnown = isPublished(group, kind) !== undefined;
  const meant = isKnown ? deployed : deployed.filter((resource) => resource.group === group);
  const right = nearestName(kind, new Set(meant.map((one) => one.kind)), isKnown ? undefined : 2);
  return right === undefined || !isPlausible(kind, right) ? undefined : misdirectedAt('kind', 'kind', right);
}

/** `Service` and `ServiceEntry` are similar but distinct kinds, so only an unknown kind can be a misspelling. */
function isPlausible(written: string, right: string): boolean {
  return groupsOf(written) === undefined || written.toLowerCase() === right.toLowerCase();
}
