import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import { canary, services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { memoizeLast } from '../../model/memo.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { matchersSeen } from './promql/matchers-seen.js';
import { isEmptyWithout, selectedBy, type Selected, sidesOfShare } from './promql/query.js';

/**
 * Whether the query of a metric measures the stable pods together with those of the canary, as far as the values of its labels say;
 * false where that is not known.
 */
export function seesBothVersions(
  query: string,
  rollout: Resource,
  analysis: Pick<Analysis, 'args'>,
  template: Resource,
): boolean {
  const isOfCanary = ({ label, value }: Selected): boolean => {
    if (label !== undefined && ofPlace.test(label) && value.includes('{{')) return false;
    // One version alone is measured, whichever it is.
    if (label !== undefined && ofVersion.test(label) && /^["'`]?[\w.-]+["'`]?$/.test(value)) return true;
    return selectsCanary(value, rollout, analysis, template);
  };
  // Parsing takes longer than all else here, and most queries select the canary.
  if (matchersSeen(query).some(isOfCanary)) return false;
  const selected = selectedBy(query);
  return selected !== undefined && selected.length > 0 && !selected.some(isOfCanary);
}

/**
 * Whether the query of another system than Prometheus measures the stable pods together with those of the canary, as far as its text says:
 * it has nothing that could be the name, a label or the version of one of the two.
 */
export function textSeesBothVersions(
  query: string,
  rollout: Resource,
  analysis: Pick<Analysis, 'args'>,
  template: Resource,
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
export function dividedByBoth(
  query: string,
  rollout: Resource,
  analysis: Pick<Analysis, 'args'>,
  template: Resource,
): Divided | undefined {
  const sides = sidesOfShare(query);
  if (!sides) return undefined;
  const [own, all] = sides.map((selected) => ({
    names: selected.filter(({ label }) => label === undefined).map(({ value }) => value),
    isOfCanary: selected.some(
      ({ label, value }) =>
        label !== undefined &&
        (selectsCanary(value, rollout, analysis, template) || ofVersion.test(label) || ofPods.test(label)),
    ),
  }));
  const metric = own?.names.find((name) => all?.names.includes(name));
  return own?.isOfCanary === true && all?.isOfCanary === false && metric !== undefined
    ? { metric }
    : undefined;
}

/** Whether the value of a label can be one that only the canary has. What is not known can be one. */
function selectsCanary(
  value: string,
  rollout: Resource,
  analysis: Pick<Analysis, 'args'>,
  template: Resource,
): boolean {
  const filled = withArguments(value, analysis, template);
  if (/\{\{|\$\{/.test(filled) || canaryWords.test(filled)) return true;
  return namesOfCanary(rollout).some((name) => filled.includes(name));
}

/** A string of a metric with the arguments that have a value in the manifests; the others stay unchanged. */
export function withArguments(text: string, { args }: Pick<Analysis, 'args'>, template: Resource): string {
  return text.replaceAll(hole, (whole, name: string) => {
    const given = argumentOf(name, args) ?? argumentOf(name, template.at('spec', 'args'));
    return given?.at('value').text ?? whole;
  });
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

const hole = /\{\{\s*args\.([\w-]+)\s*\}\}/g;

/** Labels whose value, whatever an argument makes of it, stable and canary pods of a Rollout have in common. */
const ofPlace = /namespace|^cluster$|^env(?:ironment)?$|^region$/;

/** Labels by whose value one version of a program is selected. */
const ofVersion = /(?:^|_)(?:version|revision|release|tag|image)$/i;

const canaryWords = /canary|preview|latest|hash/i;

function argumentOf(name: string, args: Field): Field | undefined {
  return args.items.find((argument) => argument.at('name').text === name);
}

/** Names and values that only the canary has. */
const namesOfCanary = memoizeLast((rollout: Resource): readonly string[] => {
  const stable = services(rollout).find(({ role }) => role === 'stable')?.to.name;
  const own = services(rollout).flatMap(({ role, to }) =>
    role === 'stable' || to.name === stable ? [] : [to.name],
  );
  const metadata = ['labels', 'annotations'].flatMap((key) =>
    canary(rollout)
      .at('canaryMetadata', key)
      .entries.flatMap((entry) => entry.text ?? []),
  );
  const subset = trafficRouting(rollout).at('istio', 'destinationRule', 'canarySubsetName').text;
  return [...own, ...metadata, ...(subset === undefined ? [] : [subset])].filter((name) => name !== '');
});
