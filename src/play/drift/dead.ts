import { unknownField, waysOfExpression, waysOfPointer, type WayStep } from '../../argocd/ignored-way.js';
import { mayOwn } from '../../argocd/managers.js';
import { isMeantFor, matchedOf, type Ignored, type IgnoreRule } from '../../argocd/match.js';
import { checkPointer } from '../../argocd/pointer-problem.js';
import type { Graph } from '../../repository/graph/graph.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Deployer } from './applications.js';
import { asJson } from './argo.js';
import { valueAt, type Step } from './changes.js';
import { differencesIn, isDifferent, type NeededFor, type ComparedPair, takeOut } from './faults.js';
import type { Mending } from './mending.js';
import { mistakeIn, nearMiss, type EntryTarget } from './misdirected.js';
import type { IgnoreExpression } from './pattern.js';

/** The states of one object at all moments. */
export type Moments = readonly ComparedPair[];

/**
 * Corrects entries that match nothing and would match a differing object if one field were right, provided they then select
 * something in it.
 */
export function redirect(
  mending: Mending,
  objects: readonly Moments[],
  graph: Graph,
  { application, resources }: Deployer,
): void {
  const known = graph.deployedBy(application);
  // The objects that it is assumed to deploy if no file shows which.
  const deployed = known.length > 0 ? known : resources;
  for (const [entry, rule] of mending.rules.entries()) {
    const isMeant = deployed.some((resource) => isMeantForResource(graph, application, rule, resource));
    if (isPlaceholderIn(rule) || isMeant) continue;
    const mistake =
      nearMiss(graph, application, rule, deployed) ?? mistakeIn(rule) ?? nearlyOfUse(mending, entry, objects);
    if (mistake?.right === undefined || mistake.right === rule[mistake.at]) continue;
    if (isRightOfUse(mending, entry, { [mistake.at]: mistake.right }, objects))
      mending.redirect(entry, mistake.at, mistake.right);
  }
}

/**
 * The name of an object that an entry probably means, although the Application may deploy others that are not known: it is nearly the
 * same, and the entry would ignore a difference there.
 */
function nearlyOfUse(
  mending: Mending,
  entry: number,
  objects: readonly Moments[],
): { readonly at: 'name'; readonly right: string | undefined } {
  const { name: written = '' } = mending.rules[entry] ?? {};
  const names = objects.flatMap(([first]) => (first ? [mending.argo.named(first.git).metadata.name] : []));
  const useful = names.filter((name) => isRightOfUse(mending, entry, { name }, objects));
  return { at: 'name', right: nearestName(written, useful) };
}

/** Whether an entry with another target ignores a difference that it does not ignore now. */
function isRightOfUse(
  mending: Mending,
  entry: number,
  target: Partial<EntryTarget>,
  objects: readonly Moments[],
): boolean {
  const right = { ...mending.rules[entry]!, ...target };
  const redirected = mending.with(entry, target);
  return objects
    .filter((moments) => isFor(mending, right, moments))
    .flat()
    .some(
      (pair) =>
        isDifferent(mending.argo, pair) &&
        (right.managedFieldsManagers.length > 0 ||
          ownOf(right).some(
            (one) =>
              redirected.touching(pair.git, pair.live).has(one) ||
              redirected.failed(pair.git, pair.live).some(({ expression }) => expression === one),
          )),
    );
}

/** Whether an entry of an Application applies to an object that it deploys, under one of the object's names there. */
export function isMeantForResource(
  graph: Graph,
  application: Resource,
  rule: IgnoreRule,
  resource: Resource,
): boolean {
  const { group, kind } = resource;
  return (
    isMeantFor(rule, { group, kind, name: undefined }) &&
    graph
      .deployedAs(application, resource)
      .some(({ name, namespace }) => isMeantFor(rule, { group, kind, name, namespace }))
  );
}

/** Handles pointers and expressions that select nothing, in entries that apply to a differing object. */
export function takeDead(
  mending: Mending,
  objects: readonly Moments[],
  isAlone: (rule: IgnoreRule, moments: Moments) => boolean,
  neededFor: NeededFor,
): void {
  for (const moments of objects) {
    if (!moments.some((pair) => isDifferent(mending.argo, pair))) continue;
    for (const [entry, rule] of mending.rules.entries()) {
      if (!isFor(mending, rule, moments)) continue;
      const { managedFieldsManagers: managers } = rule;
      if (managers.length > 0 && ownOf(rule).length === 0 && !managers.some(mayWrite)) mending.dismiss(entry);
      for (const one of rule.jsonPointers) takeAstray(mending, one, moments);
      for (const one of ownOf(mending.rules[entry] ?? rule)) {
        if (isOfNoField(rule, one)) takeOut(mending, one, { kind: 'unknown' }, () => undefined);
        else if (isAlone(rule, moments) && isOfNoElement(mending, one, moments))
          takeOut(mending, one, { kind: 'idle' }, neededFor);
      }
    }
  }
}

function mayWrite(manager: string): boolean {
  return mayOwn(manager) || isPlaceholder(manager);
}

/** Replaces a pointer that cannot resolve in any object with the one that was meant, if that helps. */
function takeAstray(mending: Mending, one: Ignored, moments: Moments): void {
  const problem = checkPointer(one.text);
  if (!problem || isPlaceholder(one.text)) return;
  const { right } = problem;
  const instead: IgnoreExpression | undefined =
    right === undefined
      ? undefined
      : { field: right.startsWith('/') ? 'jsonPointers' : 'jqPathExpressions', text: right };
  const helps =
    instead && differencesIn(mending.without(one, instead), moments) < differencesIn(mending.argo, moments);
  mending.mend(one, { kind: 'astray', ...(helps ? { instead } : {}) });
}

/** Whether a pointer or an expression selects only fields that the kind does not have. */
function isOfNoField(rule: IgnoreRule, one: Ignored): boolean {
  const ways = waysIn(rule, one);
  return ways.length > 0 && ways.every((way) => unknownField(rule, way) !== undefined);
}

/** Kinds of routers that only users and the Rollouts controller write. */
const routedKinds: ReadonlySet<string> = new Set([
  'VirtualService',
  'DestinationRule',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
]);

/** Whether a pointer or an expression selects a list element of Git that exists at no moment. */
function isOfNoElement({ argo }: Mending, one: Ignored, moments: Moments): boolean {
  const [first] = moments;
  if (!first || !routedKinds.has(first.git.kind)) return false;
  const isPointer = one.text.startsWith('/');
  const ways = isPointer ? waysOfPointer(one.text) : waysOfExpression(one.text);
  return (
    ways.length > 0 &&
    ways.every((way) => picksFromList(way, first.git)) &&
    moments.every(({ git, live }) => !argo.touching(git, live).has(one))
  );
}

/** Whether a path selects single elements of a list that an object has. */
function picksFromList(way: readonly WayStep[], object: unknown): boolean {
  const at = way.findIndex(({ type }) => type === 'index' || type === 'where');
  const path = way.slice(0, Math.max(at, 0)).filter(({ type }) => type !== 'each');
  const keys = path.flatMap((step): Step[] => (step.type === 'key' ? [step.key] : []));
  return at !== -1 && keys.length === path.length && Array.isArray(valueAt(object, keys));
}

function waysIn(rule: IgnoreRule, one: Ignored): readonly (readonly WayStep[])[] {
  return rule.jsonPointers.includes(one) ? waysOfPointer(one.text) : waysOfExpression(one.text);
}

function ownOf({ jsonPointers, jqPathExpressions }: IgnoreRule): readonly Ignored[] {
  return [...jsonPointers, ...jqPathExpressions];
}

function isFor({ argo }: Mending, rule: IgnoreRule, [first]: Moments): boolean {
  return first !== undefined && isMeantFor(rule, matchedOf(asJson(argo.named(first.git))));
}

/** Whether the target of an entry is a placeholder that is filled in later. */
function isPlaceholderIn({ group, kind, name, namespace }: EntryTarget): boolean {
  return kind === '' || [group, kind, name, namespace].some(isPlaceholder);
}
