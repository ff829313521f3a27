import { type ApiObject, Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { suppressionKey } from '../kubernetes/kinds/suppression.js';
import { lint } from '../lint/lint.js';
import { type Finding, messageOf } from '../model/finding.js';
import { didYouMean } from '../model/nearest-name.js';
import { problemRules } from '../yaml/parse/problems.js';
import { pathText } from '../report/drift-words.js';
import { faultFindings } from '../report/faults.js';
import { type RuleName, rules } from '../rules/index.js';
import { type FinishedObjects, finishedObjects } from './finished.js';
import { isManager, managedBy } from './managed.js';
import { lineBefore, tellOfValidation } from './uncaught.js';
import { type Trace, traceHere } from './user-line.js';
import { warn } from './warn.js';

/** Rules to suppress, each with the reason: `{ 'steps/present-with-router': 'promoted by hand' }`. */
export type Suppressions = Readonly<Partial<Record<RuleName, string>>>;

/**
 * Lints the objects of a construct when the app is synthesized, together with all other objects of the app. Errors fail the
 * synthesis and have the path of the construct; warnings go to standard error, with the line of the program. A finding at an object that no checked
 * construct made is reported once: by a construct whose objects are related places, else by the first one in the same chart,
 * else by the Application that deploys the object. Findings of other charts are not reported.
 */
export function addChecks(construct: Construct, suppressed: Suppressions = {}): void {
  checked.set(construct, suppressed);
  addValidation(construct, () => [...misnamedRules(suppressed), ...errorsOf(construct)]);
}

/** A problem, or one of an object that the construct neither makes nor refers to, so that its line would mislead. */
type Problem = string | Pick<FindingWithText, 'text' | 'isBeside'>;

/** Adds a validation whose problems are told with the line of the program that makes the construct. */
export function addValidation(construct: Construct, problems: () => readonly Problem[]): void {
  const trace = traceHere();
  traces.set(construct, trace);
  const validate = (): string[] =>
    problems().map((problem) => {
      const { text, isBeside } = typeof problem === 'string' ? { text: problem, isBeside: false } : problem;
      tellOfValidation(`[${construct.node.path}] ${text}`, isBeside ? {} : trace);
      return text;
    });
  construct.node.addValidation({ validate });
}

/**
 * Annotates an object with its suppressions, for tools that only read the YAML: the plugin of cdk8s-cli and `rolloutkit lint`.
 * The annotation is never in a pod template, where it would start an update. Argo Rollouts copies annotations of a Rollout to
 * its ReplicaSets, where they have no effect.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.3/utils/annotations/annotations.go (copyRolloutAnnotationsToReplicaSet)
 */
export function annotate(object: ApiObject, suppressed: Suppressions): void {
  for (const [rule, reason] of Object.entries(suppressed))
    if (isOfObjects(rule) && misnamedRules({ [rule]: reason }).length === 0)
      object.metadata.addAnnotation(suppressionKey(rule), reason);
}

const checked = new WeakMap<IConstruct, Suppressions>();

/** Where the program makes each construct. */
const traces = new WeakMap<IConstruct, Trace>();

/** Where the program makes the checked construct that an object belongs to. */
export function madeAt(object: IConstruct): Trace | undefined {
  const maker = makerOf(object);
  return maker && traces.get(maker);
}

function traceOf(construct: IConstruct): readonly Trace[] {
  const trace = traces.get(construct);
  return trace ? [trace] : [];
}

/** The result of linting an app, kept because cdk8s validates the app once per chart, and each construct separately. */
interface Walk {
  readonly asked: Set<IConstruct>;
  readonly byConstruct: ReadonlyMap<IConstruct, readonly FindingWithText[]>;
}

/** The results by app, valid while the app stays the same. */
interface KnownResults {
  readonly key: string;
  readonly byConstruct: ReadonlyMap<IConstruct, readonly FindingWithText[]>;
  readonly warned: Set<string>;
}

interface FindingWithText {
  readonly finding: Finding;
  readonly text: string;
  /** The object of the finding, and those that it refers to. */
  readonly meant: readonly ApiObject[];
  /** Whether neither the object nor one that the finding refers to belongs to the construct. */
  readonly isBeside: boolean;
}

const walks = new WeakMap<IConstruct, Walk>();
const knownResults = new WeakMap<IConstruct, KnownResults>();

function errorsOf(construct: IConstruct): readonly FindingWithText[] {
  const { root } = construct.node;
  let walk = walks.get(root);
  if (!walk || walk.asked.has(construct)) {
    walk = { asked: new Set(), byConstruct: look(root).byConstruct };
    walks.set(root, walk);
  }
  walk.asked.add(construct);
  const found = walk.byConstruct.get(construct) ?? [];
  return found.filter(({ finding, text, isBeside }) => {
    if (finding.severity === 'error') return true;
    const line = `${finding.severity} [${construct.node.path}] ${text}`;
    const warned = knownResults.get(root)?.warned;
    if (warned?.has(line) === false) warn(`${isBeside ? '' : lineBefore(traceOf(construct))}${line}`);
    warned?.add(line);
    return false;
  });
}

function look(root: IConstruct): KnownResults {
  const objects = finishedObjects(root);
  const before = knownResults.get(root);
  if (before?.key === objects.key) return before;
  const { findings, faults } = lint(objects.sources, rules, { graph: { isSynthesized: true } });
  const now = {
    key: objects.key,
    byConstruct: assign(root, objects, [...findings, ...faultFindings(faults, objects.sources)]),
    warned: before?.warned ?? new Set<string>(),
  };
  knownResults.set(root, now);
  return now;
}

/** The construct that reports each finding. */
function assign(
  root: IConstruct,
  { objectAt }: FinishedObjects,
  findings: readonly Finding[],
): ReadonlyMap<IConstruct, readonly FindingWithText[]> {
  const reporterOf = reporters(root, objectAt);
  const byConstruct = new Map<IConstruct, Map<string, FindingWithText>>();
  for (const finding of findings) {
    const object = objectAt(finding.place);
    const construct = reporterOf(finding);
    if (!object || !construct || isSilent(construct, finding)) continue;
    const found = byConstruct.get(construct) ?? new Map<string, FindingWithText>();
    byConstruct.set(construct, found);
    // An object that several Applications deploy is linted once for each.
    const meant = [object, ...finding.labels.flatMap((label) => objectAt(label.place) ?? [])];
    const text = `${findingText(finding, object, construct)}${forgottenText(construct, meant)}`;
    const isBeside = !meant.some((one) => one.node.scopes.includes(construct));
    if (!found.has(text)) found.set(text, { finding, text, meant, isBeside });
  }
  const all = new Map([...byConstruct].map(([construct, found]) => [construct, [...found.values()]]));
  const broken = new Set(
    [...all].flatMap(([construct, found]) =>
      found.some(({ finding }) => finding.severity === 'error') ? [construct] : [],
    ),
  );
  return new Map(
    [...all].map(([construct, found]) => [
      construct,
      found.filter(({ meant }) => !isDerivedFrom(construct, meant, broken)),
    ]),
  );
}

/**
 * Whether a finding at an Application is about an object that it manages, of a construct with errors. What is derived from such a
 * Rollout is not what it will be once it is right.
 */
function isDerivedFrom(
  application: IConstruct,
  meant: readonly ApiObject[],
  broken: ReadonlySet<IConstruct>,
): boolean {
  const managed = managedBy(application as ApiObject);
  return meant.some((object) => {
    const maker = makerOf(object);
    return maker !== undefined && maker !== application && broken.has(maker) && managed.includes(object);
  });
}

/** What to do about an object of a construct that an Application could derive its entries from, and does not know. */
function forgottenText(application: IConstruct, meant: readonly ApiObject[]): string {
  if (!isManager(application)) return '';
  const managed = managedBy(application);
  const forgotten = meant.find(
    (object) => object !== application && makerOf(object) !== undefined && !managed.includes(object),
  );
  const maker = forgotten && makerOf(forgotten);
  if (!maker || isManager(maker)) return '';
  return ` The entries are derived from what stands in "manages" of the Application: add "${maker.node.id}" there.`;
}

/** Returns a predicate: whether the construct that would report a finding suppresses it. */
export function suppressions(root: IConstruct, { objectAt }: FinishedObjects): (finding: Finding) => boolean {
  const reporterOf = reporters(root, objectAt);
  return (finding) => {
    const construct = reporterOf(finding);
    return construct !== undefined && isSilent(construct, finding);
  };
}

function isSilent(construct: IConstruct, { rule }: Finding): boolean {
  return Object.hasOwn(checked.get(construct) ?? {}, rule);
}

/** The checked construct of an app that reports a finding; undefined for none. */
function reporters(
  root: IConstruct,
  objectAt: FinishedObjects['objectAt'],
): (finding: Finding) => IConstruct | undefined {
  const constructs = root.node.findAll().filter((construct) => checked.has(construct));
  return ({ place, labels }) => {
    const object = objectAt(place);
    if (!object) return undefined;
    const related = labels.flatMap((label) => objectAt(label.place) ?? []);
    return (
      makerOf(object) ??
      related.map(makerOf).find((maker) => maker !== undefined) ??
      constructs.find((other) => Chart.of(other) === Chart.of(object)) ??
      constructs.find((other) => managedBy(other as ApiObject).includes(object))
    );
  };
}

/** The innermost checked construct that an object belongs to. */
function makerOf(object: IConstruct): IConstruct | undefined {
  return object.node.scopes.findLast((scope) => checked.has(scope));
}

function findingText(finding: Finding, object: ApiObject, construct: IConstruct): string {
  const { rule, consequence, path } = finding;
  const isInside = object.node.scopes.includes(construct);
  const field = path && path.length > 0 ? `${pathText(path)} of ` : '';
  const where = `${field}${object.kind} "${object.name}"${isInside ? '' : ` (${object.node.path})`}`;
  return `${where}: ${[messageOf(finding), consequence?.why].filter(Boolean).join(' ')} (${rule})`;
}

/** Problems of the suppressions themselves. */
function misnamedRules(suppressed: Suppressions): readonly string[] {
  return Object.entries(suppressed).flatMap(([rule, reason]) => {
    if (!ruleNames.has(rule))
      return [`"suppress" names the unknown rule "${rule}".${didYouMean(rule, ruleNames)}`];
    if (typeof reason !== 'string' || reason.trim() === '')
      return [`"suppress" gives no reason for "${rule}"; add a short explanation.`];
    return [];
  });
}

/** Whether a rule checks objects. Rules on YAML text cannot be suppressed by an annotation. */
function isOfObjects(rule: string): boolean {
  return rules.some(({ meta }) => meta.name === rule);
}

const ruleNames: ReadonlySet<string> = new Set([
  ...rules.map(({ meta }) => meta.name),
  ...problemRules.map(({ name }) => name),
]);
