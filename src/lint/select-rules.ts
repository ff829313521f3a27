import { type Where, whereOfFile } from '../repository/graph/where.js';
import { type Finding, type Severity, severities as fromSlightest } from '../model/finding.js';
import type { ConfiguredSilencer } from '../model/silencer.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import { UsageError } from '../model/usage-error.js';
import { problemRules } from '../yaml/parse/problems.js';
import type { Rule } from '../rules/rule.js';

/** The rules to run, with their severities. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** By rule or area; the last match wins. */
  readonly severities: Severities;
  /** Severities for parts of the inputs, which take precedence over those for all of them. */
  readonly overrides?: readonly SeverityOverride[] | undefined;
  /** Severities that take precedence over all others. */
  readonly asked?: Severities | undefined;
  /** Whether default severities are raised by one level. */
  readonly isStrict?: boolean | undefined;
}

export type Severities = readonly (readonly [rule: string, severity: 'off' | Severity])[];

/** Severities for objects deployed to some place. */
export interface SeverityOverride {
  holds(this: void, where: Where): boolean;
  readonly severities: Severities;
  /** The entry of each severity in its file. */
  readonly entries: readonly ConfiguredSilencer[];
}

export interface SelectedRules {
  readonly rules: readonly Rule[];
  /** The number of rules, including the problems of reading. */
  readonly count: number;
  /** Whether a rule is selected or unknown. */
  isChosen(rule: string): boolean;
  /** The finding with its selected severity; undefined if its rule is not selected. */
  adjust(finding: Finding, outside?: (file: string) => string): Finding | undefined;
  /** The severity of a rule for a deployed object; `own` is the default. */
  severityAt(this: void, rule: string, where: Where, own: Severity): 'off' | Severity;
  /** The entry of an override that turns a selected rule off for a deployed object. */
  silencerAt(this: void, rule: string, where: Where): ConfiguredSilencer | undefined;
}

/** The names that a selection can contain: rules, problems of reading, and areas. */
export function ruleNames(all: readonly Rule[]): readonly string[] {
  const names = [...all.map(({ meta }) => meta.name), ...problemRules.map(({ name }) => name)];
  return [...names, ...new Set(names.map(areaOf))];
}

/**
 * Applies a selection.
 * @throws {UsageError} for a name that is neither a rule nor an area
 */
export function selectRules(
  all: readonly Rule[],
  { only, skip, severities, overrides = [], asked = [], isStrict = false }: Selection,
): SelectedRules {
  const names = [...all.map(({ meta }) => meta.name), ...problemRules.map(({ name }) => name)];
  const areas = names.map(areaOf);
  const said = [severities, ...overrides.map((one) => one.severities), asked].flat();
  for (const name of [...only, ...skip, ...said.map(([rule]) => rule)])
    if (!names.includes(name) && !areas.includes(name)) {
      throw new UsageError(`Unknown rule or area "${name}".${didYouMeanWithin(name, [...names, ...areas])}`);
    }

  const isChosen = (name: string): boolean => {
    const isMeant = (entry: string): boolean => entry === name || entry === areaOf(name);
    return (only.length === 0 || only.some(isMeant)) && !skip.some(isMeant);
  };
  const ofAll = [...severities, ...asked];
  const wanted = new Map(names.map((name) => [name, isChosen(name) ? lastOf(ofAll, name) : 'off']));
  const isSomewhereOn = (name: string): boolean =>
    isChosen(name) &&
    overrides.some((one) => ![undefined, 'off'].includes(lastOf([...one.severities, ...asked], name)));
  const runs = new Set(names.filter((name) => wanted.get(name) !== 'off' || isSomewhereOn(name)));
  const raised = isStrict ? graver : (own: Severity): Severity => own;
  const severityAt = (name: string, where: Where, own: Severity): 'off' | Severity => {
    const here = overrides.filter(({ holds }) => holds(where)).flatMap((one) => one.severities);
    const set =
      here.length > 0 && names.includes(name)
        ? isChosen(name)
          ? lastOf([...severities, ...here, ...asked], name)
          : 'off'
        : wanted.get(name);
    return set ?? raised(own);
  };
  const silencerAt: SelectedRules['silencerAt'] = (name, where) => {
    if (!isChosen(name) || lastOf(asked, name) !== undefined) return undefined;
    for (const { holds, severities: its, entries } of overrides.toReversed()) {
      const at = holds(where) ? lastIndexOf(its, name) : -1;
      if (at !== -1) return its[at]![1] === 'off' ? entries[at] : undefined;
    }
    return undefined;
  };
  return {
    rules: all.filter(({ meta }) => runs.has(meta.name)),
    count: runs.size,
    isChosen: (rule) => runs.has(rule) || !wanted.has(rule),
    severityAt,
    silencerAt,
    adjust(finding, outside = (file) => file) {
      const { rule, place, severity: own, isSettled } = finding;
      if (isSettled) return finding;
      const severity = severityAt(rule, whereOfFile(outside(place.source.path)), own);
      if (severity === 'off') return undefined;
      return severity === own ? finding : { ...finding, severity };
    },
  };
}

function lastOf(severities: Severities, name: string): 'off' | Severity | undefined {
  return severities[lastIndexOf(severities, name)]?.[1];
}

function lastIndexOf(severities: Severities, name: string): number {
  return severities.findLastIndex(([entry]) => entry === name || entry === areaOf(name));
}

function graver(severity: Severity): Severity {
  return fromSlightest[fromSlightest.indexOf(severity) + 1] ?? severity;
}

/** The first part of the name of a rule: `istio` of `istio/route-exists`. */
export function areaOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}
