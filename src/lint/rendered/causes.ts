import type { Kustomization } from '../../repository/graph/kustomization.js';
import type { Field, Path } from '../../model/field.js';
import { type Finding, type Label, messageOf } from '../../model/finding.js';
import { plainMessage } from '../../model/message.js';
import addedLabelsReachPods from '../../rules/rollout/added-labels-reach-pods.js';
import type { Rendering } from '../../repository/render/inputs.js';
import { joinedByAnd, type Located } from './located.js';
import type { RenderedDoc } from '../../repository/render/rendered.js';
import { findNode, leafPaths, textAt } from '../../repository/render/tree.js';

/**
 * Groups the findings that a setting of a kustomization causes into one finding at that setting, and returns the
 * others.
 */
export function explained(all: readonly Located[]): {
  readonly left: readonly Located[];
  readonly causes: readonly Finding[];
} {
  const left: Located[] = [];
  const groups = new Map<string, { readonly cause: Cause; readonly symptoms: Located[] }>();
  for (const one of all) {
    const renaming = renamingOf(one);
    const causes = [renaming, renaming ? hiddenLabelling(one) : labellingOf(one)].filter(
      (cause) => cause !== undefined,
    );
    if (causes.length === 0) left.push(one);
    for (const cause of causes) {
      const { place } = cause.at;
      const key = [one.rendering.unit.folder, cause.kind, place.source.path, place.start].join('\n');
      const group = groups.get(key);
      if (group) group.symptoms.push(one);
      else groups.set(key, { cause, symptoms: [one] });
    }
  }
  return { left, causes: [...groups.values()].map(({ cause, symptoms }) => toFinding(cause, symptoms)) };
}

interface Cause {
  readonly kind: 'names' | 'labels';
  /** The setting of the kustomization. */
  readonly at: Field;
}

const labelRule = addedLabelsReachPods.meta;

const remedy = 'List the transformer configuration of "rolloutkit init --kustomize" under "configurations".';

/** One finding at the setting, from the most severe symptom. */
function toFinding({ kind, at }: Cause, symptoms: readonly Located[]): Finding {
  const [first] = symptoms.toSorted(
    (left, right) => severityRank(left.finding) - severityRank(right.finding),
  );
  if (!first) throw new Error('A cause without a symptom.');
  const { rendering } = first;
  const labels = symptoms.flatMap(({ main, rendering: { origins } }): Label[] => {
    const place = main && origins.of(main.doc)?.place(main.path, main.isKey);
    return place ? [{ place, message: kind === 'names' ? 'is not renamed' : 'is involved' }] : [];
  });
  const message = kind === 'names' ? aboutNames(at, symptoms) : aboutLabels(rendering);
  return {
    ...first.finding,
    ...(kind === 'labels'
      ? {
          rule: labelRule.name,
          severity: labelRule.severity,
          isSettled: false,
          consequence: { kind: labelRule.consequence, why: labelRule.why },
          case: undefined,
        }
      : {}),
    // A fix of one symptom does not correct the setting.
    fix: undefined,
    choices: undefined,
    place: at.place,
    labels: withoutRepeats(labels).filter(({ place }) => place.source !== at.resource.source),
    message: plainMessage(`${message} ${remedy}`),
    rendered: { cause: message, from: [rendering.unit.name], unknown: undefined },
    resource: undefined,
    path: undefined,
  };
}

function severityRank({ severity }: Finding): number {
  return ['error', 'warning', 'info'].indexOf(severity);
}

function withoutRepeats(labels: readonly Label[]): readonly Label[] {
  return [
    ...new Map(labels.map((label) => [`${label.place.source.path}\n${label.place.start}`, label])).values(),
  ];
}

interface Rename {
  readonly doc: RenderedDoc;
  readonly from: string;
  readonly at: Field;
}

/** Rules that report a missing object. */
const aboutReferences = /^[^/]+\/(?!.*(?:port|route|subset)).*(?:exists?$|destination|host)/;

/** The setting that renamed the object which a finding misses under its old name. */
function renamingOf({ finding, rendering, spots }: Located): Cause | undefined {
  const [rename] = missed({ finding, rendering, spots });
  return rename && { kind: 'names', at: rename.at };
}

function missed({
  finding,
  rendering,
  spots,
}: Pick<Located, 'finding' | 'rendering' | 'spots'>): readonly Rename[] {
  if (!aboutReferences.test(finding.rule)) return [];
  const renames = renamesOf(rendering);
  if (renames.length === 0) return [];
  const texts = spots.flatMap(({ doc, path }) => {
    const own = textAt(doc.root, ...path);
    const hosts = doc.kind === 'VirtualService' || doc.kind === 'DestinationRule' ? hostsOf(doc) : [];
    return [...(own === undefined ? [] : [own]), ...hosts];
  });
  const names = new Set(texts.flatMap((text) => [text, text.split('.')[0], text.split('/')[1]]));
  const [main] = spots;
  return renames.filter(({ doc, from }) => names.has(from) && doc !== main?.doc && isMeant(doc, finding));
}

/** Whether a finding can be about an object of this kind: it mentions the kind, or a host, which is a Service. */
function isMeant({ kind }: RenderedDoc, finding: Finding): boolean {
  const message = messageOf(finding);
  return message.includes(kind) || (kind === 'Service' && /\bhost\b|\bdestination\b/i.test(message));
}

function hostsOf({ root }: RenderedDoc): readonly string[] {
  return leafPaths(root).flatMap(({ path, node }) =>
    path.some((segment) => segment === 'host' || segment === 'hosts') &&
    node.kind === 'scalar' &&
    typeof node.value === 'string'
      ? [node.value]
      : [],
  );
}

/** The renamed objects of a unit whose old names no longer exist in it. */
function renamesOf(rendering: Rendering): readonly Rename[] {
  const { unit, text, origins } = rendering;
  if (unit.tool === 'helm') return [];
  return text.docs.flatMap((doc): Rename[] => {
    const from = origins.of(doc)?.written?.name;
    if (from === undefined || from === doc.name) return [];
    if (text.docs.some((other) => other.kind === doc.kind && other.name === from)) return [];
    const at = changer(unit.chain, doc.name);
    return at ? [{ doc, from, at }] : [];
  });
}

/** The prefix or suffix in a name, the outermost first, or else the generator that appends a hash. */
function changer(chain: readonly Kustomization[], name: string): Field | undefined {
  for (const { resource, namePrefix, nameSuffix } of chain) {
    if (namePrefix !== '' && name.startsWith(namePrefix)) return resource.at('namePrefix');
    if (nameSuffix !== '' && name.endsWith(nameSuffix)) return resource.at('nameSuffix');
  }
  const generated = chain.flatMap((kustomization) => kustomization.generated);
  return generated.find((one) => one.hasHash && name.startsWith(`${one.name}-`))?.at;
}

function aboutNames(at: Field, symptoms: readonly Located[]): string {
  const renames = new Map(
    symptoms.flatMap(missed).map(({ doc, from }) => [`${doc.kind}/${from}`, { doc, from }]),
  );
  const objects = [...renames.values()].map(({ doc, from }) => `${doc.kind} "${from}" to "${doc.name}"`);
  const users = new Set(
    symptoms.flatMap(({ main }) => (main ? [`${main.doc.kind} "${main.doc.name}"`] : [])),
  );
  const isGenerated = at.key === 'name';
  const what = isGenerated ? 'The hash of the generator' : `${String(at.key)} "${String(at.value)}"`;
  return `${what} renames ${joinedByAnd(objects)}, but kustomize does not rename them in ${joinedByAnd([...users])}: it knows only the references of built-in kinds.`;
}

/** Rules that report a selector without pods. */
const aboutPods =
  /\/(service-selects-pods|service-has-endpoints|disruption-budget-selects-pods|subset-selects-pods|subset-has-pods)$/;

/** The label that kustomize added to a selector but not to the pods of a Rollout. */
function labellingOf({ finding, rendering, spots }: Located): Cause | undefined {
  const { unit, text } = rendering;
  if (unit.tool === 'helm' || !aboutPods.test(finding.rule)) return undefined;
  const rollouts = text.docs.filter(({ kind }) => kind === 'Rollout');
  const selecting = spots
    .map(({ doc }) => doc)
    .filter((doc) => selectorPaths.some((path) => findNode(doc.root, path)));
  return addedLabels(unit)
    .map((field): Cause => ({ kind: 'labels', at: field }))
    .find(
      ({ at: { key, value } }) =>
        rollouts.some(({ root }) => textAt(root, ...podLabels, key) !== value) &&
        (selecting.some(({ root }) => selectorPaths.some((path) => textAt(root, ...path, key) === value)) ||
          text.docs.some(
            ({ kind, name, root }) =>
              kind === 'Service' &&
              textAt(root, 'spec', 'selector', key) === value &&
              mentions(finding, name),
          )),
    );
}

/** The label that was added to a Service which the finding misses because it was also renamed. */
function hiddenLabelling(one: Located): Cause | undefined {
  const { main, rendering } = one;
  if (main?.doc.kind !== 'Rollout') return undefined;
  const services = missed(one).flatMap(({ doc }) => (doc.kind === 'Service' ? [doc.root] : []));
  const at = addedLabels(rendering.unit).find(
    ({ key, value }) =>
      textAt(main.doc.root, ...podLabels, key) !== value &&
      services.some((root) => textAt(root, 'spec', 'selector', key) === value),
  );
  return at && { kind: 'labels', at };
}

const podLabels: Path = ['spec', 'template', 'metadata', 'labels'];
const selectorPaths: readonly Path[] = [
  ['spec', 'selector'],
  ['spec', 'selector', 'matchLabels'],
];

function mentions(finding: Finding, name: string): boolean {
  return messageOf(finding).includes(`"${name}"`);
}

/** Describes all such labels of a unit, because one transformer configuration corrects all of them. */
function aboutLabels({ unit, text }: Rendering): string {
  const rollouts = text.docs.filter(({ kind }) => kind === 'Rollout');
  const added = addedLabels(unit).filter(({ key, value }) =>
    rollouts.some(({ root }) => textAt(root, ...podLabels, key) !== value),
  );
  const isConcerned = (doc: RenderedDoc, path: Path, isIn: boolean): boolean =>
    added.some(({ key, value }) => (textAt(doc.root, ...path, key) === value) === isIn);
  const names = (docs: readonly RenderedDoc[]): string =>
    joinedByAnd(docs.map(({ kind, name }) => `${kind} "${name}"`));
  const services = text.docs.filter(
    (doc) => doc.kind === 'Service' && isConcerned(doc, ['spec', 'selector'], true),
  );
  const unlabelled = rollouts.filter((doc) => isConcerned(doc, podLabels, false));
  const labels = joinedByAnd(added.map(({ key, value }) => `${key}: "${String(value)}"`));
  return `Kustomize adds ${labels} to the selector of ${names(services)}, but not to the pods of ${names(unlabelled)}.`;
}

function addedLabels(unit: Rendering['unit']): readonly Field[] {
  if (unit.tool === 'helm') return [];
  return unit.chain.flatMap(({ selectorLabels }) => selectorLabels.flatMap(({ entries }) => entries));
}
