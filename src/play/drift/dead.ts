import { unknownField, waysOfExpression, waysOfPointer, type WayStep } from '../../argocd/ignored-way.js';
import { mayOwn } from '../../argocd/managers.js';
import { isMeantFor, matchedOf, type Ignored, type IgnoreRule } from '../../argocd/match.js';
import { checkPointer } from '../../argocd/pointer-problem.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Deployer } from './applications.js';
import { asJson } from './argo.js';
import { valueAt, type Step } from './changes.js';
import { differencesIn, isDifferent, type NeededFor, type Pair, takeOut } from './faults.js';
import type { Mending } from './mending.js';
import { mistakeIn, nearMiss, type Target } from './misdirected.js';
import type { Expression } from './pattern.js';

/** The moments of one object. */
export type Moments = readonly Pair[];

/**
 * Entries that match nothing, and would match an object that is different if one field of theirs were right: they are
 * made to, if they then lead to something of it.
 */
export function redirect(
  mending: Mending,
  objects: readonly Moments[],
  graph: Graph,
  { application, resources }: Deployer,
): void {
  const known = graph.deployedBy(application);
  // What it is taken to deploy, where no file says what it does.
  const deployed = known.length > 0 ? known : resources;
  for (const [entry, rule] of mending.rules.entries()) {
    const isMeant = deployed.some((resource) => isMeantForResource(graph, application, rule, resource));
    if (isPlaceholderIn(rule) || isMeant) continue;
    const mistake = nearMiss(graph, application, rule, deployed) ?? mistakeIn(rule);
    if (mistake?.right === undefined || mistake.right === rule[mistake.at]) continue;
    const right = { ...rule, [mistake.at]: mistake.right };
    const meant = objects.filter((moments) => isFor(mending, right, moments)).flat();
    const redirected = mending.with(entry, right);
    const isOfUse = meant.some(
      (pair) =>
        isDifferent(mending.argo, pair) &&
        (right.managedFieldsManagers.length > 0 ||
          ownOf(right).some(
            (one) =>
              redirected.touching(pair.git, pair.live).has(one) ||
              redirected.failed(pair.git, pair.live).some(({ expression }) => expression === one),
          )),
    );
    if (isOfUse) mending.redirect(entry, mistake.at, mistake.right);
  }
}

/** Whether an entry of an Application is meant for something that it deploys, under one of the names that it has there. */
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

/** What leads to nothing, in entries that are meant for an object that is different. */
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

/** A pointer that leads nowhere in any object becomes what was meant where that helps. */
function takeAstray(mending: Mending, one: Ignored, moments: Moments): void {
  const problem = checkPointer(one.text);
  if (!problem || isPlaceholder(one.text)) return;
  const { right } = problem;
  const instead: Expression | undefined =
    right === undefined
      ? undefined
      : { field: right.startsWith('/') ? 'jsonPointers' : 'jqPathExpressions', text: right };
  const helps =
    instead && differencesIn(mending.without(one, instead), moments) < differencesIn(mending.argo, moments);
  mending.mend(one, { kind: 'astray', ...(helps ? { instead } : {}) });
}

/** Whether all that a pointer or an expression leads to is a field that the kind does not have. */
function isOfNoField(rule: IgnoreRule, one: Ignored): boolean {
  const ways = waysIn(rule, one);
  return ways.length > 0 && ways.every((way) => unknownField(rule, way) !== undefined);
}

/** The objects of routers that nobody but people and the Rollouts controller writes. */
const routed: ReadonlySet<string> = new Set([
  'VirtualService',
  'DestinationRule',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
]);

/** Whether a pointer or an expression leads to an element of a list that Git has, and none is there at any moment. */
function isOfNoElement({ argo }: Mending, one: Ignored, moments: Moments): boolean {
  const [first] = moments;
  if (!first || !routed.has(first.git.kind)) return false;
  const isPointer = one.text.startsWith('/');
  const ways = isPointer ? waysOfPointer(one.text) : waysOfExpression(one.text);
  return (
    ways.length > 0 &&
    ways.every((way) => picksFromList(way, first.git)) &&
    moments.every(({ git, live }) => !argo.touching(git, live).has(one))
  );
}

/** Whether a way leads to single elements of a list that an object has. */
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

/** Whether what an entry is meant for is filled in before anybody reads it. */
function isPlaceholderIn({ group, kind, name, namespace }: Target): boolean {
  return kind === '' || [group, kind, name, namespace].some(isPlaceholder);
}
