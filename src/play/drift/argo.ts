import { memoize } from '../../model/memo.js';
import {
  applicationSettings,
  type ApplicationSettings,
  diffSettings,
} from '../../argocd/application-settings.js';
import { annotatedRules } from '../../argocd/annotated-rules.js';
import { compare, type Comparison } from '../../argocd/diff.js';
import { at, isMap, isSameJson, type JsonMap, withoutPath } from '../../kubernetes/objects/json.js';
import { lastAppliedAnnotation, withLastApplied } from '../../argocd/last-applied.js';
import { waysOf } from '../../argocd/jq/steps.js';
import { mayIgnore } from '../../argocd/ignore.js';
import { isMeantFor, type Matched, matchedOf, type Ignored, type IgnoreRule } from '../../argocd/match.js';
import { type FailedExpression, normalize } from '../../argocd/normalize.js';
import { ArgoCdError } from '../../argocd/argocd-error.js';
import type { KubernetesDefaults } from '../../kubernetes/apply/defaults.js';
import { UnknownOutcome } from '../../kubernetes/apply/unknown-outcome.js';
import { GoTypeError, typed } from '../../kubernetes/apply/remarshal.js';
import { respectingIgnored } from '../../argocd/respect-ignore.js';
import { builtInType, isBuiltIn } from '../../kubernetes/apply/schema-table.js';
import { asStored } from '../../argocd/server-side.js';
import type { DiffSettings, SystemSettings } from '../../argocd/settings.js';
import { applyMode, applyTo, type SyncSettings } from '../../argocd/sync.js';
import { hasOption } from '../../argocd/sync-options.js';
import { trustedManagers } from '../../argocd/trusted.js';
import { type ArgoCdVersion, asksServer, kubernetesOf } from '../../argocd/version.js';
import { applyMergePatch, mergePatch } from '../../kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { syncOptionsKey } from '../../kubernetes/kinds/application.js';
import type { Resource } from '../../model/resource.js';
import { isStatusLeft, standFor } from './alike.js';
import type { Naming } from './naming.js';
import { withApplied, withLastApply, withOwners, writers } from './owners.js';
import type { Verdict } from './verdict.js';

/** One entry of `ignoreDifferences`. */
export interface Entry {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
}

/** What Argo CD says and does for one Application. */
export class Argo {
  readonly settings: ApplicationSettings;
  private readonly diff: DiffSettings;

  constructor(
    readonly application: Resource,
    private readonly system: SystemSettings,
    /** Why the settings of Argo CD cannot be read, which fails every comparison. */
    private readonly systemError?: string,
    /** How the Application calls objects; as they are called here without it. */
    private readonly naming: Naming = (object) => object,
    settings?: ApplicationSettings,
  ) {
    this.settings = settings ?? applicationSettings(application, system.version);
    this.diff = diffSettings(this.settings, system);
  }

  /** The same with further entries. */
  with(entries: readonly Entry[]): Argo {
    return this.but({ rules: [...this.settings.rules, ...entries.map(ruleOf)] });
  }

  /** The same with some other settings. */
  but(settings: Partial<ApplicationSettings>): Argo {
    const all = { ...this.settings, ...settings };
    return new Argo(this.application, this.system, this.systemError, this.naming, all);
  }

  /** An object under the name by which entries of the Application have to call it. */
  named(object: KubeObject): KubeObject {
    return this.naming(object);
  }

  /** The release of Argo CD. */
  get version(): ArgoCdVersion {
    return this.diff.version;
  }

  /** What a sync is told. */
  get syncSettings(): SyncSettings {
    return { version: this.version, syncOptions: this.settings.syncOptions };
  }

  /** How it compares and syncs. */
  get description(): string {
    const { version, serverSideDiff, structuredMerge } = this.diff;
    const compares = serverSideDiff
      ? 'server-side diff'
      : structuredMerge
        ? 'structured merge diff'
        : 'three-way diff';
    const applies = this.has('Replace=true')
      ? 'replace'
      : this.has('ServerSideApply=true')
        ? 'server-side apply'
        : 'client-side apply';
    return `Argo CD ${version.text}, ${compares}, ${applies}`;
  }

  get selfHeals(): boolean {
    return this.settings.automated?.selfHeal === true;
  }

  /** Whether it has a sync option, exactly as Argo CD wants it. */
  has(option: string): boolean {
    return this.settings.syncOptions.includes(option);
  }

  /** What is said of an object that was applied from the same manifest, or from another one. */
  compare(target: KubeObject, live: KubeObject, before = target): Verdict {
    if (before !== target) return this.judge(target, live, before);
    return this.kept(this.verdicts, target, live, () => {
      const alike = standFor(live, target, !this.leavesStatus(target, live));
      return alike === live
        ? this.judge(target, live)
        : this.kept(this.verdicts, target, alike, () => this.judge(target, alike));
    });
  }

  /** Whether the status of a live object has no part in what is compared and written, but to be there. */
  private leavesStatus(target: KubeObject, live: KubeObject): boolean {
    if (!isStatusLeft(target, live)) return false;
    let isLeft = this.statusLeft.get(target);
    if (isLeft === undefined) {
      const git = this.asJson(target);
      const { group, kind } = matchedOf(git);
      isLeft =
        trustedManagers(git, this.diff).size === 0 &&
        this.rulesFor(git).every(
          (rule) =>
            !isMeantFor(rule, { group, kind, name: undefined }, this.diff.version) ||
            isWithin(withoutPointer(rule, '/status'), isNoStatus),
        );
      this.statusLeft.set(target, isLeft);
    }
    return isLeft;
  }

  /** The pointers and expressions that leave something out of one of the two. */
  touching(target: KubeObject, live: KubeObject): ReadonlySet<Ignored> {
    return this.kept(this.touched, target, live, () => {
      const touched = new Set<Ignored>();
      this.found(this.asJson(target), live, { ...this.diff, onTouch: (one) => touched.add(one) });
      return touched;
    });
  }

  /** Most objects stay as they are through many moments: what is said of them is said once. */
  private kept<T>(
    known: WeakMap<KubeObject, Map<KubeObject, T>>,
    target: KubeObject,
    live: KubeObject,
    compute: () => T,
  ): T {
    let byTarget = known.get(live);
    if (!byTarget) known.set(live, (byTarget = new Map<KubeObject, T>()));
    let value = byTarget.get(target);
    if (value === undefined) byTarget.set(target, (value = compute()));
    return value;
  }

  private readonly verdicts = new WeakMap<KubeObject, Map<KubeObject, Verdict>>();
  private readonly touched = new WeakMap<KubeObject, Map<KubeObject, ReadonlySet<Ignored>>>();

  private readonly statusLeft = new WeakMap<KubeObject, boolean>();
  private readonly changesMade = new WeakMap<KubeObject, Map<KubeObject, Change>>();
  private readonly results = new WeakMap<
    KubeObject,
    Map<KubeObject, { readonly result: KubeObject | undefined }>
  >();

  private judge(target: KubeObject, live: KubeObject, before = target): Verdict {
    if (this.systemError !== undefined) return { status: 'unknown', reason: this.systemError };
    if (this.settings.unknown !== undefined) return { status: 'cannot-tell', reason: this.settings.unknown };
    const git = this.asJson(target);
    if (this.trustsWriters(git) && this.diff.serverSideDiff)
      return {
        status: 'cannot-tell',
        reason: 'managedFieldsManagers depends on which manager wrote each field.',
      };
    const found = this.found(git, live, this.diff, before === target ? git : this.asJson(before));
    if ('error' in found) return { status: 'unknown', reason: found.error };
    if ('unknown' in found) return { status: 'cannot-tell', reason: found.unknown };
    return found.isModified ? { status: 'out-of-sync', paths: found.paths } : { status: 'synced' };
  }

  private found(git: JsonMap, live: KubeObject, settings = this.diff, before = git): Comparison {
    try {
      return compare({ live: this.stored(this.known(live, git), git, before), target: git }, settings);
    } catch (error) {
      if (error instanceof UnknownOutcome) return { unknown: error.message };
      throw error;
    }
  }

  /** Whether what a controller writes here is ignored because it has written it; other managers write nothing. */
  private trustsWriters(git: JsonMap): boolean {
    const managers = trustedManagers(git, this.diff);
    return writers.some((writer) => managers.has(writer));
  }

  /** A live object, or what it is when the API server has filled it in, with who has written it where that counts. */
  private known(live: KubeObject, git: JsonMap, filled = this.asJson(live)): JsonMap {
    return this.trustsWriters(git) ? withOwners(this.asJson(live), git, filled) : filled;
  }

  /** A live object as the API server has it. */
  private asWritten(object: JsonMap): JsonMap {
    return asWritten[kubernetesOf(this.diff.version)](object);
  }

  /** A live object with what the API server fills in and notes, where that makes a difference. */
  private stored(live: JsonMap, target: JsonMap, before: JsonMap): JsonMap {
    if (before !== target) return this.noting(live, before);
    if (this.diff.serverSideDiff) return this.asWritten(live);
    return this.merges(target)
      ? withLastApply(asStored(live, kubernetesOf(this.diff.version)), target)
      : live;
  }

  /** A live object that notes from which manifest it was applied, and so what of it goes when Git drops it. */
  private noting(live: JsonMap, applied: JsonMap): JsonMap {
    const filled = this.asWritten(live);
    return applyMode(applied, live, this.syncSettings) === 'server-side'
      ? withApplied(live, applied, filled)
      : noting(filled, applied);
  }

  /** Whether it compares by the structured merge. */
  private merges(target: JsonMap): boolean {
    const { serverSideDiff, structuredMerge, version } = this.diff;
    if (serverSideDiff || asksServer(version)) return false;
    return structuredMerge || hasOption(target, syncOptionsKey, 'ServerSideApply=true');
  }

  /** Whether it compares with what the API server fills in: a structured merge of custom resources does not. */
  knowsDefaults(target: KubeObject): boolean {
    return !this.merges(this.asJson(target)) || isBuiltIn(target.apiVersion);
  }

  /** Whether something of an object but its status may be left to the cluster: by a rule, or by trust in who writes it. */
  mayIgnore(object: KubeObject): boolean {
    const git = this.asJson(object);
    const matched = matchedOf(git);
    return (
      trustedManagers(git, this.diff).size > 0 ||
      this.rulesFor(git).some(
        (rule) => isMeantFor(rule, matched, this.diff.version) && !isWithin(rule, isStatus),
      )
    );
  }

  /** Whether something of a part of an object in Git is left to the cluster, or may be where that is not certain. */
  mayIgnorePart(matched: Matched, part: JsonMap, git: unknown): boolean {
    return mayIgnore(this.diff, matched, part, git);
  }

  /** All rules, with those of the annotation of an object in Git. */
  private rulesFor(git: JsonMap): readonly IgnoreRule[] {
    return annotatedRules(git, this.diff).rules;
  }

  /** An object as it is compared, without what is ignored; undefined where that cannot be told. */
  compared(object: KubeObject): KubeObject | undefined {
    try {
      const git = this.asJson(object);
      const { document, problem } = normalize(git, annotatedRules(git, this.diff));
      return problem === undefined ? (document as unknown as KubeObject) : undefined;
    } catch (error) {
      if (error instanceof ArgoCdError || error instanceof UnknownOutcome) return undefined;
      throw error;
    }
  }

  /** The expressions that fail for an object, and so ignore nothing in it. */
  failed(target: KubeObject, live: KubeObject): readonly FailedExpression[] {
    const git = this.asJson(target);
    const found = this.found(git, live);
    return 'failed' in found ? found.failed : [];
  }

  /**
   * What a sync makes of a live object that was applied from the same manifest, or from another one; undefined where that
   * cannot be told.
   */
  applied(target: KubeObject, live: KubeObject, before = target): KubeObject | undefined {
    if (before !== target) return changed(live, this.apply(target, live, before));
    const { result } = this.kept(this.results, target, live, () => {
      const isLeft = this.isClientSide(target, live) && this.leavesStatus(target, live);
      const alike = standFor(live, target, !isLeft);
      const change = this.kept(this.changesMade, target, alike, () => this.apply(target, alike, target));
      return { result: changed(live, change) };
    });
    return result;
  }

  private isClientSide(target: KubeObject, live: KubeObject): boolean {
    return applyMode(this.asJson(target), this.asJson(live), this.syncSettings) === 'client-side';
  }

  private apply(target: KubeObject, live: KubeObject, before: KubeObject): Change {
    if (this.settings.unknown !== undefined) return 'unknown';
    const [git, earlier, object] = [this.asJson(target), this.asJson(before), this.asJson(live)];
    const isClientSide = this.isClientSide(target, live);
    const filled = this.asWritten(object);
    try {
      const stored = isClientSide || before !== target ? this.noting(object, earlier) : filled;
      const manifest = this.has(respectOption)
        ? respectingIgnored({ live: this.known(live, earlier, stored), target: git }, this.diff)
        : git;
      const result = applyTo(stored, manifest, this.syncSettings);
      if (!('object' in result)) return 'unknown';
      // What the API server fills in is none of the sync's doing.
      return { patch: mergePatch(withoutBooks(filled), withoutBooks(this.asWritten(result.object))) };
    } catch (error) {
      if (error instanceof ArgoCdError || error instanceof UnknownOutcome) return 'unknown';
      throw error;
    }
  }

  /**
   * Whether a sync makes the same of a live object from either of two manifests that differ within a list alone; false
   * where that cannot be told. Each is taken to have been applied before.
   */
  makesSame(one: KubeObject, other: KubeObject, live: KubeObject): boolean {
    if (this.goesByManifest(one, live)) {
      const [first, second] = [this.manifest(one, live), this.manifest(other, live)];
      if (first && second && isSameJson(first, second)) return true;
    }
    const [before, after] = [this.applied(one, live), this.applied(other, live, one)];
    return before !== undefined && after !== undefined && isSameJson(before, after);
  }

  /**
   * Whether a sync makes the same of what it writes the same: a client-side apply of a custom resource takes away the
   * keys of maps that were applied before, whatever is in lists. What kubectl notes of that has no part in it unless a
   * rule looks at the metadata.
   */
  private goesByManifest(target: KubeObject, live: KubeObject): boolean {
    if (!this.isClientSide(target, live)) return false;
    const git = this.asJson(target);
    if (builtInType(git['apiVersion'], git['kind']) !== undefined || isBuiltIn(git['apiVersion']))
      return false;
    if (trustedManagers(git, this.diff).size > 0) return false;
    const matched = matchedOf(git);
    return this.rulesFor(git).every(
      (rule) => !isMeantFor(rule, matched, this.diff.version) || isWithin(rule, isNoMetadata),
    );
  }

  /** What a sync writes for a live object as it is; undefined where that cannot be told. */
  private manifest(target: KubeObject, live: KubeObject): JsonMap | undefined {
    const git = this.asJson(target);
    try {
      const pair = { live: this.known(live, git, this.asWritten(this.asJson(live))), target: git };
      return this.has(respectOption) ? respectingIgnored(pair, this.diff) : pair.target;
    } catch (error) {
      if (error instanceof ArgoCdError || error instanceof UnknownOutcome) return undefined;
      throw error;
    }
  }

  private asJson(object: KubeObject): JsonMap {
    return asJson(this.naming(object));
  }
}

/** The options by which a sync leaves alone what is ignored, and what is not different. */
export const respectOption = 'RespectIgnoreDifferences=true';
export const outOfSyncOnlyOption = 'ApplyOutOfSyncOnly=true';

/** Whether all that a rule looks at is in some keys of an object; false where that is not certain. */
function isWithin(
  { jsonPointers, jqPathExpressions }: IgnoreRule,
  isKey: (key: string | undefined) => boolean,
): boolean {
  return (
    jsonPointers.every(({ text }) => isKey(/^\/([^/]*)/.exec(text)?.[1])) &&
    jqPathExpressions.every(({ text }) =>
      waysOf(text)?.every(([first]) => isKey(first?.type === 'key' ? first.key : undefined)),
    )
  );
}

const isStatus = (key: string | undefined): boolean => key === 'status';
const isNoMetadata = (key: string | undefined): boolean => key !== undefined && key !== 'metadata';

const isNoStatus = (key: string | undefined): boolean => key !== undefined && key !== 'status';

/** A rule without a pointer that takes out what it leads to as a whole. */
function withoutPointer(rule: IgnoreRule, pointer: string): IgnoreRule {
  return { ...rule, jsonPointers: rule.jsonPointers.filter(({ text }) => text !== pointer) };
}

/** What a sync changes of a live object, as a merge patch; there is none where it changes nothing. */
type Change = { readonly patch: ReturnType<typeof mergePatch> } | 'unknown';

function changed(live: KubeObject, change: Change): KubeObject | undefined {
  if (change === 'unknown') return undefined;
  return change.patch === undefined ? live : (applyMergePatch(live, change.patch) as KubeObject);
}

/** An object as plain JSON. */
export function asJson(object: KubeObject): JsonMap {
  return object as unknown as JsonMap;
}

function ruleOf({ group = '', kind, name = '', namespace = '', ...paths }: Entry): IgnoreRule {
  const { jsonPointers = [], jqPathExpressions = [] } = paths;
  return {
    group,
    kind,
    name,
    namespace,
    jsonPointers: jsonPointers.map((text) => ({ text })),
    jqPathExpressions: jqPathExpressions.map((text) => ({ text })),
    managedFieldsManagers: [],
  };
}

/**
 * An object as the API server has it: what it fills in by itself is not simulated, and the pod template of a Rollout is
 * in the form in which the controller writes it along with the revision. One that does not fit its type stays as it is.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (setRolloutRevision)
 */
function asWrittenBy(release: KubernetesDefaults): (object: JsonMap) => JsonMap {
  return memoize((object) => {
    const pods = at(object, 'spec', 'template', 'spec');
    if (object['kind'] !== 'Rollout' || !isMap(pods)) return asStored(object, release);
    try {
      const spec = at(object, 'spec') as JsonMap;
      const template = at(spec, 'template') as JsonMap;
      return { ...object, spec: { ...spec, template: { ...template, spec: typedPods(pods) } } };
    } catch (error) {
      if (error instanceof GoTypeError) return object;
      throw error;
    }
  });
}

const asWritten = { '1.36': asWrittenBy('1.36'), '1.37': asWrittenBy('1.37') };

const typedPods = memoize((pods: JsonMap) => typed(pods, 'core.v1.PodSpec'));

/** A live object that notes what was applied last, as kubectl leaves it. */
function noting(live: JsonMap, applied: JsonMap): JsonMap {
  const metadata = isMap(live['metadata']) ? live['metadata'] : {};
  const annotations = isMap(metadata['annotations']) ? metadata['annotations'] : {};
  const note: unknown = at(withLastApplied(applied), 'metadata', 'annotations', lastAppliedAnnotation);
  return {
    ...live,
    metadata: { ...metadata, annotations: { ...annotations, [lastAppliedAnnotation]: note } },
  };
}

/** A written object without what only API server and kubectl keep books of. */
function withoutBooks(object: JsonMap): JsonMap {
  const bare = withoutPath(
    withoutPath(object, 'metadata', 'managedFields'),
    'metadata',
    'annotations',
    lastAppliedAnnotation,
  );
  const annotations = at(bare, 'metadata', 'annotations');
  return isMap(annotations) && Object.keys(annotations).length === 0
    ? withoutPath(bare, 'metadata', 'annotations')
    : bare;
}
