import { type Analysis, isBeforePromotion } from '../../kubernetes/kinds/analysis.js';
import { canary, type ServiceRole, services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { memoizeLast } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import { versionsBeforePromotion } from './before-promotion.js';
import { matchersSeen } from './promql/matchers-seen.js';
import { isEmptyWithout, selectedBy, type Selected, sidesOfShare } from './promql/query.js';
import { argumentOf, hole, withArguments } from './with-arguments.js';
import type { QueryOf, SeenVersions } from './query-of.js';
import { isStableAlone, type VersionsOfMatcher, versionsOfMatcher } from './versions-of-matcher.js';

/**
 * Whether the query of a metric measures the stable pods together with those of the canary, or stable pods alone, as far as the values of
 * its labels say; undefined where it measures the canary, or where that is not known.
 */
export function versionsSeen(query: string, of: QueryOf): SeenVersions | undefined {
  if (isBeforePromotion(of.analysis)) return versionsBeforePromotion(query, of);
  const isOfCanary = (selected: Selected): boolean => {
    const { label, value } = selected;
    if (label !== undefined && ofPlace.test(label) && value.includes('{{')) return false;
    // One version alone is measured, whichever it is.
    if (label !== undefined && ofVersion.test(label) && /^["'`]?[\w.-]+["'`]?$/.test(value)) return true;
    return selectsCanary(selected, of);
  };
  // Parsing takes longer than all else here, and most queries select the canary.
  if (matchersSeen(query).some(isOfCanary)) return undefined;
  const selected = selectedBy(query);
  if (selected === undefined || selected.length === 0 || selected.some(isOfCanary)) return undefined;
  const known = selected.flatMap((one) => {
    const versions = versionsSelected(one, of);
    return versions ? [{ ...versions, label: one.label }] : [];
  });
  const by = known.map((one) => one.by);
  const service = stableAlone(selected, known, of.rollout);
  return service ? { versions: 'stable', by, service } : { versions: 'both', by };
}

/** Whether the query of a metric measures the stable pods together with those of the canary; false where that is not known. */
export function seesBothVersions(query: string, of: QueryOf): boolean {
  return versionsSeen(query, of)?.versions === 'both';
}

/** The stable Service by whose name every selector of a query selects; undefined if there is none, or if that is not known. */
function stableAlone(
  selected: readonly Selected[],
  known: readonly (VersionsOfMatcher & Pick<Selected, 'label'>)[],
  rollout: Resource,
): Resource | undefined {
  const names = selected.filter(({ label }) => label === undefined);
  if (names.length === 0 || names.some(({ value }) => ofProxies.test(value))) return undefined;
  const stable = known.filter((one) => isStableAlone(one, rollout));
  return stable.find((one) => stable.filter(({ label }) => label === one.label).length === names.length)
    ?.service;
}

/** Metrics in which a Service can stand for all to which its requests are divided, and what is recorded under names of its own. */
const ofProxies = /^(?:nginx|traefik|haproxy|kong|apisix|contour|envoy)_|:/;

/**
 * Whether the query of another system than Prometheus measures the stable pods together with those of the canary, as far as its text says:
 * it has nothing that could be the name, a label or the version of one of the two.
 */
export function textSeesBothVersions(
  query: string,
  { rollout, analysis, template }: Omit<QueryOf, 'graph'>,
): boolean {
  const filled = withArguments(query, analysis, template);
  if (/\{\{|\$\{|\$\w/.test(filled) || canaryWords.test(filled) || ofPods.test(filled)) return false;
  return filled.trim() !== '' && !namesOfCanary(rollout).some((name) => filled.includes(name));
}

const ofPods =
  /version|revision|release|\bpod|pod_?name|replica_?set|\bnew\b|green|blue|stable|baseline|image|tag\b|host/i;

/** What an analysis asks of a part of a query: the canary alone, both versions, or what is not known. */
export interface Divided {
  readonly metric: string;
}

/**
 * A share whose divisor counts the requests of both versions although what is divided counts those of the canary alone, by the same
 * metric; undefined if there is none, or if that is not known.
 */
export function dividedByBoth(query: string, of: QueryOf): Divided | undefined {
  const sides = sidesOfShare(query);
  if (!sides) return undefined;
  const [own, all] = sides.map((selected) => ({
    names: selected.filter(({ label }) => label === undefined).map(({ value }) => value),
    isOfCanary: selected.some(
      (one) =>
        one.label !== undefined &&
        (selectsCanary(one, of) || ofVersion.test(one.label) || ofPods.test(one.label)),
    ),
    isOfStable: selected.some((one) => versionsSelected(one, of)?.versions === 'stable'),
  }));
  const metric = own?.names.find((name) => all?.names.includes(name));
  // A quotient of the canary and the stable version compares them.
  const isShare = own?.isOfCanary === true && all?.isOfCanary === false && !all.isOfStable;
  return isShare && metric !== undefined ? { metric } : undefined;
}

/** Whether the value of a label can be one that only the canary has. What is not known can be one. */
function selectsCanary(selected: Selected, of: QueryOf): boolean {
  const { rollout, analysis, template } = of;
  const known = versionsSelected(selected, of)?.versions;
  const isNegative = selected.operator?.startsWith('!') === true;
  // What is left without the stable version can be the canary.
  if (isNegative && known === 'stable') return true;
  if (!isNegative && known !== undefined) return known === 'new';
  const filled = withArguments(selected.value, analysis, template);
  // A label such as canary="true" is of one version, if of any.
  if (ofRole.test(selected.label ?? '') && !/false|no\b|0/i.test(filled)) return true;
  if (/\{\{|\$\{/.test(filled) || canaryWords.test(filled)) return true;
  return namesOfCanary(rollout).some((name) => filled.includes(name));
}

/** The versions that have what a matcher compares with, if it is one literal value and that of an object that is known. */
function versionsSelected(
  { label, value }: Selected,
  { graph, rollout, analysis, template }: QueryOf,
): VersionsOfMatcher | undefined {
  if (label === undefined) return undefined;
  const [, literal] = /^["'`]([\w.-]+)["'`]$/.exec(withArguments(value, analysis, template)) ?? [];
  return literal === undefined ? undefined : versionsOfMatcher(label, literal, rollout, graph);
}

/**
 * Whether a query certainly has no result until the canary has answered requests: all that it measures has a label that only pods of the
 * new version have, or a Service that leads to them alone.
 */
export function isEmptyWithoutCanary(
  query: string,
  rollout: Resource,
  analysis: Analysis,
  template: Resource,
): boolean {
  const names = namesOfCanary(rollout);
  return isEmptyWithout(query, (value) => {
    const used = [...value.matchAll(hole)].map(
      ([, name = '']) => argumentOf(name, analysis.args) ?? argumentOf(name, template.at('spec', 'args')),
    );
    if (used.some((one) => one?.at('valueFrom', 'podTemplateHashValue').text === 'Latest')) return true;
    const filled = value.replaceAll(hole, (text) => {
      const given = used.shift()?.at('value').text;
      return given ?? text;
    });
    return names.some((name) => filled.includes(name));
  });
}

/** Labels whose value, whatever an argument makes of it, stable and canary pods of a Rollout have in common. */
const ofPlace = /namespace|^cluster$|^env(?:ironment)?$|^region$/;

/** Labels by whose value one version of a program is selected. */
const ofVersion = /(?:^|_)(?:version|revision|release|tag|image)$/i;

const canaryWords = /canary|preview|latest|hash/i;

/** Labels that are called after the new version. */
const ofRole = /canary|preview/i;

/** Names and values that only the canary has. */
const namesOfCanary = memoizeLast((rollout: Resource): readonly string[] => {
  const isOld = ({ role }: { readonly role: ServiceRole }): boolean => role === 'stable' || role === 'active';
  const old = services(rollout).find(isOld)?.to.name;
  const own = services(rollout).flatMap((one) => (isOld(one) || one.to.name === old ? [] : [one.to.name]));
  const metadata = ['labels', 'annotations'].flatMap((key) =>
    canary(rollout)
      .at('canaryMetadata', key)
      .entries.flatMap((entry) => entry.text ?? []),
  );
  const subset = trafficRouting(rollout).at('istio', 'destinationRule', 'canarySubsetName').text;
  return [...own, ...metadata, ...(subset === undefined ? [] : [subset])].filter((name) => name !== '');
});
