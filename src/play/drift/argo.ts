import { memoize } from '../../model/memo.js';
import {
  applicationSettings,
  type ApplicationSettings,
  diffSettings,
} from '../../argocd/application-settings.js';
import { annotatedRules, rulesInAnnotation } from '../../argocd/annotated-rules.js';
import { compareObjects, type DiffResult } from '../../argocd/diff.js';
import { at, isMap, isSameJson, type JsonMap, withoutPath } from '../../kubernetes/objects/json.js';
import { lastAppliedAnnotation, withLastApplied } from '../../argocd/last-applied.js';
import { waysOf } from '../../argocd/jq/steps.js';
import { mayIgnore } from '../../argocd/ignore.js';
import { isMeantFor, type Matched, matchedOf, type Ignored, type IgnoreRule } from '../../argocd/match.js';
import { type FailedExpression, normalize, typedPods } from '../../argocd/normalize.js';
import { ArgoCdError } from '../../argocd/argocd-error.js';
import type { KubernetesDefaults } from '../../kubernetes/apply/defaults.js';
import { UnknownOutcome } from '../../kubernetes/apply/unknown-outcome.js';
import { GoTypeError } from '../../kubernetes/apply/remarshal.js';
import { respectingIgnored } from '../../argocd/respect-ignore.js';
import { builtInType, isBuiltIn } from '../../kubernetes/apply/schema-table.js';
import { asStored } from '../../argocd/server-side.js';
import { type DiffSettings, type SystemSettings, withoutSystemRules } from '../../argocd/settings.js';
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
export interface IgnoreEntry {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
}

/** How Argo CD compares and syncs the objects of one Application. */
export class Argo {
  readonly settings: ApplicationSettings;
  private readonly diff: DiffSettings;

  constructor(
    readonly application: Resource,
    private readonly system: SystemSettings,
    /** Why the settings of Argo CD are invalid, which makes every comparison fail. */
    private readonly systemError?: string,
    /** The names that the Application gives to objects; by default the names in the files. */
    private readonly naming: Naming = (object) => object,
    settings?: ApplicationSettings,
  ) {
    this.settings = settings ?? applicationSettings(application, system.version);
    this.diff = diffSettings(this.settings, system);
  }

  /** The same with additional entries. */
  with(entries: readonly IgnoreEntry[]): Argo {
    return this.but({ rules: [...this.settings.rules, ...entries.map(ruleOf)] });
  }

  /** The same with some other settings. */
  but(settings: Partial<ApplicationSettings>): Argo {
    const all = { ...this.settings, ...settings };
    return new Argo(this.application, this.system, this.systemError, this.naming, all);
  }

  /** The same without entries, neither of its own nor of argocd-cm; annotations of objects still count. */
  get bare(): Argo {
    const [system, own] = [withoutSystemRules(this.system), { ...this.settings, rules: [] }];
    return new Argo(this.application, system, this.systemError, this.naming, own);
  }

  /** The entries that apply to an object, of whatever kind it is: its own, in its annotation, and those of argocd-cm. */
  entriesFor(
    git: KubeObject,
  ): Readonly<Record<'application' | 'annotation' | 'argocd-cm', readonly IgnoreRule[]>> {
    const { rules, applicationRules, version } = this.diff;
    return {
      application: applicationRules,
      annotation: rulesInAnnotation(this.asJson(git), version),
      'argocd-cm': rules.slice(applicationRules.length),
    };
  }

  /** An object with the name that entries of the Application must use for it. */
  named(object: KubeObject): KubeObject {
    return this.naming(object);
  }

  /** The version of Argo CD. */
  get version(): ArgoCdVersion {
    return this.diff.version;
  }

  /** The settings of a sync. */
  get syncSettings(): SyncSettings {
    return { version: this.version, syncOptions: this.settings.syncOptions };
  }

  /** How it compares and syncs, in words. */
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

  /** Whether it has a sync option in exactly this spelling. */
  has(option: string): boolean {
    return this.settings.syncOptions.includes(option);
  }

  /** Compares a live object that was applied from the same manifest, or from an earlier one. */
  compare(target: KubeObject, live: KubeObject, before = target): Verdict {
    if (before !== target) return this.judge(target, live, before);
    return this.kept(this.verdicts, target, live, () => {
      const alike = standFor(live, target, !this.leavesStatus(target, live));
      return alike === live
        ? this.judge(target, live)
        : this.kept(this.verdicts, target, alike, () => this.judge(target, alike));
    });
  }

  /** Whether only the presence of a live object's status, not its content, affects comparison and sync. */
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
            isOfKeys(withoutPointer(rule, '/status'), isNoStatus),
        );
      this.statusLeft.set(target, isLeft);
    }
    return isLeft;
  }

  /** The pointers and expressions that remove something from either object. */
  touching(target: KubeObject, live: KubeObject): ReadonlySet<Ignored> {
    return this.kept(this.touched, target, live, () => {
      const touched = new Set<Ignored>();
      this.found(this.asJson(target), live, { ...this.diff, onTouch: (one) => touched.add(one) });
      return touched;
    });
  }

  /** Caches a result by its objects, because most objects stay the same at many moments. */
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
  private readonly changesMade = new WeakMap<KubeObject, Map<KubeObject, SyncPatch>>();
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

  private found(git: JsonMap, live: KubeObject, settings = this.diff, before = git): DiffResult {
    try {
      return compareObjects({ live: this.stored(this.known(live, git), git, before), target: git }, settings);
    } catch (error) {
      if (error instanceof UnknownOutcome) return { unknown: error.message };
      throw error;
    }
  }

  /** Whether changes by a controller are ignored because a trusted manager made them. */
  private trustsWriters(git: JsonMap): boolean {
    const managers = trustedManagers(git, this.diff);
    return writers.some((writer) => managers.has(writer));
  }

  /** A live object, optionally with the API server's defaults, and with its field managers if these matter. */
  private known(live: KubeObject, git: JsonMap, filled = this.asJson(live)): JsonMap {
    return this.trustsWriters(git) ? withOwners(this.asJson(live), git, filled) : filled;
  }

  /** A live object as the API server returns it. */
  private asWritten(object: JsonMap): JsonMap {
    return asWritten[kubernetesOf(this.diff.version)](object);
  }

  /** A live object with the defaults and field managers that the API server adds, if these matter. */
  private stored(live: JsonMap, target: JsonMap, before: JsonMap): JsonMap {
    if (before !== target) return this.noting(live, before);
    if (this.diff.serverSideDiff) return this.asWritten(live);
    return this.merges(target)
      ? withLastApply(asStored(live, kubernetesOf(this.diff.version)), target)
      : live;
  }

  /** A live object with its last applied configuration, which determines what a sync removes after Git drops it. */
  private noting(live: JsonMap, applied: JsonMap): JsonMap {
    const filled = this.asWritten(live);
    return applyMode(applied, live, this.syncSettings) === 'server-side'
      ? withApplied(live, applied, filled)
      : noting(filled, applied);
  }

  /** Whether it compares by structured merge. */
  private merges(target: JsonMap): boolean {
    const { serverSideDiff, structuredMerge, version } = this.diff;
    if (serverSideDiff || asksServer(version)) return false;
    return structuredMerge || hasOption(target, syncOptionsKey, 'ServerSideApply=true');
  }

  /** Whether the comparison knows the API server's defaults; a structured merge of custom resources does not. */
  knowsDefaults(target: KubeObject): boolean {
    return !this.merges(this.asJson(target)) || isBuiltIn(target.apiVersion);
  }

  /** Whether a rule or a trusted manager may exclude a part of an object, apart from its status. */
  mayIgnore(object: KubeObject): boolean {
    const git = this.asJson(object);
    const matched = matchedOf(git);
    return (
      trustedManagers(git, this.diff).size > 0 ||
      this.rulesFor(git).some(
        (rule) => isMeantFor(rule, matched, this.diff.version) && !isOfKeys(rule, isStatus),
      )
    );
  }

  /** Whether a part of an object in Git is ignored, or may be. */
  mayIgnorePart(matched: Matched, part: JsonMap, git: unknown): boolean {
    return mayIgnore(this.diff, matched, part, git);
  }

  /** All rules, including those in the annotation of an object in Git. */
  private rulesFor(git: JsonMap): readonly IgnoreRule[] {
    return annotatedRules(git, this.diff).rules;
  }

  /** An object as it is compared, without ignored fields; undefined if unknown. */
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

  /** The expressions that fail for an object and so ignore nothing in it. */
  failed(target: KubeObject, live: KubeObject): readonly FailedExpression[] {
    const git = this.asJson(target);
    const found = this.found(git, live);
    return 'failed' in found ? found.failed : [];
  }

  /** A live object after a sync; it was applied from the same manifest, or from an earlier one. Undefined if unknown. */
  applied(target: KubeObject, live: KubeObject, before = target): KubeObject | undefined {
    if (before !== target) return afterPatch(live, this.apply(target, live, before));
    const { result } = this.kept(this.results, target, live, () => {
      const isLeft = this.isClientSide(target, live) && this.leavesStatus(target, live);
      const alike = standFor(live, target, !isLeft);
      const change = this.kept(this.changesMade, target, alike, () => this.apply(target, alike, target));
      return { result: afterPatch(live, change) };
    });
    return result;
  }

  private isClientSide(target: KubeObject, live: KubeObject): boolean {
    return applyMode(this.asJson(target), this.asJson(live), this.syncSettings) === 'client-side';
  }

  private apply(target: KubeObject, live: KubeObject, before: KubeObject): SyncPatch {
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
      // Leaves out the API server's defaults, which are not changes of the sync.
      return { patch: mergePatch(withoutBooks(filled), withoutBooks(this.asWritten(result.object))) };
    } catch (error) {
      if (error instanceof ArgoCdError || error instanceof UnknownOutcome) return 'unknown';
      throw error;
    }
  }

  /**
   * Whether a sync has the same result with either of two manifests that differ only inside a list; false if unknown. Each
   * manifest is assumed to have been applied before.
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
   * Whether the result of a sync depends only on the manifest that it sends. That is so for a client-side apply of a custom
   * resource: it removes only keys of maps that were applied before, whatever lists contain. The last-applied annotation does
   * not matter unless a rule selects metadata.
   */
  private goesByManifest(target: KubeObject, live: KubeObject): boolean {
    if (!this.isClientSide(target, live)) return false;
    const git = this.asJson(target);
    if (builtInType(git['apiVersion'], git['kind']) !== undefined || isBuiltIn(git['apiVersion']))
      return false;
    if (trustedManagers(git, this.diff).size > 0) return false;
    const matched = matchedOf(git);
    return this.rulesFor(git).every(
      (rule) => !isMeantFor(rule, matched, this.diff.version) || isOfKeys(rule, isNoMetadata),
    );
  }

  /** The manifest that a sync sends for a live object; undefined if unknown. */
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

/** The sync options that leave ignored fields, and objects without a difference, unchanged. */
export const respectOption = 'RespectIgnoreDifferences=true';
export const outOfSyncOnlyOption = 'ApplyOutOfSyncOnly=true';

/** Whether a rule selects only fields under some top-level keys of an object; false if unknown. */
function isOfKeys(
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

/** A rule without one pointer, which removes the whole value it selects. */
function withoutPointer(rule: IgnoreRule, pointer: string): IgnoreRule {
  return { ...rule, jsonPointers: rule.jsonPointers.filter(({ text }) => text !== pointer) };
}

/** What a sync changes in a live object, as a merge patch; undefined if nothing. */
type SyncPatch = { readonly patch: ReturnType<typeof mergePatch> } | 'unknown';

function afterPatch(live: KubeObject, change: SyncPatch): KubeObject | undefined {
  if (change === 'unknown') return undefined;
  return change.patch === undefined ? live : (applyMergePatch(live, change.patch) as KubeObject);
}

/** An object as plain JSON. */
export function asJson(object: KubeObject): JsonMap {
  return object as unknown as JsonMap;
}

function ruleOf({ group = '', kind, name = '', namespace = '', ...paths }: IgnoreEntry): IgnoreRule {
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
 * An object as the API server returns it. Its defaults are not simulated, but the pod template of a Rollout has the form in
 * which the controller writes it with the revision. A template that does not fit its type is unchanged.
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

/** A live object with the last-applied annotation of kubectl. */
function noting(live: JsonMap, applied: JsonMap): JsonMap {
  const metadata = isMap(live['metadata']) ? live['metadata'] : {};
  const annotations = isMap(metadata['annotations']) ? metadata['annotations'] : {};
  const note: unknown = at(withLastApplied(applied), 'metadata', 'annotations', lastAppliedAnnotation);
  return {
    ...live,
    metadata: { ...metadata, annotations: { ...annotations, [lastAppliedAnnotation]: note } },
  };
}

/** A written object without the bookkeeping of the API server and kubectl. */
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
