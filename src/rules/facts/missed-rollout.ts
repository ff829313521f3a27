import { own } from '../../kubernetes/objects/json.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { type Requirement, requirements } from '../../kubernetes/kinds/selector.js';
import { podLabels, workloadKinds } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { passingLabels } from './passing-labels.js';
import { maxExamined } from './similar.js';

/** A Rollout that a selector is meant for although it does not select its pods. */
export interface Missed {
  readonly rollout: Resource;
  /** The labels of its pods, as a field and in words. */
  readonly labels: Field;
  readonly actual: string;
  /** The unmet requirements of the selector: the first as a field, all in words. */
  readonly at: Field;
  readonly requirement: string;
}

/** What shows which Rollout is meant. */
interface Evidence {
  /** Whether the name of the object counts. */
  readonly isNamedAfter?: boolean;
  /** Whether common labels only count if the unmet ones are similar; otherwise any common label counts. */
  readonly needsSimilar?: boolean;
}

/**
 * The Rollout that a pod selector is certainly meant for although it selects no deployed pods: by the name of the selecting
 * object if that counts, or by common labels.
 */
export function missedRollout(
  graph: Graph,
  resource: Resource,
  selector: Field,
  { isNamedAfter = true, needsSimilar = false }: Evidence = {},
): Missed | undefined {
  const wanted = requirements(selector);
  const meets = (labels: Readonly<Record<string, string>>): boolean =>
    wanted.every(({ holds }) => holds(labels));
  const isMet = (one: Resource): boolean => isRollout(one) && meets(graph.labels(one));
  if (wanted.length === 0 || candidates(graph, resource, selector).some(isMet)) return undefined;

  const rollout = meant(graph, resource, wanted, { isNamedAfter, needsSimilar });
  const template = rollout && graph.podTemplate(rollout);
  if (!template) return undefined;
  const labels = podLabels(template);
  const { strings } = labels;
  const unmet = wanted.filter(({ holds }) => !holds(strings));
  const requirement = unmet.map(({ words }) => words).join(', ');
  const actual = labelWords(strings);
  // The controller adds its hash to the pods.
  if (unmet.length === 0 || unmet.some(({ key }) => key === 'rollouts-pod-template-hash')) return undefined;
  if (isPlaceholder(`${requirement} ${actual.join(' ')}`)) return undefined;
  if (isOfAnother(graph, resource, selector, meets) || passingLabels(graph).some(meets)) return undefined;
  return {
    rollout,
    labels,
    actual: actual.length === 0 ? 'no labels' : actual.join(', '),
    at: unmet[0]!.field,
    requirement,
  };
}

/** The workloads beside an object whose pods it may select, among them all such Rollouts. */
function candidates(graph: Graph, resource: Resource, selector: Field): readonly Resource[] {
  const labels = selector.at('matchLabels').strings;
  return Object.keys(labels).length > 0
    ? graph.companionWorkloads(resource, labels)
    : graph.companions(resource, kinds.rollout);
}

/** The intended Rollout. A selector with nothing in common is meant for other pods, such as those of an operator. */
function meant(
  graph: Graph,
  resource: Resource,
  wanted: readonly Requirement[],
  { isNamedAfter, needsSimilar }: Required<Evidence>,
): Resource | undefined {
  const isLike = (rollout: Resource): boolean => {
    const labels = graph.labels(rollout);
    if (!needsSimilar) return wanted.some(({ holds, isPositive }) => isPositive && holds(labels));
    return wanted.every(({ holds, key, field }) => holds(labels) || isSimilar(own(labels, key), field.text));
  };
  for (const name of isNamedAfter ? prefixes(resource.name) : []) {
    const namesake = graph.companionNamed(resource, kinds.rollout, name);
    if (namesake) return namesake;
  }
  return graph.companions(resource, kinds.rollout).slice(0, maxExamined).find(isLike);
}

/** Whether two values of a label may mean the same: one contains the other, or they differ in a letter or two. */
function isSimilar(label: string | undefined, value: string | undefined): boolean {
  if (label === undefined || value === undefined) return false;
  return label.includes(value) || value.includes(label) || nearestName(value, [label]) !== undefined;
}

/** A name and its prefixes by whole words. */
function prefixes(name: string): readonly string[] {
  const words = name.split('-');
  return words.map((_, index) => words.slice(0, words.length - index).join('-'));
}

/** Whether a selector selects the pods of another workload that is deployed with the object. */
function isOfAnother(
  graph: Graph,
  resource: Resource,
  selector: Field,
  meets: (labels: Readonly<Record<string, string>>) => boolean,
): boolean {
  if (selector.at('matchExpressions').items.length === 0)
    return graph.workload(resource, selector.at('matchLabels').strings) !== undefined;
  for (const workload of graph.deployedNear(resource, workloadKinds))
    if (meets(graph.labels(workload))) return true;
  return false;
}
