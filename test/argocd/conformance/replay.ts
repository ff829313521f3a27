import { annotatedRules } from '../../../src/argocd/annotated-rules.js';
import { diffSettings } from '../../../src/argocd/application-settings.js';
import { compareObjects } from '../../../src/argocd/diff.js';
import { at, isMap, withoutPath, type JsonMap } from '../../../src/kubernetes/objects/json.js';
import { lastAppliedAnnotation, withLastApplied } from '../../../src/argocd/last-applied.js';
import { checkRules, normalize } from '../../../src/argocd/normalize.js';
import { ArgoCdError } from '../../../src/argocd/argocd-error.js';
import { UnknownOutcome } from '../../../src/kubernetes/apply/unknown-outcome.js';
import { respectingIgnored } from '../../../src/argocd/respect-ignore.js';
import { systemSettings, type DiffSettings } from '../../../src/argocd/settings.js';
import { applyAs, type ApplyMode } from '../../../src/argocd/sync.js';
import { withTrusted } from '../../../src/argocd/trusted.js';
import { parseArgoCdVersion, type ArgoCdVersion } from '../../../src/argocd/version.js';
import { rule } from '../objects.js';
import type { Case, Manifest } from './case.js';
import { recordedObjects, type RecordedCase } from './recording.js';

type Answer = Readonly<Record<string, unknown>>;

/** What stands where a comparison or a sync fails: the words are not compared. */
const failed = 'an error';

/**
 * What this makes of a case and what Argo CD made of it. What cannot be known here is left out of both: it is never a wrong
 * answer, and `unknown` counts it.
 */
export function replay(
  one: Case,
  recorded: RecordedCase,
  release: string,
): { readonly actual: Answer; readonly wanted: Answer; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const actual: Record<string, unknown> = {};
  const wanted = expectedOf(one, recorded);
  for (const [part, answer] of Object.entries(answersOf(one, release))) {
    if (!(part in wanted)) continue;
    try {
      actual[part] = answer();
    } catch (error) {
      if (error instanceof UnknownOutcome) unknown.push(part);
      else if (error instanceof ArgoCdError) actual[part] = failed;
      else throw error;
    }
  }
  for (const part of unknown) Reflect.deleteProperty(wanted, part);
  if (writesNulls(release))
    return { actual: withoutNulls(actual), wanted: withoutNulls(wanted), unknown };
  return { actual, wanted, unknown };
}

/**
 * Argo CD 3.2 came with Kubernetes 1.34. Before, an API server wrote a time that is not set as null, and what had lost all
 * that was in it; the latter is null again in Kubernetes 1.37, which came with Argo CD 3.6. What is null or an empty map is
 * not compared then, but whether it makes a difference is.
 */
function writesNulls(release: string): boolean {
  return /^v(?:2\.|3\.[016]\.)/.test(release);
}

function withoutNulls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    inner === null || (isMap(inner) && Object.keys(inner).length === 0) ? undefined : inner,
  ) as T;
}

function expectedOf(one: Case, recorded: RecordedCase): Record<string, unknown> {
  if (recorded.settings) return { settings: failed };
  const objects = recordedObjects(one, recorded);
  const result: Record<string, unknown> = { settings: 'read' };
  const { normalized, diff, respect, apply } = recorded;
  if (normalized)
    result['normalized'] = normalized.error === undefined ? pick(objects, 'normalized', ['live', 'target']) : failed;
  if (diff)
    result['diff'] =
      diff.error === undefined
        ? { modified: diff.modified, ...pick(objects, 'diff', ['predicted', 'live']) }
        : failed;
  if (respect) result['respect'] = respect.error === undefined ? objects.get('respect.target') : failed;
  for (const mode of ['clientSide', 'serverSide'] as const) {
    const value = apply?.[mode];
    if (value === undefined || value === null) continue;
    result[mode] = typeof value === 'object' && 'error' in value ? failed : objects.get(`apply.${mode}`);
  }
  return result;
}

function pick(
  objects: ReadonlyMap<string, unknown>,
  part: string,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, objects.get(`${part}.${name}`) ?? null]));
}

function answersOf(given: Case, release: string): Record<string, () => unknown> {
  const version = parseArgoCdVersion(release);
  const { lastApplied } = given;
  const one = lastApplied === undefined ? given : { ...given, lastApplied: textOf(lastApplied, version) };
  const system = (): ReturnType<typeof systemSettings> =>
    systemSettings(one.configMap, version, { serverSideDiff: one.serverSideDiff ?? false });
  try {
    system();
  } catch (error) {
    if (error instanceof ArgoCdError) return { settings: () => failed };
    throw error;
  }
  const compareOptions = (one.annotations?.['argocd.argoproj.io/compare-options'] ?? '')
    .split(',')
    .map((option) => option.trim());
  const syncOptions = one.syncOptions ?? [];
  const settings = diffSettings(
    { rules: (one.ignoreDifferences ?? []).map(rule), syncOptions, compareOptions },
    system(),
  );
  const target = (one.target ?? undefined) as JsonMap | undefined;
  const live = one.live ? liveOf(one) : undefined;
  const sent = (): JsonMap => {
    if (!live || !target) throw new Error('nothing is sent');
    return syncOptions.includes('RespectIgnoreDifferences=true') ? respectingIgnored({ live, target }, settings) : target;
  };
  const apply = (mode: ApplyMode) => (): unknown => {
    if (!version) throw new Error(release);
    const result = applyAs(mode, live, sent(), { version, syncOptions });
    if ('unknown' in result) throw new UnknownOutcome(result.unknown);
    return 'error' in result ? failed : stored(result.object, one, sent(), version);
  };
  return {
    settings: () => 'read',
    normalized: () => normalizedOf(live, target, annotatedRules(target, settings), one),
    diff: () => {
      const found = compareObjects({ live, target }, settings);
      if ('unknown' in found) throw new UnknownOutcome(found.unknown);
      if ('error' in found) return failed;
      return { modified: found.isModified, predicted: shown(found.predicted, one), live: shown(found.live, one) };
    },
    respect: () => {
      if (!live || !target) throw new Error('nothing is sent');
      return shown(respectingIgnored({ live, target }, settings), one);
    },
    clientSide: apply('client-side'),
    serverSide: apply('server-side'),
  };
}

function normalizedOf(
  live: JsonMap | undefined,
  target: JsonMap | undefined,
  settings: DiffSettings,
  whole: Case,
): Record<string, unknown> {
  checkRules(settings.rules);
  const pair = live && target ? withTrusted({ live, target }, settings) : { live, target };
  const one = (object: JsonMap | undefined): unknown => {
    if (!object) return null;
    const { document, problem } = normalize(object, settings);
    if (problem !== undefined) throw new ArgoCdError(problem);
    return shown(document, whole);
  };
  return { live: one(pair.live), target: one(pair.target) };
}

function textOf(lastApplied: Manifest | string, version?: ArgoCdVersion): string {
  if (typeof lastApplied === 'string') return lastApplied;
  return String(at(withLastApplied(lastApplied, version), 'metadata', 'annotations', lastAppliedAnnotation));
}

/** The live object as the cluster has it, with what kubectl and the API server note on it. */
function liveOf({ live, lastApplied, managedFields }: Case): JsonMap {
  const metadata = (live?.metadata ?? {}) as unknown as JsonMap;
  const annotations = {
    ...(metadata['annotations'] as JsonMap | undefined),
    ...(lastApplied === undefined || lastApplied === ''
      ? {}
      : { [lastAppliedAnnotation]: textOf(lastApplied) }),
  };
  return {
    ...live,
    metadata: {
      ...metadata,
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
      ...(managedFields === undefined ? {} : { managedFields }),
    },
  };
}

/** What a sync stores, as the recorder writes it. */
function stored(object: JsonMap, one: Case, sent: JsonMap, version: ArgoCdVersion): unknown {
  const bare = withoutPath(object, 'metadata', 'managedFields');
  const value = shown(bare, one);
  const own: unknown = at(withLastApplied(sent, version), 'metadata', 'annotations', lastAppliedAnnotation);
  return value === bare && at(bare, 'metadata', 'annotations', lastAppliedAnnotation) === own
    ? noted(bare, 'applied')
    : value;
}

/** With a word in place of what kubectl notes. */
function shown(value: unknown, { lastApplied }: Case): unknown {
  const text = at(value, 'metadata', 'annotations', lastAppliedAnnotation);
  if (!isMap(value) || lastApplied === undefined) return value;
  return text === textOf(lastApplied)
    ? noted(value, 'lastApplied')
    : value;
}

function noted(object: JsonMap, word: string): JsonMap {
  const metadata = object['metadata'] as JsonMap;
  const annotations = metadata['annotations'] as JsonMap;
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [lastAppliedAnnotation]: word } } };
}
