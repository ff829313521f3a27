import { memoize } from '../../model/memo.js';
import { append } from '../../model/multimap.js';
import { folderOfMode } from '../../repository/graph/modes.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import type { Chart, LeftOutTemplate } from '../../repository/template/chart.js';
import type { SetValue } from '../../repository/template/set-values.js';
import { modesOf, ofAutoscalers } from '../../repository/template/switches.js';
import {
  type EvaluatedRendering,
  type TriedWith,
  hasRollout,
  nameWithoutSwitched,
  switchedAs,
  type SwitchedUnit,
  switchedValues,
  type TriedRelease,
} from './switched-units.js';
import { isOfTest } from './tried-values.js';

/**
 * Releases of charts with a Rollout, and beside them each chart in the modes that none of its releases are in: another strategy, an autoscaler,
 * a traffic router that its values leave off.
 */
export function withModes(tried: readonly TriedRelease[], around: TriedWith): readonly TriedRelease[] {
  const byChart = new Map<string, TriedRelease[]>();
  for (const one of tried) if (typeof one.rendering !== 'string') append(byChart, one.unit.chart, one);
  return [...tried, ...[...byChart.values()].flatMap((known) => modesBeside(known, around))];
}

function modesBeside(
  known: readonly TriedRelease[],
  { chartOf, valuesOf, render }: TriedWith,
): readonly TriedRelease[] {
  const base = known.find(
    ({ unit, rendering }) => typeof rendering !== 'string' && hasRollout(rendering) && !isOfTest(unit),
  );
  const chart = base && chartOf(base.unit);
  const values = chart && valuesOf(base.unit, chart);
  if (!values) return [];
  const others = known.flatMap((one) => (one === base ? [] : (valuesOf(one.unit, chart) ?? [])));
  const modes = modesOf(chart, [values, ...others]).map(({ set }) =>
    modeUnit(base.unit)(JSON.stringify(set)),
  );
  return [...modes, ...autoscaledOff(base.unit, { chart, valuesOf })].flatMap((unit) => {
    const rendering = render(unit);
    return typeof rendering === 'string' || isLessKnown(rendering, base) ? [] : [{ unit, rendering }];
  });
}

/** The autoscalers of a chart whose Rollout is off with its own values: they scale what it has instead. */
function autoscaledOff(
  unit: HelmUnit,
  { chart, valuesOf }: Pick<TriedWith, 'valuesOf'> & { readonly chart: Chart },
): readonly SwitchedUnit[] {
  if (switchedValues(unit).length === 0) return [];
  const off = unswitched(unit);
  const values = valuesOf(off, chart);
  return values
    ? modesOf(chart, [values], [ofAutoscalers]).map(({ set }) => modeUnit(off)(JSON.stringify(set)))
    : [];
}

/** The same object for a unit, so that what was made of it is kept. */
const unswitched = memoize((unit: HelmUnit): HelmUnit => ({
  ...unit,
  name: nameWithoutSwitched(unit),
  ...{ switched: [] },
}));

/** Whether less is known of a mode than of the release from which it differs. */
function isLessKnown({ missing }: EvaluatedRendering, { rendering }: TriedRelease): boolean {
  if (typeof rendering === 'string') return true;
  const keyOf = ({ path, reason }: LeftOutTemplate): string => `${path}\n${reason}`;
  const known = new Set(rendering.missing.leftOut.map(keyOf));
  return missing.leftOut.some((one) => !known.has(keyOf(one)));
}

/** The same object for a unit and its values, so that what was made of it is kept. */
const modeUnit = memoize((unit: HelmUnit) => {
  const known = new Map<string, SwitchedUnit>();
  return (values: string): SwitchedUnit => {
    let made = known.get(values);
    if (!made) {
      const set = JSON.parse(values) as readonly SetValue[];
      const switched = switchedAs(unit, set);
      const name = switched.switched.map((one) => `${one.name}=${one.value}`).join(',');
      const folder = folderOfMode(unit.chart, name);
      made = { ...unit, trial: 'open', deployer: undefined, ...switched, folder };
      known.set(values, made);
    }
    return made;
  };
});
