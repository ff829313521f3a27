import { memoize } from '../model/memo.js';
import {
  at,
  isList,
  isMap,
  isSameJson,
  type JsonMap,
  stringOrEmpty,
  withoutPath,
} from '../kubernetes/objects/json.js';
import { ArgoCdError } from './argocd-error.js';
import { UnknownOutcome } from '../kubernetes/apply/unknown-outcome.js';
import { deletePaths } from './jq/jq.js';
import { checkJq } from './jq/syntax.js';
import { removePointer } from './json-pointer.js';
import { isMeantFor, matchedOf, type IgnoreRule, type Ignored } from './match.js';
import { GoTypeError, isByte, textOfBytes, typed } from '../kubernetes/apply/remarshal.js';
import type { DiffSettings } from './settings.js';

/** An expression that fails for an object and therefore ignores nothing. */
export interface FailedExpression {
  readonly expression: Ignored;
  readonly error: string;
}

/** A document without its ignored fields. */
export interface Stripped {
  readonly document: JsonMap;
  /** Whether a rule removed the whole document. */
  readonly isEmptied: boolean;
  /** Why the result is no longer an object, or no longer fits its type. A comparison continues with it; a sync fails. */
  readonly problem?: string;
  readonly failed: readonly FailedExpression[];
}

/**
 * Argo CD compiles all expressions before it compares anything. One that does not compile fails the comparison of the whole
 * Application, whatever objects it applies to.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (NewIgnoreNormalizer)
 */
export function checkRules(rules: readonly IgnoreRule[]): void {
  for (const { jqPathExpressions } of rules)
    for (const { text } of jqPathExpressions) {
      const problem = checkJq(text);
      if (problem)
        throw new ArgoCdError(
          `failed to create diff normalizer: the jqPathExpression "${text}" ${problem.message}`,
        );
    }
}

/**
 * Applies rules one after the other: all pointers, then all expressions. An expression that fails has no effect.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (Normalize)
 */
export function strip(
  rules: readonly IgnoreRule[],
  document: JsonMap,
  onTouch?: (touching: Ignored) => void,
): Stripped {
  const failed: FailedExpression[] = [];
  let current: unknown = document;
  const leave = (left: unknown, by: Ignored): void => {
    if (onTouch && left !== current && !isSameJson(left, current)) onTouch(by);
    current = left;
  };
  for (const rule of rules) {
    for (const pointer of rule.jsonPointers) leave(removePointer(pointer.text, current), pointer);
    for (const expression of rule.jqPathExpressions) {
      if (current !== null && !isMap(current)) continue; // An expression must return an object or nothing.
      const result = deletePaths(expression.text, current);
      if ('ok' in result) leave(result.ok, expression);
      else if ('error' in result) failed.push({ expression, error: result.error });
      else throw new UnknownOutcome(`the jqPathExpression "${expression.text}": ${result.unknown}`);
    }
  }
  if (current === null) return { document: {}, isEmptied: true, problem: 'the document is deleted', failed };
  if (!isMap(current))
    return { document, isEmptied: false, problem: 'the document is not an object', failed };
  const isObject = current === document || stringOrEmpty(current['kind']) !== '';
  const problem = isObject ? {} : { problem: "Object 'Kind' is missing" };
  return { document: current, isEmptied: false, ...problem, failed };
}

/** An object as a comparison uses it, without ignored fields. */
export function normalize(document: JsonMap, settings: DiffSettings): Stripped {
  const matched = matchedOf(document);
  const stripped = strip(
    settings.rules.filter((rule) => isMeantFor(rule, matched, settings.version)),
    document,
    settings.onTouch,
  );
  if (stripped.problem !== undefined) return stripped; // The rules after this one are not applied.
  try {
    return { ...stripped, document: withKnownTypes(stripped.document, settings) };
  } catch (error) {
    if (error instanceof GoTypeError) return { ...stripped, problem: 'spec.template.spec is not a PodSpec' };
    throw error;
  }
}

/** The path of the pod spec that is converted to its type; undefined for most kinds. */
export function typedPodsOf(document: JsonMap): readonly string[] | undefined {
  const { group, kind } = matchedOf(document);
  return group === 'argoproj.io' && kind === 'Rollout' ? ['spec', 'template', 'spec'] : undefined;
}

/**
 * Converts the pod template of a Rollout to the type of Kubernetes.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/knowntypes_normalizer.go
 */
function withKnownTypes(document: JsonMap, settings: DiffSettings): JsonMap {
  if (settings.typedKinds.size === 0 && document['kind'] !== 'Rollout') return document;
  const { group, kind } = matchedOf(document);
  if (settings.typedKinds.has(`${group}/${kind}`))
    throw new UnknownOutcome(`knownTypeFields of ${kind} are not evaluated`);
  if (!typedPodsOf(document)) return document;
  const [spec, template] = [document['spec'], at(document, 'spec', 'template')];
  if (!isMap(spec) || !isMap(template) || !Object.hasOwn(template, 'spec')) return document;
  const pods = template['spec'];
  const typedSpec = isMap(pods) ? typedPods(pods) : typed(pods, 'core.v1.PodSpec');
  return { ...document, spec: { ...spec, template: { ...template, spec: typedSpec } } };
}

/** A pod spec as Argo CD writes it from its type. */
export const typedPods = memoize((pods: JsonMap) => typed(pods, 'core.v1.PodSpec'));

/**
 * Normalizes an object before the rules apply: some kinds have special handling.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (Normalize)
 */
export function prepare(document: JsonMap, settings: DiffSettings): JsonMap {
  const object = withoutPath(document, 'metadata', 'creationTimestamp');
  const { group, kind } = matchedOf(object);
  if (group === '' && kind === 'Secret') return withSecretData(object);
  if (group === 'rbac.authorization.k8s.io' && (kind === 'Role' || kind === 'ClusterRole'))
    return withRoleRules(object, settings);
  if (group === '' && kind === 'Endpoints') throw new UnknownOutcome('Endpoints are not compared here');
  return object;
}

function withRoleRules(role: JsonMap, { ignoresAggregatedRoles }: DiffSettings): JsonMap {
  if (ignoresAggregatedRoles && isMap(role['aggregationRule'])) return { ...role, rules: null };
  return isList(role['rules']) && role['rules'].length === 0 ? { ...role, rules: null } : role;
}

function withSecretData(secret: JsonMap): JsonMap {
  const { stringData, ...rest } = secret;
  const given = isMap(rest['data']) ? rest['data'] : undefined;
  if (!isMap(stringData)) return given ? { ...secret, data: withoutNullData(given) } : secret;
  const data: Record<string, unknown> = { ...given };
  for (const [key, value] of Object.entries(stringData))
    data[key] = typeof value === 'string' ? toBase64(value) : value;
  return { ...rest, data: withoutNullData(data) };
}

/** Null becomes an empty string and a list becomes bytes, unless the data is unreadable. */
function withoutNullData(data: JsonMap): JsonMap {
  const isRead = (value: unknown): boolean =>
    value === null || typeof value === 'string' || (isList(value) && value.every(isByte));
  if (!Object.values(data).every(isRead)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      isList(value) ? textOfBytes(value.filter(isByte)) : (value ?? ''),
    ]),
  );
}

function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
