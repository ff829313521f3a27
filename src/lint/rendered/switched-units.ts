import { kinds } from '../../kubernetes/objects/object.js';
import { memoize } from '../../model/memo.js';
import type { Rendering } from '../../repository/render/inputs.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import type { Chart, LeftOutTemplate } from '../../repository/template/chart.js';
import { decisionsOn } from '../../repository/template/decisions.js';
import type { SetValue } from '../../repository/template/set-values.js';
import type { Mapping } from '../../repository/template/unknown.js';

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

/** What releases are tried with. */
export interface TriedWith {
  readonly chartOf: (unit: HelmUnit) => Chart | undefined;
  /** The values of a release; undefined if they cannot be read. */
  readonly valuesOf: (unit: HelmUnit, chart: Chart) => Mapping | undefined;
  readonly render: (unit: HelmUnit) => EvaluatedRendering | string;
}

/** A release with other values than those that are given, which turn its Rollout on. */
export interface SwitchedUnit extends HelmUnit {
  readonly switched: readonly SetValue[];
  readonly trial?: 'test' | 'open';
}

/** The values by which a release differs from the one that is given. */
export function switchedValues(unit: HelmUnit): readonly SetValue[] {
  return 'switched' in unit ? (unit as SwitchedUnit).switched : [];
}

/** The values by which a unit differs from another one, and its name. */
export function switchedAs(
  unit: HelmUnit,
  set: readonly SetValue[],
): Pick<SwitchedUnit, 'switched' | 'name'> {
  const before = switchedValues(unit).filter(({ name }) => !set.some((one) => one.name === name));
  return {
    switched: [...before, ...set],
    name: `${nameWithoutSwitched(unit)}${nameOfValues(unit, [...before, ...set])}`,
  };
}

function nameOfValues({ values, inline }: HelmUnit, set: readonly SetValue[]): string {
  if (set.length === 0) return '';
  const listed = set.map(({ name, value }) => `${name}: ${value}`).join(', ');
  return `${values.length === 0 && !inline ? ' with ' : ', '}${listed}`;
}

/** The name of a unit without the values by which it differs from a release. */
export function nameWithoutSwitched(unit: HelmUnit): string {
  const end = nameOfValues(unit, switchedValues(unit));
  return end !== '' && unit.name.endsWith(end) ? unit.name.slice(0, -end.length) : unit.name;
}

export function hasRollout({ text }: Rendering): boolean {
  return text.docs.some(({ kind }) => kind === kinds.rollout.kind);
}

/** A release with what its conditions ask of values that are missing, so that they need not be known. */
export function decidedUnits(
  unit: HelmUnit,
  chart: Chart,
  valuesOf: TriedWith['valuesOf'],
): readonly SwitchedUnit[] {
  const values = valuesOf(unit, chart);
  const decisions = values && decisionsOn(chart, values);
  return decisions ? [decidedUnit(unit)(JSON.stringify(decisions))] : [];
}

/** The same object for a unit and its values, so that what was made of it is kept. */
const decidedUnit = memoize((unit: HelmUnit) => {
  const known = new Map<string, SwitchedUnit>();
  return (values: string): SwitchedUnit => {
    const made =
      known.get(values) ??
      ({ ...unit, trial: 'open', ...switchedAs(unit, JSON.parse(values) as readonly SetValue[]) } as const);
    known.set(values, made);
    return made;
  };
});
