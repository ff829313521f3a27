import type { Protection, Scenario } from '../../play/protect/protection.js';
import type { Conclusion, Level } from '../conclusions.js';
import { inputConclusions } from '../input-conclusions.js';
import { Positions } from '../positions.js';
import { type ProtectReport, protectValue, scenarioJson } from '../protect-json.js';
import { kindOf, unprotectedWords } from '../protect-kinds.js';
import {
  failuresWords,
  levelOf,
  measuredWords,
  outcomeWords,
  protectConclusions,
  protectNotes,
} from '../protect-words.js';
import { type PageData, unique } from '../simulation-page/data.js';

/** The data of the page of bad versions: what `--format json` writes, and what is said of it. */
export interface ProtectPageData extends PageData {
  /** What `protect --format json` writes. */
  readonly report: ReturnType<typeof protectValue>;
  /** What is said of each of its Rollouts, in the same order. */
  readonly said: readonly PageProtection[];
  /** How many Rollouts are not protected, in words. */
  readonly summary: readonly string[];
  /** Where limits are exceeded, each as a sentence that begins with its place. */
  readonly exceeded: readonly string[];
  readonly outcomes: Readonly<Record<Scenario['outcome'], string>>;
}

export interface PageProtection {
  /** A unique name. */
  readonly key: string;
  readonly level: Level;
  readonly headline: string;
  /** Whether it is not known if anything stops a bad version. */
  readonly isUnknown: boolean;
  readonly conclusions: readonly Conclusion[];
  readonly notes: readonly string[];
  /** How each metric is measured, and how many failures fail it. */
  readonly gates: readonly { readonly measured: string; readonly failures: string }[];
  /** Versions that turn bad at steps and between them, in the order of time. */
  readonly moments: readonly PageMoment[];
}

/** A scenario as in the JSON format, and how it is marked. */
export type PageMoment = ReturnType<typeof scenarioJson> & { readonly level: Level };

export function protectPageData(report: ProtectReport): ProtectPageData {
  const keys = new Map<string, number>();
  const positions = new Positions();
  return {
    version: report.protections[0]?.version ?? '',
    inputs: inputConclusions(report),
    // Updates are not shown frame by frame.
    ...{ traces: [], lines: [], texts: [] },
    report: protectValue(report),
    said: report.protections.map((one) => pageProtection(one, keys)),
    summary: unprotectedWords(report.protections),
    exceeded: report.exceeded.map(({ protection: { rollout }, message }) => {
      const { source, start, end } = rollout.field.place;
      const { line, column } = positions.of(source, start, end);
      return `${source.name}:${line}:${column}: ${message}`;
    }),
    outcomes: outcomeWords,
  };
}

function pageProtection(protection: Protection, keys: Map<string, number>): PageProtection {
  const { rollout, gates, scenarios, between } = protection;
  const { level, headline } = kindOf(protection);
  return {
    key: unique([rollout.namespace, rollout.name].filter(Boolean).join('/'), keys),
    level,
    headline,
    isUnknown: level === 'unknown',
    conclusions: protectConclusions(protection),
    notes: protectNotes(protection),
    gates: gates.map((gate) => ({ measured: measuredWords(gate), failures: failuresWords(gate) })),
    moments: [...scenarios, ...between]
      .toSorted((one, another) => one.at - another.at)
      .map((scenario) => ({ ...scenarioJson(scenario, protection), level: levelOf(protection, scenario) })),
  };
}
