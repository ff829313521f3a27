import { isMap } from '../kubernetes/objects/json.js';
import { glob, pathGlob } from './glob.js';

/** Where an Application deploys to, as far as its manifest says so. */
export interface ClusterAim {
  /** The address of the cluster; undefined if only Argo CD knows it. */
  readonly server: string | undefined;
  /** The name of the cluster; undefined if only Argo CD knows it. */
  readonly name: string | undefined;
  /** Empty if none is set. */
  readonly namespace: string;
}

/**
 * Whether the `sourceRepos` of an AppProject permit a repository; undefined if that is not known. A denied repository that does not
 * match counts as a permission, as upstream.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/app_project_types.go (IsSourcePermitted)
 */
export function permitsRepository(sourceRepos: unknown, repository: string): boolean | undefined {
  const own = comparableUrl(repository);
  if (own === undefined) return undefined;
  let isPermitted = false;
  for (const item of listedItems(sourceRepos)) {
    if (typeof item !== 'string') return undefined;
    const isDenied = item.startsWith('!');
    const pattern = comparableUrl(isDenied ? item.slice(1) : item);
    if (pattern === undefined) return undefined;
    const doesFit = pattern === '*' && !isDenied ? true : pathGlob(pattern, own);
    if (doesFit !== isDenied) isPermitted = true;
    else if (isDenied) return false;
  }
  return isPermitted;
}

/**
 * A URL as Argo CD compares it; undefined if Go's parser may write it in another way.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/git/git.go (NormalizeGitURL)
 */
function comparableUrl(url: string): string | undefined {
  const lower = url.trim().toLowerCase();
  if (!/^[\w.~:/@*+-]*$/.test(lower)) return undefined;
  const isSsh = /^(?:ssh:\/\/)?[^/:]*?@[^@]+$/.test(lower);
  const written = isSsh && !lower.startsWith('ssh://') ? lower.replace(':', '/') : lower;
  // Without a scheme, a colon in the first segment is an error, and the URL is empty.
  if (!isSsh && /^[^/]*:(?!\/\/)/.test(written)) return undefined;
  return written.replace(/^ssh:\/\//, '').replace(/\.git$/, '');
}

/**
 * Whether the `destinations` of an AppProject permit a destination; undefined if that is not known, such as where an item names a
 * cluster of which only the address is known. Same source (isDestinationMatched).
 */
export function permitsDestination(destinations: unknown, to: ClusterAim): boolean | undefined {
  let isPermitted = false;
  for (const item of listedItems(destinations)) {
    if (!isMap(item)) return undefined;
    const [name, server, namespace] = [item['name'], item['server'], item['namespace']].map(
      (one) => one ?? '',
    );
    if (typeof name !== 'string' || typeof server !== 'string' || typeof namespace !== 'string')
      return undefined;
    // Any pattern may match what is not known, apart from an empty one.
    if ((to.name === undefined && name !== '') || (to.server === undefined && server !== ''))
      return undefined;
    const [isName, isServer, isNamespace] = [
      fitsKnown(name, to.name ?? ''),
      fitsKnown(server, to.server ?? ''),
      fitsPattern(namespace, to.namespace),
    ];
    if ((isServer || isName) && isNamespace) isPermitted = true;
    else if ((!isName && isNegated(name)) || (!isServer && isNegated(server) && isNamespace)) return false;
    else if (!isNamespace && isNegated(namespace) && isServer) return false;
  }
  return isPermitted;
}

/** A cluster without a name or address matches no pattern of it. */
function fitsKnown(pattern: string, text: string): boolean {
  return text !== '' && fitsPattern(pattern, text);
}

function fitsPattern(pattern: string, text: string): boolean {
  return isNegated(pattern) ? !glob(pattern.slice(1), text) : glob(pattern, text);
}

function isNegated(pattern: string): boolean {
  return pattern.startsWith('!');
}

/** What an object is for the lists of an AppProject. */
export interface Listed {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** The list of an AppProject that forbids an object: one that lacks its kind, or one that has it. */
export interface ForbiddingList {
  readonly key: string;
  readonly isDenied: boolean;
}

/**
 * The list of an AppProject that forbids an object; undefined if none does, or if that is not known.
 * Same source (IsGroupKindNamePermitted).
 */
export function forbiddingList(
  spec: unknown,
  object: Listed,
  isNamespaced: boolean,
): ForbiddingList | undefined {
  if (!isMap(spec)) return undefined;
  const [allowed, denied] = isNamespaced
    ? ['namespaceResourceWhitelist', 'namespaceResourceBlacklist']
    : ['clusterResourceWhitelist', 'clusterResourceBlacklist'];
  const [isAllowed, isDenied] = [allowed, denied].map((key) => isOnList(spec[key], object, !isNamespaced));
  if (isDenied === true) return { key: denied, isDenied: true };
  // Without the list of kinds with a namespace all are permitted, without the other one none are.
  if (isNamespaced && (spec[allowed] ?? undefined) === undefined) return undefined;
  return isAllowed === false ? { key: allowed, isDenied: false } : undefined;
}

/** Whether a list has the kind of an object; undefined if one of its patterns is not known. */
function isOnList(list: unknown, { group, kind, name }: Listed, withNames: boolean): boolean | undefined {
  let isKnown = true;
  for (const item of listedItems(list)) {
    if (!isMap(item)) return undefined;
    const texts = [item['group'], item['kind'], withNames ? item['name'] : undefined].map((one) => one ?? '');
    if (!texts.every((text) => typeof text === 'string' && plainPattern.test(text))) {
      isKnown = false;
      continue;
    }
    const [ofGroup, ofKind, ofName] = texts as string[];
    if (glob(ofKind!, kind) && glob(ofGroup!, group) && (ofName === '' || glob(ofName!, name))) return true;
  }
  return isKnown ? false : undefined;
}

/** What Go's filepath.Match and a glob read alike. */
const plainPattern = /^[\w.*?-]*$/;

function listedItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
