import { isPlaceholder } from '../../model/placeholder.js';
import { memoize } from '../../model/memo.js';
import { isApplicationSet } from '../../kubernetes/kinds/application.js';
import type { Path } from '../../model/field.js';
import type { Node } from '../../model/node.js';
import type { Resource } from '../../model/resource.js';
import { isSameList } from '../../model/same-list.js';
import type { Source } from '../../model/source.js';
import type { WorkLeft } from '../template/evaluate.js';
import { applicationOf, fieldIn } from './set-application.js';
import { elementsOf, type GeneratorInput, type GeneratedElement } from './set-generators.js';
import type { TemplatePatch } from './set-patch.js';
import { failsOnMissingKeys, type GeneratorElements, type Unfilled, unfilledIn } from './set-placeholders.js';
import { mergedTemplate, touchedByTemplatePatch } from './set-template.js';

/** The Applications that an ApplicationSet generates from the input. */
export interface Expansion {
  readonly applications: readonly Resource[];
  /** Why the Applications may be incomplete or different, in a sentence each. */
  readonly notes: readonly string[];
  /** Whether it generates too many Applications; none is returned then. */
  readonly isTooLarge: boolean;
  /** Placeholders that no value of a generator fills in. */
  readonly unfilled: readonly Unfilled[];
  /** The names that it would give to several Applications. */
  readonly repeated: readonly RepeatedName[];
  /** Those of the Applications to which its `templatePatch` is not applied. */
  readonly unpatched: ReadonlySet<Resource>;
  /** Its `templatePatch`, if that is not applied to an Application. */
  readonly unread: readonly UnreadPatch[];
}

/** A `templatePatch` that is not evaluated for some of the Applications. */
export interface UnreadPatch {
  readonly set: Resource;
  readonly reason: string;
}

/** A name of several Applications of one ApplicationSet. */
export interface RepeatedName {
  readonly set: Resource;
  readonly name: string;
  readonly count: number;
}

/** What all ApplicationSets generate from the input. */
export interface ExpandedSets extends Omit<Expansion, 'isTooLarge'> {
  readonly tooLarge: readonly Resource[];
  readonly setOf: ReadonlyMap<Resource, Resource>;
  /** What they were generated from. */
  readonly from: ExpandedFrom;
}

interface ExpandedFrom {
  readonly sets: readonly Resource[];
  readonly clusters: readonly Resource[];
  readonly files: readonly Source[];
  /** The files whose content, besides their paths, was read. */
  readonly read: ReadonlySet<Source>;
}

/** The Applications that the ApplicationSets among some resources generate; those of an earlier state if nothing differs. */
export function expandAll(
  resources: readonly Resource[],
  files: readonly Source[],
  earlier?: ExpandedSets,
): ExpandedSets {
  const setOf = new Map<Resource, Resource>();
  const notes: string[] = [];
  const tooLarge: Resource[] = [];
  const unfilled: Unfilled[] = [];
  const repeated: RepeatedName[] = [];
  const sets = resources.filter(isApplicationSet);
  const clusters = sets.length === 0 ? [] : resources.filter(isCluster);
  if (earlier && isExpandedFrom(earlier.from, { sets, clusters, files })) return earlier;
  const unpatched = new Set<Resource>();
  const unread: UnreadPatch[] = [];
  const work = workFor();
  for (const set of sets) {
    const expanded = expand(set, files, clusters, work);
    if (expanded.isTooLarge) tooLarge.push(set);
    for (const application of expanded.applications) setOf.set(application, set);
    notes.push(...expanded.notes);
    unfilled.push(...expanded.unfilled);
    repeated.push(...expanded.repeated);
    unread.push(...expanded.unread);
    for (const application of expanded.unpatched) unpatched.add(application);
  }
  const from = { sets, clusters, files, read: work.read };
  const applications = [...setOf.keys()];
  return { applications, notes, setOf, tooLarge, unfilled, repeated, unpatched, unread, from };
}

/** Whether an earlier state has generated the same from the same objects and files. */
function isExpandedFrom(
  from: ExpandedFrom,
  { sets, clusters, files }: Pick<ExpandedFrom, 'sets' | 'clusters' | 'files'>,
): boolean {
  if (!isSameList(from.sets, sets) || !isSameList(from.clusters, clusters)) return false;
  if (sets.length === 0) return true;
  const isAlike = (file: Source, index: number): boolean => {
    const other = from.files[index]!;
    return file === other || (file.path === other.path && !from.read.has(other));
  };
  return files.length === from.files.length && files.every(isAlike);
}

/** Whether a Secret registers a cluster with Argo CD. */
function isCluster(resource: Resource): boolean {
  if (resource.kind !== 'Secret' || resource.group !== '' || !resource.mentions('secret-type')) return false;
  return resource.at('metadata', 'labels', 'argocd.argoproj.io/secret-type').text === 'cluster';
}

/** The limit of elements of combined generators. */
const mostElements = 20_000;
/** The limit of characters of all rendered templates. */
const mostText = 50_000_000;
/** The limit of work for the actions of all patches. */
const mostActions = 8_000_000;

interface WorkOfSets {
  left: number;
  readonly actions: WorkLeft;
  readonly read: Set<Source>;
}

const workFor = (): WorkOfSets => ({ left: mostText, actions: { amount: mostActions }, read: new Set() });

/**
 * The Applications of an ApplicationSet, as far as they depend only on the input: those of list and Git generators. Their fields
 * have the places of the template.
 * https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators/
 */
export function expand(
  set: Resource,
  files: readonly Source[],
  clusters: readonly Resource[] = [],
  work = workFor(),
): Expansion {
  const notes: string[] = [];
  const name = `ApplicationSet "${set.name}"`;
  const isGo = set.at('spec', 'goTemplate').boolean === true;
  const general = fieldIn(fieldIn(set.root, 'spec'), 'template');
  const generatorsNode = fieldIn(fieldIn(set.root, 'spec'), 'generators');
  const given: GeneratorInput = {
    ...{ set, files, clusters, isGo },
    elements: { left: mostElements },
    read: work.read,
  };
  const elements: GeneratorElements[] = [];
  const all = set.at('spec', 'generators').items.flatMap((generator, index) => {
    const generated = elementsOf(generator, given);
    const parameters = generated?.map((one) => one.parameters);
    if (given.elements.left < 0) return [];
    const kinds = generator.entries.map(({ key }) => String(key)).filter((key) => key !== 'selector');
    if (!parameters)
      notes.push(
        `${name} has a generator (${kinds.join(', ')}) whose Applications cannot be determined from the files.`,
      );
    elements.push({ generator, parameters });
    // The template of a generator in a matrix or merge is ignored.
    const node = generatorsNode?.kind === 'list' ? generatorsNode.items[index] : undefined;
    const own = fieldIn(fieldIn(node, kinds[0] ?? ''), 'template');
    const template = mergedTemplate(own, general);
    return (generated ?? []).map((one) => ({ element: one, template }));
  });
  const patch = templatePatchOf(set, isGo, work.actions);
  const unfilled = given.elements.left < 0 ? [] : unfilledIn(set, elements, isGo);
  const nothing = { ...noApplications(), notes, unfilled };
  work.left -= given.elements.left < 0 ? 0 : lengthOfAll(all, patch?.node);
  if (given.elements.left < 0 || work.left < 0) return { ...nothing, isTooLarge: true };
  const { applications, reason, unpatched } = patchedApplications(set, all, { isGo, patch });
  if (reason !== undefined)
    notes.push(`${name} has a templatePatch that rolloutkit does not evaluate: ${reason}.`);
  const known = applications.filter((one) => !/\{\{/.test(JSON.stringify(one.at().value)));
  if (known.length < applications.length)
    notes.push(
      unfilled.length > 0
        ? `${name} has placeholders without a value, so Applications of it are unknown.`
        : `The template of ${name} uses expressions that rolloutkit does not evaluate.`,
    );
  return {
    ...nothing,
    applications: [...new Map(known.map((one) => [one.name, one])).values()],
    // A templatePatch may give them different names.
    repeated: reason === undefined ? repeatedNames(set, applications) : [],
    unpatched,
    unread: reason === undefined ? [] : [{ set, reason }],
    isTooLarge: false,
  };
}

/** The Applications of some elements, and why the patch is not applied to those that are `unpatched`. */
function patchedApplications(
  set: Resource,
  all: readonly ElementAndTemplate[],
  how: { readonly isGo: boolean; readonly patch: TemplatePatch | undefined },
) {
  const made = all.map(({ element, template }) => applicationOf(set, element, template, how));
  // An Application that may be deployed from elsewhere is unknown.
  const isDecisive = templatePatchPaths(set).some((path) => decisive.some((one) => areAlong(path, one)));
  const sure = made.filter(({ unpatched }) => unpatched === undefined || !isDecisive);
  return {
    applications: sure.map(({ application }) => application),
    reason: made.find(({ unpatched }) => unpatched !== undefined)?.unpatched,
    unpatched: new Set(made.flatMap((one) => (one.unpatched === undefined ? [] : [one.application]))),
  };
}

const noApplications = () => ({
  ...{ applications: [], repeated: [], unread: [] },
  unpatched: new Set<Resource>(),
});

interface ElementAndTemplate {
  readonly element: GeneratedElement;
  readonly template: Node | undefined;
}

function templatePatchOf(set: Resource, isGo: boolean, left: WorkLeft): TemplatePatch | undefined {
  const { exists, text = '' } = set.at('spec', 'templatePatch');
  const node = fieldIn(fieldIn(set.root, 'spec'), 'templatePatch');
  if (!exists || !node) return undefined;
  const isStrict = isGo && failsOnMissingKeys(set);
  return { text, node, isGo, isStrict, left, known: new Map() };
}

/** The names of several Applications that are known: a placeholder in another field does not change the name. */
function repeatedNames(set: Resource, applications: readonly Resource[]): readonly RepeatedName[] {
  const counts = new Map<string, number>();
  for (const { name } of applications) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) =>
    count > 1 && name !== '' && !isPlaceholder(name) ? [{ set, name, count }] : [],
  );
}

/** An upper bound of the length of all templates once rendered, computed without rendering them. */
function lengthOfAll(all: readonly ElementAndTemplate[], patch: Node | undefined): number {
  const known = new Map<Node | undefined, { readonly length: number; readonly places: number }>();
  let sum = 0;
  const added = measure(patch);
  for (const { element, template } of all) {
    const { parameters } = element;
    let measured = known.get(template);
    if (!measured) known.set(template, (measured = measure(template)));
    const longest = Object.values(parameters).reduce((most, value = '') => Math.max(most, value.length), 0);
    sum += measured.length + added.length + (measured.places + added.places) * longest;
  }
  return sum;
}

/** The length of the strings of a template, and the number of placeholders. */
function measure(node: Node | undefined): { readonly length: number; readonly places: number } {
  if (!node) return { length: 0, places: 0 };
  if (node.kind === 'scalar') return measureText(typeof node.value === 'string' ? node.value : '');
  const parts =
    node.kind === 'list'
      ? node.items.map(measure)
      : node.entries.flatMap(({ key, value }) => [measureText(key), measure(value)]);
  return {
    length: parts.reduce((sum, { length }) => sum + length, 1),
    places: parts.reduce((sum, { places }) => sum + places, 0),
  };
}

function measureText(text: string): { readonly length: number; readonly places: number } {
  return { length: text.length + 1, places: text.split('{{').length - 1 };
}

/** The fields of its Applications that the `templatePatch` of an ApplicationSet may change. */
export const templatePatchPaths = memoize((set: Resource): readonly Path[] => {
  const patch = set.at('spec', 'templatePatch');
  return patch.exists ? touchedByTemplatePatch(patch.text ?? '{}') : [];
});

/** The fields that determine where an Application deploys from, and its name. */
const decisive: readonly Path[] = [
  ['metadata', 'name'],
  ['spec', 'source', 'repoURL'],
  ['spec', 'source', 'path'],
  ['spec', 'source', 'chart'],
  ['spec', 'sources'],
  ['spec', 'destination', 'namespace'],
];

/** Whether one of two paths is a prefix of the other. */
export function areAlong(left: Path, right: Path): boolean {
  return left.every((step, index) => index >= right.length || step === right[index]);
}
