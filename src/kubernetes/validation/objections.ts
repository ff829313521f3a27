import { memoize } from '../../model/memo.js';
import type { Objection } from '../objects/cluster.js';
import { groupOf, isOf, kinds, type KubeObject, type Labels } from '../objects/object.js';
import type { LabelSelector, PodTemplate } from '../objects/rollout-object.js';
import { isHashStandIn } from '../objects/keys.js';
import type { Path } from '../../model/field.js';
import { fromValue } from '../../model/node.js';
import { Resource } from '../../model/resource.js';
import { invalid, concatenated, requiredError, errorMessage } from './field-error.js';
import { none } from '../../model/none.js';
import { goQuote, sortedKeys } from './go-values.js';
import { refusalsOf as istioRefusals } from './istio/refusals.js';
import { annotationBytes, mostOfAnnotations } from './kubernetes/metadata.js';
import { specRefusals } from './kubernetes/refusals.js';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from './labels.js';
import { unselectedErrors } from './pod-template.js';
import type { Refusals } from './refusal.js';

/**
 * Everything that the API server is known to reject in an object that controllers write: its name, labels and annotations, the
 * pods of a ReplicaSet as far as a controller changes them, and in the spec what it rejects in Git, too.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go (ValidateObjectMeta)
 */
export const objectionsTo = memoize((object: KubeObject): readonly Objection[] => {
  const { name, labels, annotations } = object.metadata;
  return concatenated(
    nameObjections(name, isOf(object, kinds.service)),
    labelsObjections(labels, ['metadata', 'labels']),
    annotationsObjections(annotations, ['metadata', 'annotations']),
    specObjections(object),
  );
});

/** The message of the API server when it rejects an object. */
export function refusalText(
  { apiVersion, kind, metadata }: KubeObject,
  objections: readonly Objection[],
): string {
  const group = groupOf(apiVersion);
  const texts = [...new Set(objections.map(({ text }) => text))];
  const all = texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? '');
  const isOfIstio = group === kinds.virtualService.group;
  if (isOfIstio && objections.every(({ path }) => path[0] === 'spec'))
    return `admission webhook "validation.istio.io" denied the request: configuration is invalid: ${all}`;
  return `${kind}${group === '' ? '' : `.${group}`} ${goQuote(metadata.name)} is invalid: ${all}`;
}

/** A name with a hash of realistic length: ten characters, as for three of four templates. */
function nameObjections(name: string, isLabel: boolean): readonly Objection[] {
  const real = name
    .split('-')
    .map((part) => (isHashStandIn(part) ? '0123456789' : part))
    .join('-');
  const problems = isLabel ? dnsLabelProblems(real) : dnsSubdomainProblems(real);
  return objections(['metadata', 'name'], 'metadata.name', name, problems);
}

function labelsObjections(
  labels: Labels | undefined,
  path: Path,
  spelled = path.join('.'),
): readonly Objection[] {
  return labels ? labelsKnown(labels).flatMap((find) => find(path, spelled)) : none;
}

function annotationsObjections(
  annotations: Labels | undefined,
  path: Path,
  spelled = path.join('.'),
): readonly Objection[] {
  return annotations ? annotationsKnown(annotations).flatMap((find) => find(path, spelled)) : none;
}

type LabelObjection = (path: Path, spelled: string) => readonly Objection[];

const labelsKnown = memoize((labels: Labels): readonly LabelObjection[] =>
  sortedKeys(labels).flatMap((key): LabelObjection[] => {
    const value = labels[key] ?? '';
    const [ofKey, ofValue] = [qualifiedNameProblems(key), labelValueProblems(value)];
    if (ofKey.length + ofValue.length === 0) return [];
    return [
      (path, spelled) =>
        concatenated(
          objections([...path, key], spelled, key, ofKey),
          objections([...path, key], spelled, value, ofValue),
        ),
    ];
  }),
);

const annotationsKnown = memoize((annotations: Labels): readonly LabelObjection[] => [
  ...sortedKeys(annotations).flatMap((key): LabelObjection[] => {
    const problems = qualifiedNameProblems(key.toLowerCase());
    if (problems.length === 0) return [];
    return [(path, spelled) => objections([...path, key], spelled, key, problems)];
  }),
  ...(annotationBytes(Object.entries(annotations)) > mostOfAnnotations ? [tooLong] : []),
]);

const tooLong: LabelObjection = (path, spelled) => [
  { path, text: `${spelled}: Too long: may not be more than ${mostOfAnnotations} bytes` },
];

function objections(
  path: Path,
  spelled: string,
  value: unknown,
  problems: readonly string[],
): readonly Objection[] {
  if (problems.length === 0) return none;
  return problems.map((problem) => ({ path, text: errorMessage(invalid(spelled, value, problem)) }));
}

function specObjections(object: KubeObject): readonly Objection[] {
  if (isOf(object, kinds.replicaSet)) return podsObjections(object);
  if (isOf(object, kinds.job)) return jobObjections(object);
  const isOfIstio = isOf(object, kinds.virtualService) || isOf(object, kinds.destinationRule);
  if (!isOfIstio && !isOf(object, kinds.ingress) && !isOf(object, kinds.service)) return none;
  const resource = asResource(object);
  return objectionsOf(isOfIstio ? istioRefusals(resource) : specRefusals(resource));
}

/**
 * The controller has found other errors of the pods in the Rollout before.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/apps/validation/validation.go (ValidateReplicaSetSpec)
 */
function podsObjections(object: KubeObject): readonly Objection[] {
  const { selector, template = {} } = (
    object as KubeObject & {
      readonly spec: { readonly selector?: LabelSelector; readonly template?: PodTemplate };
    }
  ).spec;
  const { labels, annotations } = template.metadata ?? {};
  const path: Path = ['spec', 'template', 'metadata'];
  return concatenated(
    unselectedErrors(template, selector).map((error) => ({
      path: [...path, 'labels', ...unselectedKey(labels, selector)],
      text: errorMessage(error),
    })),
    labelsObjections(labels, [...path, 'labels'], 'spec.template.labels'),
    annotationsObjections(annotations, [...path, 'annotations'], 'spec.template.annotations'),
  );
}

/**
 * A Job has its own selector, which matches its pods.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/batch/validation/validation.go (ValidateJobSpec)
 */
function jobObjections(object: KubeObject): readonly Objection[] {
  const { template = {} } = (object as KubeObject & { readonly spec: { readonly template?: PodTemplate } })
    .spec;
  const { labels, annotations } = template.metadata ?? {};
  const policy = template.spec?.['restartPolicy'];
  const path: Path = ['spec', 'template', 'metadata'];
  return concatenated(
    labelsObjections(labels, [...path, 'labels'], 'spec.template.labels'),
    annotationsObjections(annotations, [...path, 'annotations'], 'spec.template.annotations'),
    policy === 'OnFailure' || policy === 'Never'
      ? none
      : [
          {
            path: ['spec', 'template', 'spec', 'restartPolicy'],
            text: errorMessage(
              requiredError('spec.template.spec.restartPolicy', 'valid values: "OnFailure", "Never"'),
            ),
          },
        ],
  );
}

/** The label by which a selector does not match the pods. */
function unselectedKey(labels: Labels = {}, selector: LabelSelector = {}): readonly string[] {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const key =
    Object.keys(matchLabels).find((label) => labels[label] !== matchLabels[label]) ??
    matchExpressions.find(
      (expression) =>
        unselectedErrors(
          { metadata: { labels } },
          {
            matchExpressions: [expression],
          },
        ).length > 0,
    )?.key;
  return key === undefined ? [] : [key];
}

function objectionsOf(refusals: Refusals): readonly Objection[] {
  return [...refusals].map(({ at, problem }) => ({
    path: at.path,
    text: `${at.path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('')} ${problem}`,
  }));
}

const nowhere = { path: '', name: '', read: () => '' };

function asResource(object: KubeObject): Resource {
  const { apiVersion, kind, metadata } = object;
  const [group, version] = [groupOf(apiVersion), apiVersion.slice(apiVersion.indexOf('/') + 1)];
  const identity = { group, version, kind, name: metadata.name, namespace: metadata.namespace };
  return new Resource(identity, nowhere, 0, { root: fromValue(object) });
}
