import type { Finding } from '../../model/finding.js';
import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import { folderOfMode, isMode } from '../../repository/graph/modes.js';
import type { Rendering } from '../../repository/render/inputs.js';
import {
  decidedUnits,
  hasRollout,
  switchedAs,
  type SwitchedUnit,
  switchedValues,
  type TriedRelease,
  type TriedWith,
} from './switched-units.js';
import { hasPlaceholders, isOfTest } from './tried-values.js';
import type { Chart } from '../../repository/template/chart.js';
import { valuesSeen } from '../../repository/template/placed.js';
import { switchesOf } from '../../repository/template/switches.js';
import { kinds } from '../../kubernetes/objects/object.js';

/**
 * Releases of charts of which no values of the repository make a Rollout, though a template has one: in their place, the chart with
 * the values that turn it on; beside what Applications release.
 */
export function withSwitched(tried: readonly TriedRelease[], around: TriedWith): readonly TriedRelease[] {
  const found = new Map<HelmUnit, TriedRelease>();
  const failed: TriedRelease[] = [];
  const byChart = new Map<string, TriedRelease[]>();
  for (const one of tried) append(byChart, one.unit.chart, one);
  const added: TriedRelease[] = [];
  for (const all of byChart.values()) {
    const [first] = all;
    if (first && all.every(isLeftOff)) {
      added.push(...switchedBeside(first.unit, around));
      continue;
    }
    if (!first || !all.every(isOff)) continue;
    const { known, unknown } = switchedOn(first.unit, around);
    if (!known) failed.push(...unknown.slice(0, 1));
    else
      found.set(first.unit, {
        ...known,
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
function switchedBeside(unit: HelmUnit, around: TriedWith): readonly TriedRelease[] {
  const { known } = switchedOn(unreleased(unit), around);
  return known ? [known] : [];
}

/** A chart with the first of the values that turn its Rollout on of which that is known, and what is not known of the others. */
function switchedOn(
  unit: HelmUnit,
  { chartOf, valuesOf, render }: TriedWith,
): { readonly known: TriedRelease | undefined; readonly unknown: readonly TriedRelease[] } {
  const unknown: TriedRelease[] = [];
  const chart = chartOf(unit);
  if (!chart) return { known: undefined, unknown };
  const units = switchedUnits(chart)(unit);
  const on = units.length > 0 ? units : [unit];
  for (const one of [...units, ...on.flatMap((its) => decidedUnits(its, chart, valuesOf))]) {
    const rendering = render(one);
    if (typeof rendering === 'string') unknown.push({ unit: one, rendering });
    else if (hasRollout(rendering)) return { known: { unit: one, rendering }, unknown };
  }
  return { known: undefined, unknown };
}

/** The same object for a unit, so that what was made of it is kept. */
const unreleased = memoize((unit: HelmUnit): HelmUnit => ({
  ...unit,
  deployer: undefined,
  inline: undefined,
  folder: folderOfMode(unit.chart, 'on'),
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

/** The same objects for a chart and a release of it, so that what was made of them is kept. */
const switchedUnits = memoize((chart: Chart) =>
  memoize((unit: HelmUnit): readonly SwitchedUnit[] => {
    const values = valuesSeen(chart, [], []);
    const ways = values ? switchesOf(chart, kinds.rollout.kind, values) : [];
    const trial = unit.deployer ? {} : { trial: 'open' as const };
    return ways.map((switched) => ({ ...unit, ...trial, ...switchedAs(unit, switched) }));
  }),
);

/** Whether its values are none of a release: they turn a Rollout on, or are those of a test. */
function isTried(unit: HelmUnit): boolean {
  return switchedValues(unit).length > 0 || isOfTest(unit);
}

/** What is found only in charts that are turned on for it is information: the repository does not deploy it. */
export function asInformation(all: readonly Finding[], renderings: readonly Rendering[]): readonly Finding[] {
  const tried = renderings.flatMap(({ unit }) => (unit.tool === 'helm' && isTried(unit) ? [unit] : []));
  if (tried.length === 0) return all;
  const findings = withoutRepeatsOfModes(all, renderings);
  const isTriedOnly = isOnlyIn(tried);
  const isOfTests = isOnlyIn(tried.filter(isOfTest));
  const isOpen = isOnlyIn(tried.filter(hasPlaceholders));
  const released = new Set(findings.flatMap((one) => (isTriedOnly(one) ? [] : [spotOf(one)])));
  return findings.flatMap((finding) => {
    if (!isTriedOnly(finding)) return [finding];
    // A release has the same at the same place, perhaps of another name.
    if (released.has(spotOf(finding))) return [];
    if (isOfTests(finding) && restsOnTest(finding)) return [];
    if (finding.rule === checksums && isOpen(finding)) return [];
    return [!finding.isSettled && finding.severity !== 'info' ? informationOf(finding) : finding];
  });
}

/** Whether a finding is in the outputs of some units alone. */
function isOnlyIn(units: readonly HelmUnit[]): (finding: Finding) => boolean {
  const names = new Set(units.map(({ name }) => name));
  return ({ rendered }) => {
    const from = rendered?.from ?? [];
    return from.length > 0 && from.every((name) => names.has(name));
  };
}

/**
 * Findings without those that charts have in a mode, too, or in another mode. What Argo CD shows of a mode is not known where an Application
 * deploys the chart.
 */
function withoutRepeatsOfModes(
  findings: readonly Finding[],
  renderings: readonly Rendering[],
): readonly Finding[] {
  const units = renderings.flatMap(({ unit }) => (unit.tool === 'helm' ? [unit] : []));
  const modes = units.filter(({ folder }) => isMode(folder));
  if (modes.length === 0) return findings;
  const deployed = new Set(units.flatMap(({ chart, deployer }) => (deployer ? [chart] : [])));
  const isOfMode = isOnlyIn(modes);
  const isOfDeployed = isOnlyIn(modes.filter(({ chart }) => deployed.has(chart)));
  const said = new Set(findings.flatMap((one) => (isOfMode(one) ? [] : [spotOf(one)])));
  return findings.filter((one) => {
    if (!isOfMode(one)) return true;
    if (said.has(spotOf(one)) || aboutOthers.test(one.rule)) return false;
    if (one.consequence?.kind === 'drift' && isOfDeployed(one)) return false;
    said.add(spotOf(one));
    return true;
  });
}

function spotOf({ rule, place: { source, start } }: Finding): string {
  return `${rule}\n${source.path}\n${start}`;
}

/** A checksum of a template that is empty without values of a release says nothing of one with them. */
const checksums = 'config/checksum-of-content';

/** Rules about other workloads than those of updates. */
const aboutOthers = /^k8s\/workload-/;

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
