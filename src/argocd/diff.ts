import { annotatedRules } from './annotated-rules.js';
import { goKind, isList, isMap, isSameJson, type JsonMap } from '../kubernetes/objects/json.js';
import type { Path } from '../model/field.js';
import { lastAppliedOf } from './last-applied.js';
import { checkRules, normalize, prepare, type FailedExpression } from './normalize.js';
import { ArgoCdError } from './argocd-error.js';
import { UnknownOutcome } from '../kubernetes/apply/unknown-outcome.js';
import { remarshal } from '../kubernetes/apply/remarshal.js';
import { serverSide } from './server-side.js';
import type { DiffSettings } from './settings.js';
import { structuredMerge } from './structured-merge.js';
import { threeWay, type Prediction } from './three-way.js';
import { withTrusted } from './trusted.js';
import { hasOption } from './sync-options.js';
import { asksServer, ignoresAfterDryRun } from './version.js';
import { StrategicPatchError } from '../kubernetes/apply/strategic-lists.js';

/** A live object and its manifest in Git, either of which may be missing. */
export interface ComparedObjects {
  readonly live: JsonMap | undefined;
  readonly target: JsonMap | undefined;
}

export type Strategy = 'server-side' | 'structured-merge' | 'three-way' | 'two-way' | 'none';

/** What Argo CD finds; why the comparison fails, which makes the Application Unknown; or why the result is unknown here. */
export type DiffResult = FoundDifference | { readonly error: string } | { readonly unknown: string };

export interface FoundDifference {
  readonly strategy: Strategy;
  readonly isModified: boolean;
  /** The live object after a sync and now, both without ignored fields. Null for a missing one. */
  readonly predicted: unknown;
  readonly live: unknown;
  /** The paths at which the two differ. */
  readonly paths: readonly Path[];
  /** Expressions that fail for this object, on either side. */
  readonly failed: readonly FailedExpression[];
}

/**
 * Compares an object as Argo CD does.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/diff.go (StateDiffs)
 */
export function compareObjects({ live, target }: ComparedObjects, settings: DiffSettings): DiffResult {
  try {
    return found(live, target, annotatedRules(target, settings));
  } catch (error) {
    if (error instanceof ArgoCdError)
      return { error: `Failed to compare desired state to live state: ${error.message}` };
    if (error instanceof UnknownOutcome) return { unknown: error.message };
    throw error;
  }
}

function found(
  stored: JsonMap | undefined,
  manifest: JsonMap | undefined,
  settings: DiffSettings,
): FoundDifference {
  if (!stored || !manifest) {
    checkRules(settings.rules);
    return oneSidedDifference(stored, manifest, settings);
  }
  const pair = withTrusted({ live: stored, target: manifest }, settings);
  checkRules(settings.rules);
  const [target, live] = [pair.target, pair.live].map((object) => prepare(remarshal(object), settings));
  if (!target || !live) throw new UnknownOutcome('nothing to compare');

  if (settings.serverSideDiff) return calculated(() => byServer(target, live, stored, settings));
  const [config, actual] = [normalize(target, settings), normalize(live, settings)];
  const failed = [...config.failed, ...actual.failed];
  // From 3.6, the structured merge is not used if only the object asks for server-side apply.
  const usesStructuredMerge =
    settings.structuredMerge ||
    (!asksServer(settings.version) &&
      hasOption(config.document, 'argocd.argoproj.io/sync-options', 'ServerSideApply=true'));
  if (usesStructuredMerge) {
    if (config.isEmptied || actual.isEmptied) throw emptied();
    return calculated(() =>
      result('structured-merge', structuredMerge(config.document, actual.document, settings.version), failed),
    );
  }
  if (config.isEmptied || actual.isEmptied) throw emptied();
  return byThreeWay(config.document, actual.document, failed, settings);
}

function calculated(action: () => FoundDifference): FoundDifference {
  try {
    return action();
  } catch (error) {
    if (error instanceof ArgoCdError) throw new ArgoCdError(`failed to calculate diff: ${error.message}`);
    throw error;
  }
}

/** A rule has deleted the whole object. */
function emptied(): ArgoCdError {
  return new ArgoCdError(
    'failed to calculate diff: failed to construct merge patch for predicted state: Invalid JSON Document',
  );
}

function byThreeWay(
  target: JsonMap,
  live: JsonMap,
  failed: readonly FailedExpression[],
  settings: DiffSettings,
): FoundDifference {
  const lastApplied = lastAppliedOf(live);
  if (lastApplied)
    try {
      const original = normalize(prepare(lastApplied, settings), settings);
      return result('three-way', threeWay(original.document, target, live, settings.version), [
        ...failed,
        ...original.failed,
      ]);
    } catch (error) {
      if (!(error instanceof StrategicPatchError)) throw error;
    }
  try {
    return result('two-way', threeWay(target, target, live, settings.version), failed);
  } catch (error) {
    if (error instanceof StrategicPatchError)
      throw new ArgoCdError(
        `failed to calculate diff: failed to construct thre way merge patch: ${error.message}`,
      );
    throw error;
  }
}

function byServer(target: JsonMap, live: JsonMap, stored: JsonMap, settings: DiffSettings): FoundDifference {
  const answered = (git: JsonMap, cluster: JsonMap): FoundDifference => {
    const { failed, ...prediction } = serverSide(git, cluster, stored, settings);
    return result('server-side', prediction, failed);
  };
  if (ignoresAfterDryRun(settings.version)) return answered(target, live);
  // Up to 3.1 the rules are also applied before the dry run, which rejects a document that they have emptied.
  const [sent, actual] = [normalize(target, settings), normalize(live, settings)];
  if (sent.isEmptied)
    throw new ArgoCdError('error calculating server side diff: no corresponding type for /, Kind=');
  return answered(sent.document, actual.document);
}

function oneSidedDifference(
  live: JsonMap | undefined,
  target: JsonMap | undefined,
  settings: DiffSettings,
): FoundDifference {
  const object = live ?? target;
  if (!object) throw new UnknownOutcome('there is neither a live object nor a manifest');
  const prepared = prepare(remarshal(object), settings);
  const { document, failed } =
    settings.serverSideDiff && ignoresAfterDryRun(settings.version)
      ? { document: prepared, failed: [] }
      : normalize(prepared, settings);
  const isCreated = live === undefined;
  return {
    strategy: 'none',
    isModified: isCreated,
    predicted: isCreated ? document : null,
    live: isCreated ? null : document,
    paths: [],
    failed,
  };
}

function result(
  strategy: Strategy,
  { predicted, live }: Prediction,
  failed: readonly FailedExpression[],
): FoundDifference {
  const paths = differingPaths(predicted, live);
  return { strategy, isModified: paths.length > 0, predicted, live, paths, failed };
}

/** The deepest paths at which two values differ and still have the same shape. */
function differingPaths(predicted: unknown, live: unknown, path: Path = []): readonly Path[] {
  if (predicted === live) return [];
  if (isMap(predicted) && isMap(live)) {
    const keys = new Set([...Object.keys(predicted), ...Object.keys(live)]);
    return [...keys].flatMap((key) =>
      Object.hasOwn(predicted, key) === Object.hasOwn(live, key)
        ? differingPaths(predicted[key], live[key], [...path, key])
        : [[...path, key]],
    );
  }
  if (isList(predicted) && isList(live) && predicted.length === live.length)
    return predicted.flatMap((item, index) => differingPaths(item, live[index], [...path, index]));
  return goKind(predicted) === goKind(live) && isSameJson(predicted, live) ? [] : [path];
}

/** A path as a jq expression that selects it in every element of the lists on the way. */
export function toJqPath(path: Path): string {
  return path
    .map((segment, index) => {
      if (typeof segment === 'number') return '[]?';
      if (/^[A-Za-z_]\w*$/.test(segment)) return `.${segment}`;
      return `${index === 0 ? '.' : ''}[${JSON.stringify(segment)}]`;
    })
    .join('');
}
