import type { Finding, Severity } from '../model/finding.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import { UsageError } from '../model/usage-error.js';
import { problemRules } from '../parse/problems.js';
import type { Rule } from '../rules/rule.js';

/** Which rules to run and how grave their findings are. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly severities: readonly (readonly [rule: string, severity: 'off' | Severity])[];
}

export interface SelectedRules {
  readonly rules: readonly Rule[];
  /** How many there are, with those of the reader. */
  readonly count: number;
  /** Whether a rule is among them, or is unknown. */
  isChosen(rule: string): boolean;
  /** The finding with the severity asked for; undefined when its rule was not chosen. */
  adjust(finding: Finding): Finding | undefined;
}

/** The names that a selection may have: rules, those of the reader among them, and areas. */
export function ruleNames(all: readonly Rule[]): readonly string[] {
  const names = [...all.map(({ meta }) => meta.name), ...problemRules.map(({ name }) => name)];
  return [...names, ...new Set(names.map(areaOf))];
}

/** Applies a selection; a name that is neither a rule nor an area is wrong usage. */
export function selectRules(all: readonly Rule[], { only, skip, severities }: Selection): SelectedRules {
  const names = [...all.map(({ meta }) => meta.name), ...problemRules.map(({ name }) => name)];
  const areas = names.map(areaOf);
  for (const name of [...only, ...skip, ...severities.map(([rule]) => rule)])
    if (!names.includes(name) && !areas.includes(name)) {
      throw new UsageError(`Unknown rule or area "${name}".${didYouMeanWithin(name, [...names, ...areas])}`);
    }

  const wanted = new Map<string, 'off' | Severity | undefined>();
  for (const name of names) {
    const isMeant = (entry: string): boolean => entry === name || entry === areaOf(name);
    const isChosen = (only.length === 0 || only.some(isMeant)) && !skip.some(isMeant);
    const severity = severities.findLast(([entry]) => isMeant(entry))?.[1];
    wanted.set(name, isChosen ? severity : 'off');
  }
  return {
    rules: all.filter(({ meta }) => wanted.get(meta.name) !== 'off'),
    count: names.filter((name) => wanted.get(name) !== 'off').length,
    isChosen: (rule) => wanted.get(rule) !== 'off',
    adjust(finding) {
      const severity = wanted.get(finding.rule);
      if (severity === 'off') return undefined;
      return severity === undefined ? finding : { ...finding, severity };
    },
  };
}

function areaOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}
