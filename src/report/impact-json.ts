import { isStandIn } from '../play/drift/applications.js';
import type { ChangedField } from '../play/impact/effect.js';
import type { Instant } from '../play/impact/course.js';
import type { DeliveryStep } from '../play/impact/delivery.js';
import type { Arrival } from '../play/impact/arrivals.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import type { Fault } from '../model/fault.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Frame } from '../play/simulate/trace.js';
import { faultsJson } from './faults.js';
import { effectText, updateText } from './impact-words.js';
import { findingsJson } from './json.js';
import { Positions } from './positions.js';
import type { Note } from './report.js';
import { resourceJson } from './resource-json.js';

/** The result of a run of `impact`. */
export interface ImpactResult {
  readonly impacts: readonly RolloutImpact[];
  /** Rollouts that the change does not affect. */
  readonly untouched: number;
  readonly findings: readonly Finding[];
  /** Effects of the change that the given files do not show. */
  readonly unknown: readonly Note[];
  readonly notes: readonly Note[];
  readonly failures: readonly Note[];
  readonly unchecked: readonly string[];
  readonly faults: readonly Fault[];
}

/** The effects of a severity, of all Rollouts. */
export function countEffects(impacts: readonly RolloutImpact[], severity: Severity): number {
  return impacts.reduce(
    (count, { effects }) => count + effects.filter((effect) => effect.severity === severity).length,
    0,
  );
}

/** One JSON object, as docs/impact.md describes it; `version` changes when a field changes meaning. */
export default function impactJson(result: ImpactResult): string {
  const { impacts, untouched, findings, unknown, notes, failures, unchecked, faults } = result;
  return `${JSON.stringify(
    {
      version: 1,
      summary: {
        errors: countEffects(impacts, 'error'),
        warnings: countEffects(impacts, 'warning'),
        infos: countEffects(impacts, 'info'),
        rollouts: impacts.length,
        untouched,
        unknown: unknown.length,
      },
      rollouts: impacts.map(rolloutJson),
      findings: findingsJson(findings),
      unknown: unknown.map(({ message }) => message),
      notes: notes.map(({ message }) => message),
      failures: failures.map(({ message }) => message),
      unchecked,
      faults: faultsJson(faults, new Positions()),
    },
    undefined,
    2,
  )}\n`;
}

function rolloutJson(impact: RolloutImpact) {
  const { rollout, namespace, change, fields, effects, frames, steps, pauses, arrivals, carriers, notes } =
    impact;
  return {
    rollout: { ...resourceJson(rollout), namespace, file: rollout.source.name },
    change,
    fields: fields.map(fieldJson),
    effects: effects.map((effect) => ({
      severity: effect.severity,
      when: effect.when,
      message: effectText(impact, effect),
      ...('fields' in effect.detail && effect.detail.kind !== 'sync-fails'
        ? { ...effect.detail, fields: fieldsJson(effect.detail.fields) }
        : effect.detail),
      ...('others' in effect.detail && { others: effect.detail.others.map(fieldJson) }),
    })),
    update: { starts: updateText(impact) ?? null, steps, pauses, frames: frames.map(frameJson) },
    arrivals: arrivals.map(arrivalJson),
    applications: carriers
      .filter(({ deployer }) => !isStandIn(deployer))
      .map(({ deployer: { application }, argo }) => ({
        namespace: application.namespace,
        name: application.name,
        file: application.source.name,
        settings: argo.description,
        automated: argo.settings.automated ?? null,
      })),
    notes,
  };
}

function fieldsJson(fields: readonly (ChangedField | string)[]) {
  return fields.map((field) => (typeof field === 'string' ? field : fieldJson(field)));
}

/** Reports never contain values of Secrets. */
function fieldJson({ object, field, before, after }: ChangedField) {
  return object.startsWith('/Secret/') ? { object, field } : { object, field, before, after };
}

function frameJson({ id, title, step, event, weight, replicas, routes, phase }: Frame) {
  return { id, title, step, event, weight, replicas, routes: routes.map(({ name }) => name), phase };
}

function arrivalJson({ when, title, course }: Arrival) {
  return {
    when,
    title,
    order: course.steps.map((step) => orderJson(step, !course.undone.has(step))),
    moments: course.instants.filter(({ kind }) => kind !== 'later').map(instantJson),
    end: course.end,
  };
}

function orderJson(
  { carrier, title: stage, pruned, applied, unconfirmed, hooks }: DeliveryStep,
  done: boolean,
) {
  return {
    application: carrier.isKubectl ? null : carrier.deployer.application.name,
    stage,
    deleted: pruned.map(({ key }) => key),
    applied: applied.flat().map(({ key }) => key),
    hooks: hooks.map(({ key }) => key),
    unconfirmed: unconfirmed.map(({ key }) => key),
    done,
  };
}

function instantJson({ kind, title, status, flows }: Instant) {
  return {
    kind,
    title,
    step: status.currentStepIndex,
    phase: status.phase,
    weight: status.canary?.weights?.canary.weight,
    traffic: flows.map(({ lane, shares, gaps }) => ({
      object: lane.object,
      route: lane.route,
      shares: Object.fromEntries([...shares].map(([pods, share]) => [pods, Math.round(share * 10) / 10])),
      unanswered: gaps.map(({ leg, share, why }) => ({
        service: leg.service,
        subset: leg.subset,
        share,
        why,
      })),
    })),
  };
}
