import { isStandIn } from '../play/drift/applications.js';
import type { Drift, ObjectDrift } from '../play/drift/drift.js';
import { hasFailed, refusals, type Tally } from '../play/drift/judged.js';
import { patchOf } from '../play/drift/patch.js';
import type { Fault } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Resource } from '../model/resource.js';
import {
  faultText,
  frozenText,
  hiddenText,
  lastingText,
  objectCalled,
  obstacleText,
  pathText,
  syncText,
  unsimulatedText,
} from './drift-words.js';
import { faultsJson } from './faults.js';
import { errorGroups, errorText } from './frame-errors.js';
import { JsonText } from './json-text.js';
import { findingsJson } from './json.js';
import { lastingOutcomes } from './outcome-conclusions.js';
import { Positions } from './positions.js';
import type { Note } from './report.js';

/** The result of a run of `drift`. */
export interface DriftResult {
  readonly tally: Tally;
  /** Applications that deploy none of the given manifests. */
  readonly leftOut: readonly Resource[];
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

/**
 * One JSON object, as docs/drift.md describes it, in parts; `version` changes when a field changes meaning. The texts of
 * drifts are made one by one, by `driftJsonPart`.
 */
export default function* driftJson(drifts: Iterable<string>, result: DriftResult): Generator<string> {
  const { tally, leftOut, findings, notes, failures, unchecked, faults } = result;
  const text = new JsonText([]);
  const head = text.of({ version: 1, summary: { ...tally.counts, leftOut: leftOut.length } }) ?? '';
  yield `${head.slice(0, -2)},\n  "applications": [`;
  let isFirst = true;
  for (const drift of drifts) {
    yield `${isFirst ? '' : ','}\n    ${drift}`;
    isFirst = false;
  }
  const rest = {
    leftOut: leftOut.map(({ namespace, name, source }) => ({ namespace, name, file: source.name })),
    findings: findingsJson(findings),
    notes: notes.map(({ message }) => message),
    failures: failures.map(({ message }) => message),
    unchecked,
    faults: faultsJson(faults, new Positions()),
  };
  yield `${isFirst ? ']' : '\n  ]'},${text.of(rest)?.slice(1) ?? ''}\n`;
}

/** The text of a drift in that object. */
export function driftJsonPart(drift: Drift): string {
  return new JsonText([]).of(one(drift), 2) ?? '';
}

function one(drift: Drift) {
  const { trace, frames, objects, syncs, notes, unsimulated } = drift;
  return {
    application: application(drift),
    rollout: { ...trace.rollout, rollouts: trace.version },
    refusals: refusals(trace),
    errors: errorGroups(trace.frames.filter(hasFailed)).map(({ ids, error }) => ({
      frames: ids,
      message: errorText(error),
    })),
    frames: frames.map(({ frame: { id, title, from }, status, health }) => ({
      ...{ id, title, from, status, health },
    })),
    objects: objects.map(objectJson),
    syncs: syncs.map((sync) => ({
      object: sync.key,
      triggers: sync.triggers,
      frames: sync.frames.map(({ id }) => id),
      fields: sync.fields,
      outcome: sync.outcome,
      isImmediate: sync.isImmediate,
      message: syncText(drift, sync),
    })),
    outcomes: lastingOutcomes(trace.frames).map(({ kind, level, frames: ids, text }) => ({
      kind,
      level,
      frames: ids,
      message: text,
    })),
    patch: patchOf(drift),
    ...ignored(drift),
    notes: [...notes, ...unsimulated.map(unsimulatedText), ...trace.notes],
  };
}

function application({ deployer, argo }: Drift) {
  const { application: resource, set } = deployer;
  return {
    namespace: resource.namespace,
    name: resource.name,
    file: resource.source.name,
    applicationSet: set?.name,
    isGiven: !isStandIn(deployer),
    assumption: deployer.assumption,
    settings: argo.description,
  };
}

/** What the entries of `ignoreDifferences` do, beyond what `patch` adds. */
function ignored(drift: Drift) {
  const { entries, frozen, lasting, hidden, faults } = drift;
  return {
    notDerivable: entries.flatMap(({ subject, derivation }) =>
      derivation.obstacles.map((obstacle) => ({
        object: subject.key,
        ...obstacle,
        message: obstacleText(objectCalled(drift, subject.key), obstacle),
      })),
    ),
    notDeployed: frozen.map((one) => ({
      object: one.subject.key,
      where: one.where,
      fields: one.fields,
      message: frozenText(one),
    })),
    lasting: lasting.map((one) => ({
      object: one.subject.key,
      kind: one.kind,
      paths: one.paths.map(pathText),
      message: lastingText(one),
    })),
    hidden: hidden.map((one) => ({
      object: one.subject.key,
      expression: one.expression.text,
      fields: one.fields,
      message: hiddenText(drift, one),
    })),
    faults: faults.map((fault) => ({
      expression: fault.text,
      kind: fault.kind,
      instead: fault.instead?.text,
      message: faultText(fault),
    })),
  };
}

function objectJson({ subject: { key, resource }, verdicts }: ObjectDrift) {
  return {
    key,
    file: resource.source.name,
    verdicts: Object.fromEntries(
      [...verdicts].map(([id, verdict]) => [
        id,
        verdict.status === 'out-of-sync' ? { ...verdict, paths: verdict.paths.map(pathText) } : verdict,
      ]),
    ),
  };
}
