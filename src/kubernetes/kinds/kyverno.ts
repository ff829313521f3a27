import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { at, isMap, type JsonMap } from '../objects/json.js';
import { fitOf, matchesStars, type PatternAnswer } from './kyverno-pattern.js';

/** A pod that Kyverno is asked about when it is created. */
export interface AdmittedPod {
  readonly namespace: string | undefined;
  /** Its metadata and spec. */
  readonly pod: JsonMap;
}

/** A rule of a policy that refuses a pod. */
export interface KyvernoRefusal {
  readonly rule: string;
  readonly field: Field;
  readonly path: readonly (number | string)[];
  readonly wanted: string;
}

/** Whether a policy changes pods before they are held against the others. */
export function changesPods(policy: Resource): boolean {
  return policy
    .at('spec', 'rules')
    .items.some((rule) => rule.at('mutate').exists || replacesTags(rule.at('verifyImages')));
}

/** Whether the verification of images writes a digest behind their tags: it does so unless `mutateDigest` is false. */
function replacesTags(verifications: Field): boolean {
  if (!verifications.exists) return false;
  const all = verifications.items;
  return all.length === 0 || all.some((one) => one.at('mutateDigest').boolean !== false);
}

/**
 * The first rule of a policy that certainly refuses a pod.
 * https://kyverno.io/docs/policy-types/cluster-policy/validate/
 */
export function podRefusal(policy: Resource, asked: AdmittedPod): KyvernoRefusal | undefined {
  const spec = policy.at('spec');
  if (spec.at('validationFailureActionOverrides').exists) return undefined;
  for (const field of spec.at('rules').items) {
    const action =
      field.at('validate', 'failureAction').text ?? spec.at('validationFailureAction').text ?? 'Audit';
    if (action.toLowerCase() !== 'enforce' || !isSurelyMatched(field, asked)) continue;
    const found = fitOfPod(field.at('validate'), asked.pod);
    if (found.kind === 'differs')
      return { rule: field.at('name').text ?? '', field, path: found.path, wanted: found.wanted };
  }
  return undefined;
}

/** Whether a rule is certainly one for a pod: of its kind and its namespace, without what else decides it. */
function isSurelyMatched(rule: Field, { namespace, pod }: AdmittedPod): boolean {
  if (['preconditions', 'context', 'celPreconditions'].some((key) => rule.at(key).exists)) return false;
  const isIn = (block: Field, isSure: boolean): boolean => {
    const takes = (filter: Field): boolean => isFiltered(filter, { namespace, pod }, isSure);
    const [any, all] = [block.at('any').items, block.at('all').items];
    if (any.length > 0) return any.some(takes);
    return all.length > 0 ? all.every(takes) : takes(block);
  };
  return isIn(rule.at('match'), true) && !(rule.at('exclude').exists && isIn(rule.at('exclude'), false));
}

/** Whether a filter surely takes a pod, or may take it. */
function isFiltered(filter: Field, { namespace, pod }: AdmittedPod, isSure: boolean): boolean {
  const resources = filter.at('resources');
  const keys = filter.value;
  if (!isMap(keys) || !isMap(resources.value)) return !isSure;
  const others = [
    ...Object.keys(keys).filter((key) => key !== 'resources'),
    ...Object.keys(resources.value).filter((key) => !decidedKeys.has(key)),
  ];
  const kinds = resources.at('kinds').items.flatMap(({ text }) => text ?? []);
  const namespaces = resources.at('namespaces').items.flatMap(({ text }) => text ?? []);
  const operations = resources.at('operations').items.flatMap(({ text }) => text ?? []);
  const annotations = resources.at('annotations').entries;
  const own = at(pod, 'metadata', 'annotations');
  const isOfPods = kinds.length === 0 ? !isSure : kinds.some((kind) => podKinds.has(kind));
  const isInPlace =
    namespaces.length === 0 ||
    (namespace === undefined ? !isSure : namespaces.some((form) => matchesStars(form, namespace)));
  const isCreated = operations.length === 0 || operations.includes('CREATE');
  const isAnnotated = annotations.every(({ key, text }) => at(own, String(key)) === text);
  return isOfPods && isInPlace && isCreated && isAnnotated && (others.length === 0 || !isSure);
}

const decidedKeys: ReadonlySet<string> = new Set(['kinds', 'namespaces', 'operations', 'annotations']);
const podKinds: ReadonlySet<string> = new Set(['Pod', 'v1/Pod', '*']);

function fitOfPod(validate: Field, pod: JsonMap): PatternAnswer {
  const { value } = validate.at('pattern');
  if (value !== undefined) return fitOf(value, pod);
  const ways = validate.at('anyPattern').items.map((way) => fitOf(way.value, pod));
  const [first] = ways;
  if (first) return ways.every(({ kind }) => kind === 'differs') ? first : { kind: 'unknown' };
  const each = validate.at('foreach').items.map((one): PatternAnswer => {
    const [, list] =
      /^request\.object\.spec\.(containers|initContainers)$/.exec(one.at('list').text ?? '') ?? [];
    const isPlain =
      isMap(one.value) && Object.keys(one.value).every((key) => key === 'list' || key === 'pattern');
    if (list === undefined || !isPlain || !one.at('pattern').exists) return { kind: 'unknown' };
    const items = at(pod, 'spec', list);
    return items === undefined ? { kind: 'fits' } : fitOf([one.at('pattern').value], items, ['spec', list]);
  });
  return each.find(({ kind }) => kind === 'differs') ?? { kind: 'unknown' };
}
