import { append } from '../../model/multimap.js';
import type { ChartFiles } from '../../repository/render/chart-files.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import type { TriedRelease, TriedWith } from './switched-units.js';

/** A release with values that no release of the repository has. */
export interface TrialUnit extends HelmUnit {
  /** `test`: a values file for tests of the chart; `open`: its own values, and placeholders for those that are required. */
  readonly trial: 'test' | 'open';
}

/** At most as many values files of a chart are tried. */
const mostFiles = 3;

/** Whether the values of a unit are those of a test. */
export function isOfTest(unit: HelmUnit): boolean {
  return 'trial' in unit && unit.trial === 'test';
}

/** Whether placeholders stand for what is required and missing in the values of a unit. */
export function hasPlaceholders(unit: HelmUnit): boolean {
  return 'trial' in unit && unit.trial === 'open';
}

/**
 * Releases of charts that no values of the repository make readable, because they lack what is required: in their place, the chart with the
 * values files by which it is tested, else with placeholders for what each release has to set. What an Application releases fails as it is.
 */
export function withTrials(
  tried: readonly TriedRelease[],
  files: ChartFiles,
  { render }: TriedWith,
): readonly TriedRelease[] {
  const byChart = new Map<string, TriedRelease[]>();
  for (const one of tried) append(byChart, one.unit.chart, one);
  const found = new Map<HelmUnit, readonly TriedRelease[]>();
  for (const [first, ...others] of byChart.values()) {
    if (!first) continue;
    const instead = first.rendering;
    if (typeof instead !== 'string' || first.unit.deployer || !others.every(isUnread)) continue;
    const known = trialsOf(first.unit, files)
      .map((units) =>
        units.map((unit) => ({ unit, rendering: render(unit), instead })).filter((one) => !isUnread(one)),
      )
      .find((releases) => releases.length > 0);
    if (known) found.set(first.unit, known);
  }
  return tried.flatMap((one) => found.get(one.unit) ?? [one]);
}

function isUnread({ rendering }: Pick<TriedRelease, 'rendering'>): boolean {
  return typeof rendering === 'string';
}

/** What is tried, the best first. */
function trialsOf(unit: HelmUnit, files: ChartFiles): readonly (readonly TrialUnit[])[] {
  const { chart } = unit;
  const ofTest = testValues(chart, files).map((file): TrialUnit => {
    const within = file.slice(chart.length + 1);
    return {
      ...unit,
      values: [file],
      folder: `${chart}/${within}`,
      name: `${nameWithoutValues(unit)} with ${within}`,
      trial: 'test',
    };
  });
  return [ofTest, [{ ...unit, values: [], folder: chart, name: nameWithoutValues(unit), trial: 'open' }]];
}

/** The name of the chart of a unit, without its values. */
export function nameWithoutValues({ name }: HelmUnit): string {
  return name.replace(/ with .*$/s, '');
}

/**
 * The values files by which a chart is tested: those of chart-testing, and others that are named so.
 * https://github.com/helm/chart-testing/blob/v3.14.0/README.md
 */
function testValues(chart: string, files: ChartFiles): readonly string[] {
  const within = (folder: string, pattern: RegExp): readonly string[] =>
    (files.entries(folder) ?? []).flatMap(({ name, kind }) =>
      kind === 'file' && pattern.test(name) ? [`${folder}/${name}`] : [],
    );
  return [
    ...within(`${chart}/ci`, /values\.ya?ml$/),
    ...within(
      chart,
      /(?:^|[-_.])(?:tests?|examples?)[-_.]values\.ya?ml$|^values[-_.](?:tests?|examples?)\.ya?ml$/,
    ),
  ].slice(0, mostFiles);
}
