import { diffSettings } from '../../../argocd/application-settings.js';
import { compareObjects, toJqPath } from '../../../argocd/diff.js';
import { ignoreRules, rulesFor } from '../../../argocd/ignore.js';
import { checkJq } from '../../../argocd/jq/syntax.js';
import { isMap, without, type JsonMap } from '../../../kubernetes/objects/json.js';
import type { IgnoreRule, Matched } from '../../../argocd/match.js';
import type { SystemSettings } from '../../../argocd/settings.js';
import { trustedManagers } from '../../../argocd/trusted.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { syncOptionsKey } from '../../../kubernetes/kinds/application.js';
import { headerRouteSteps, steps, trafficRouting } from '../../../kubernetes/kinds/rollout.js';
import type { Field, Path } from '../../../model/field.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import { routers } from '../../../rollouts/routers/index.js';
import { type Find, type RouterState, usesRouter } from '../../../rollouts/routers/router.js';
import { selectedRoutes } from '../../../play/simulate/referenced.js';
import { unlessPlaceholder } from '../../../model/placeholder.js';
import { settledApplications } from './deployed.js';
import { entriesOf, isWritten } from './entries.js';
import { system } from './system.js';

/** An object in Git that the Rollouts controller changes, and an Application that deploys and compares it. */
export interface ComparedObject extends ComparedContent {
  readonly rollout: Resource;
}

/** An object of Git with some live content, and an Application that deploys and compares it. */
export interface ComparedContent {
  readonly resource: Resource;
  readonly application: Resource;
  /** Its content in Git and after the controller has written it. */
  readonly git: unknown;
  readonly live: unknown;
  /** Its name in the Application. */
  readonly identity: Matched;
  /** What argocd-cm says of all Applications. */
  readonly settings: SystemSettings;
}

/** The objects of a Rollout that differ in a state of its update, each with the Applications that compare them. */
export function comparedObjects(
  graph: Graph,
  rollout: Resource,
  stateOf: (rollout: Resource) => RouterState | undefined,
): readonly ComparedObject[] {
  const routing = trafficRouting(rollout);
  const state = routing.exists ? stateOf(rollout) : undefined;
  if (!state) return [];
  const { rolloutsVersion } = graph;
  const find: Find = (reference) => graph.find(reference);
  const selected = selectedRoutes(graph, rollout);
  const isCompared = (reference: Reference): boolean => {
    const resource = find(reference);
    return resource !== undefined && graph.applications(resource).length > 0;
  };
  return routers
    .filter(
      (router) =>
        usesRouter(rollout, router) &&
        [...router.references(rollout, rolloutsVersion), ...selected].some(isCompared),
    )
    .flatMap((router) => router.live(rollout, state, find, rolloutsVersion, selected))
    .flatMap(({ resource, value }) =>
      comparedAs(graph, resource, value).map((compared) => ({ rollout, ...compared })),
    );
}

/** An object with some live content, as each Application that deploys it compares it. */
export function comparedAs(graph: Graph, resource: Resource, live: unknown): readonly ComparedContent[] {
  const { settings, error } = system(graph);
  // Argo CD compares nothing while it cannot read its settings; another rule says so.
  if (error !== undefined) return [];
  return settledApplications(graph, resource).flatMap((application) =>
    graph
      .deployedAs(application, resource)
      .filter(({ name }) => isDecided(application, name))
      .map(({ name, namespace }) => ({
        resource,
        application,
        git: resource.at().value,
        live,
        settings,
        identity: { group: resource.group, kind: resource.kind, name, namespace },
      })),
  );
}

/** Whether it is known which entries match an object: placeholders in an entry may be filled in so that it matches. */
function isDecided(application: Resource, name: string | undefined): boolean {
  const entries = entriesOf(application);
  return (
    entries.length === 0 ||
    ((name === undefined || unlessPlaceholder(name) !== undefined) && entries.every(isWritten))
  );
}

/** The state in which the canary gets part of the traffic: the first weight that a step sets. */
export function whileShifting(rollout: Resource): RouterState | undefined {
  for (const step of steps(rollout)) {
    const weight = step.at('setWeight').number ?? 0;
    if (weight > 0 && weight <= 100) return { weight, headerRoutes: [] };
  }
  return undefined;
}

/** The state in which all header routes exist, before a weight is set. */
export function withHeaderRoutes(rollout: Resource): RouterState | undefined {
  const headerRoutes = headerRouteSteps(rollout);
  return headerRoutes.length === 0 ? undefined : { weight: 0, headerRoutes };
}

/** The differences that Argo CD sees after the Application's ignore rules. */
export interface SeenDifferences {
  readonly paths: readonly Path[];
  readonly unknown: string | undefined;
  /** Expressions that fail for the object, with their errors. */
  readonly failed: readonly { readonly expression: Field; readonly error: string }[];
}

/** Uses Argo CD's own diff whatever the Application is set to; other rules report what server-side diffs add. */
export function compare({ application, git, live, identity, settings }: ComparedContent): SeenDifferences {
  const rules = rulesFor(application, identity);
  const found = compareBy(rules, git, live, settings);
  if (trustsWriters(settings, git)) return { ...found, unknown: 'managedFieldsManagers' };
  if (found.paths.length === 0 || rules.length === 0) return found;
  // An ignored path with the same text needs no evaluation, because `[]?` cannot fail.
  const ignored = new Set(
    rules.flatMap(({ jqPathExpressions }) => jqPathExpressions.map(({ text }) => text)),
  );
  const bare = compareBy([], git, live, settings);
  if (bare.unknown === undefined && bare.paths.every((path) => ignored.has(toJqPath(path))))
    return { ...bare, paths: [] };
  return found;
}

/** Whether argocd-cm ignores what some manager writes into an object, whose fields are not known here. */
function trustsWriters({ overrides, version }: SystemSettings, git: unknown): boolean {
  return isMap(git) && trustedManagers(git, { overrides, applicationRules: [], version }).size > 0;
}

function compareBy(
  rules: readonly IgnoreRule[],
  git: unknown,
  live: unknown,
  settings: SystemSettings,
): SeenDifferences {
  const given = { rules: rules.map(forAnyObject), syncOptions: [], compareOptions: [] };
  const found = compareObjects(
    { live: withoutOptions(live), target: withoutOptions(git) },
    diffSettings(given, { ...settings, serverSideDiff: false }),
  );
  if ('unknown' in found) return { paths: [], unknown: found.unknown, failed: [] };
  if ('error' in found) return { paths: [], unknown: found.error, failed: [] };
  return {
    paths: found.paths,
    unknown: rules.some(({ managedFieldsManagers }) => managedFieldsManagers.length > 0)
      ? 'managedFieldsManagers'
      : undefined,
    failed: found.failed.flatMap(({ expression: { from }, error }) =>
      from ? [{ expression: from, error }] : [],
    ),
  };
}

/**
 * A rule that is known to apply to this object, which may have no namespace in Git. An expression that does not compile ends
 * the comparison; findings then yield to `brokenJq`.
 */
function forAnyObject(rule: IgnoreRule): IgnoreRule {
  const jqPathExpressions = rule.jqPathExpressions.filter(({ text }) => !checkJq(text));
  return { ...rule, name: '', namespace: '', managedFieldsManagers: [], jqPathExpressions };
}

/** The expressions of an Application that do not compile, so that it compares nothing. */
export function brokenJq(application: Resource): readonly Field[] {
  return ignoreRules(application)
    .flatMap(({ jqPathExpressions }) => jqPathExpressions)
    .flatMap(({ text, from }) => (from && checkJq(text) ? [from] : []));
}

function withoutOptions(object: unknown): JsonMap {
  if (!isMap(object)) return {};
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  const annotations = isMap(metadata['annotations']) ? metadata['annotations'] : {};
  if (!Object.hasOwn(annotations, syncOptionsKey)) return object;
  return { ...object, metadata: { ...metadata, annotations: without(annotations, syncOptionsKey) } };
}

/** Whether an Application has an entry that applies to an object. */
export function hasEntryFor({ application, identity }: ComparedObject): boolean {
  return rulesFor(application, identity).length > 0;
}
