import type { Finding } from '../../model/finding.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import { type Rendering, switchedFolder } from '../../repository/render/inputs.js';
import { isOfTest } from './tried-values.js';
import type { Chart, LeftOutTemplate } from '../../repository/template/chart.js';
import type { SetValue } from '../../repository/template/set-values.js';
import { switchesOf } from '../../repository/template/switches.js';
import { kinds } from '../../kubernetes/objects/object.js';

/** The objects of a release, with what is missing. */
export interface EvaluatedRendering extends Rendering {
  /** Why Helm refuses its values, a sentence each. */
  readonly refused: readonly string[];
  readonly missing: {
    readonly leftOut: readonly LeftOutTemplate[];
    /** The charts that it depends on and that are not there. */
    readonly absent: readonly string[];
  };
}

/** A release of a chart, and what its values make. */
export interface TriedRelease {
  readonly unit: HelmUnit;
  readonly rendering: EvaluatedRendering | string;
  /** Why the release that it stands for is not known with its own values. */
  readonly instead?: string;
}

/** A release with other values than those that are given, which turn its Rollout on. */
export interface SwitchedUnit extends HelmUnit {
  readonly switched: readonly SetValue[];
}

/**
 * Releases of charts of which no values of the repository make a Rollout, though a template has one: in their place, the chart with
 * the values that turn it on; beside what Applications release.
 */
export function withSwitched(
  tried: readonly TriedRelease[],
  chartOf: (unit: HelmUnit) => Chart | undefined,
  render: (unit: SwitchedUnit) => EvaluatedRendering | string,
): readonly TriedRelease[] {
  const found = new Map<HelmUnit, TriedRelease>();
  const failed: TriedRelease[] = [];
  const byChart = new Map<string, TriedRelease[]>();
  for (const one of tried) append(byChart, one.unit.chart, one);
  const added: TriedRelease[] = [];
  for (const all of byChart.values()) {
    const [first] = all;
    if (first && all.every(isLeftOff)) {
      added.push(...switchedBeside(first.unit, chartOf(first.unit), render));
      continue;
    }
    const chart = first && all.every(isOff) ? chartOf(first.unit) : undefined;
    const unit = first && chart && switchedUnit(chart)(first.unit);
    if (!unit) continue;
    const rendering = render(unit);
    if (typeof rendering === 'string') failed.push({ unit, rendering });
    else if (hasRollout(rendering))
      found.set(first.unit, {
        ...{ unit, rendering },
        ...(typeof first.rendering === 'string' ? { instead: first.rendering } : {}),
      });
  }
  return [...tried.map((one) => found.get(one.unit) ?? one), ...failed, ...added];
}

/** Whether an Application releases a chart without its Rollout. */
function isLeftOff({ unit, rendering }: TriedRelease): boolean {
  return unit.deployer !== undefined && typeof rendering !== 'string' && !hasRollout(rendering);
}

/** Beside what Applications release without the Rollout of a chart: the chart with the values that turn it on, which nothing releases. */
function switchedBeside(
  unit: HelmUnit,
  chart: Chart | undefined,
  render: (unit: SwitchedUnit) => EvaluatedRendering | string,
): readonly TriedRelease[] {
  const switched = chart && switchedUnit(chart)(unreleased(unit));
  const rendering = switched && render(switched);
  return rendering && typeof rendering !== 'string' && hasRollout(rendering)
    ? [{ unit: switched, rendering }]
    : [];
}

/** The same object for a unit, so that what was made of it is kept. */
const unreleased = memoize((unit: HelmUnit): HelmUnit => ({
  ...unit,
  deployer: undefined,
  inline: undefined,
  folder: `${unit.chart}/${switchedFolder}`,
  name: unit.name.replace(/(?:,| with) the values of Application .*$/s, ''),
}));

function isOff({ unit, rendering }: TriedRelease): boolean {
  // No Application can mean a release that fails.
  if (typeof rendering === 'string') return true;
  return !unit.deployer && !hasRollout(rendering);
}

/** Why no release can turn the Rollout of a chart on; undefined if Helm may read what is not read here. */
export function failureOf(unit: HelmUnit, reason: string): string | undefined {
  return 'switched' in unit && /^template \S+ is not found$/.test(reason)
    ? `${unit.name}: Helm fails, because ${reason}, so the Rollout of the chart cannot be deployed.`
    : undefined;
}

/** The same object for a chart and a release of it, so that what was made of it is kept. */
const switchedUnit = memoize((chart: Chart) =>
  memoize((unit: HelmUnit): SwitchedUnit | undefined => {
    const switched = switchesOf(chart, kinds.rollout.kind);
    if (!switched) return undefined;
    const values = switched.map(({ name, value }) => `${name}: ${value}`).join(', ');
    const name = `${unit.name}${separator(unit)}${values}`;
    return { ...unit, ...(unit.deployer ? {} : { trial: 'open' as const }), switched, name };
  }),
);

/** The values by which a release differs from the one that is given. */
export function switchedValues(unit: HelmUnit): readonly SetValue[] {
  return 'switched' in unit ? (unit as SwitchedUnit).switched : [];
}

/** Whether its values are none of a release: they turn a Rollout on, or are those of a test. */
function isTried(unit: HelmUnit): boolean {
  return switchedValues(unit).length > 0 || isOfTest(unit);
}

function separator({ values }: HelmUnit): string {
  return values.length === 0 ? ' with ' : ', ';
}

function hasRollout({ text }: Rendering): boolean {
  return text.docs.some(({ kind }) => kind === kinds.rollout.kind);
}

/** What is found only in charts that are turned on for it is information: the repository does not deploy it. */
export function asInformation(
  findings: readonly Finding[],
  renderings: readonly Rendering[],
): readonly Finding[] {
  const tried = renderings.flatMap(({ unit }) => (unit.tool === 'helm' && isTried(unit) ? [unit] : []));
  if (tried.length === 0) return findings;
  const names = new Set(tried.map(({ name }) => name));
  const ofTests = new Set(tried.filter(isOfTest).map(({ name }) => name));
  const isTriedOnly = ({ rendered }: Finding): boolean => {
    const from = rendered?.from ?? [];
    return from.length > 0 && from.every((name) => names.has(name));
  };
  const released = new Set(findings.flatMap((one) => (isTriedOnly(one) ? [] : [spotOf(one)])));
  return findings.flatMap((finding) => {
    const from = finding.rendered?.from ?? [];
    if (!isTriedOnly(finding)) return [finding];
    // A release has the same at the same place, perhaps of another name.
    if (released.has(spotOf(finding))) return [];
    if (from.every((name) => ofTests.has(name)) && restsOnTest(finding)) return [];
    return [!finding.isSettled && finding.severity !== 'info' ? informationOf(finding) : finding];
  });
}

function spotOf({ rule, place: { source, start } }: Finding): string {
  return `${rule}\n${source.path}\n${start}`;
}

/** Rules about what a test may well name though it is nowhere. */
const aboutNames: ReadonlySet<string> = new Set([
  ...['k8s/config-exists', 'k8s/ingress-backend-exists', 'pods/service-account-exists'],
  ...['pods/volumes-declared', 'pods/claims-mountable', 'pods/image-versioned', 'pods/image-named'],
]);

/** Whether a finding may come from what only the values of a test have: names of others, and parts of pods. */
function restsOnTest({ rule, path: at }: Finding): boolean {
  return aboutNames.has(rule) || (rule === 'rollout/accepted-by-controller' && at?.[1] === 'template');
}

const informationOf = memoize((finding: Finding): Finding => ({ ...finding, severity: 'info' }));
