import type { Fault } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Gate } from '../play/protect/gates.js';
import type { Exceeded } from '../play/protect/limits.js';
import {
  isCostKnown,
  type Protection,
  type Scenario,
  requestsOf,
  worstOf,
} from '../play/protect/protection.js';
import { faultsJson } from './faults.js';
import { JsonText } from './json-text.js';
import { findingsJson } from './json.js';
import { Positions } from './positions.js';
import type { Note } from './report.js';

/** The result of `protect`. */
export interface ProtectReport {
  readonly protections: readonly Protection[];
  /** Where a Rollout is less protected than the configuration asks for. */
  readonly exceeded: readonly Exceeded[];
  /** Findings in the YAML of the manifests. */
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  /** Inputs that could not be read. */
  readonly failures: readonly Note[];
  /** Inputs that were not checked, each in a few words. */
  readonly unchecked: readonly string[];
  /** Internal errors of the tool. */
  readonly faults: readonly Fault[];
}

/** One JSON object, as docs/protect.md describes it; `version` changes when a field changes meaning. Times are in seconds. */
export default function protectJson(report: ProtectReport): string {
  return `${new JsonText([]).of(protectValue(report)) ?? ''}\n`;
}

/** What `protect --format json` writes. */
export function protectValue(report: ProtectReport) {
  const { protections, exceeded, findings, notes, failures, unchecked, faults } = report;
  const positions = new Positions();
  return {
    version: 1,
    rollouts: protections.map((one) => protectionJson(one, positions)),
    exceeded: exceeded.map(({ protection, scenario, limit, message, allowed }) => ({
      rollout: rolloutJson(protection, positions),
      scenario: scenario?.id ?? null,
      limit,
      allowed,
      message,
    })),
    findings: findingsJson(findings),
    notes: notes.map(({ message }) => message),
    failures: failures.map(({ message }) => message),
    unchecked,
    faults: faultsJson(faults, new Positions()),
  };
}

function protectionJson(protection: Protection, positions: Positions) {
  const {
    version,
    assumptions,
    gates,
    unknown,
    shares,
    routes,
    scenarios,
    unweighted,
    requestsPerSecond,
    notes,
  } = protection;
  return {
    rollout: rolloutJson(protection, positions),
    rollouts: version,
    assumptions,
    gates: gates.map((gate) => gateJson(gate, positions)),
    unknown,
    shares,
    routes: routes.map(({ at, until, ...route }) => ({ ...route, at: at ?? null, until: until ?? null })),
    scenarios: scenarios.map((one) => scenarioJson(one, protection)),
    worst: worstOf(protection)?.id ?? null,
    unweighted,
    requestsPerSecond: requestsPerSecond ?? null,
    notes,
  };
}

function rolloutJson({ rollout }: Protection, positions: Positions) {
  const { namespace, name, file, field } = rollout;
  const { source, start, end } = field.place;
  return { namespace, name, file, ...positions.of(source, start, end) };
}

function gateJson(gate: Gate, positions: Positions) {
  const { metric, template, analysis, bad, first, every, failures, idle, isMixed, fixed } = gate;
  const { source, start, end } = gate.field.place;
  return {
    ...{ metric, template, analysis, bad },
    first: first ?? null,
    every: every ?? null,
    failures: failures ?? null,
    idle: idle ?? null,
    mixed: isMixed,
    fixed: fixed ?? null,
    place: { file: source.name, ...positions.of(source, start, end) },
  };
}

export function scenarioJson(
  { by, noticed, exposure, gone, ...scenario }: Scenario,
  protection: Pick<Protection, 'requestsPerSecond' | 'unweighted'>,
) {
  const isKnown = isCostKnown(protection);
  return {
    ...scenario,
    by: by ?? null,
    noticed: noticed ?? null,
    exposure: isKnown ? (exposure ?? null) : null,
    requests: requestsOf(protection, { exposure }) ?? null,
    gone: isKnown ? (gone ?? null) : null,
  };
}
