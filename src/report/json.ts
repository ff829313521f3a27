import type { Finding } from '../model/finding.js';
import type { Fix } from '../model/fix.js';
import type { Silencer } from '../model/silencer.js';
import type { Place } from '../model/source.js';
import { faultsJson } from './faults.js';
import { Positions } from './positions.js';
import { countOf, countOfAll, type LintReport, listedSuppressed } from './report.js';
import { resourceJson } from './resource-json.js';

/** One JSON object with everything that the text format shows; `version` changes when a field changes meaning. */
export default function json(report: LintReport): string {
  const { resources, rollouts, rules, milliseconds, notes, failures, unchecked, baseline } = report;
  const { suppressed, listsSuppressed } = report;
  return `${JSON.stringify(
    {
      version: 1,
      summary: {
        errors: countOf(report, 'error'),
        warnings: countOf(report, 'warning'),
        infos: countOf(report, 'info'),
        resources,
        rollouts,
        rules,
        milliseconds: Math.round(milliseconds),
        suppressed: countOfAll(suppressed),
        baseline: baseline && {
          file: baseline.name,
          errors: countOf(baseline, 'error'),
          warnings: countOf(baseline, 'warning'),
          infos: countOf(baseline, 'info'),
          gone: baseline.gone,
        },
      },
      findings: findingsJson(report.findings),
      suppressed: listsSuppressed === true ? suppressedJson(listedSuppressed(report)) : undefined,
      notes: notes.map(({ message }) => message),
      failures: failures.map(({ message }) => message),
      unchecked,
      faults: faultsJson(report.faults, new Positions()),
    },
    undefined,
    2,
  )}\n`;
}

/** A finding as JSON, without secrets, with lines and columns. */
export type FindingJson = ReturnType<typeof findingsJson>[number];

/** A suppressed finding as JSON, with what suppresses it. */
export type SuppressedJson = ReturnType<typeof suppressedJson>[number];

/** Suppressed findings, each with what suppresses it. */
export function suppressedJson(findings: readonly Finding[]) {
  const positions = new Positions();
  const all = findingsJson(findings);
  return findings.map(({ silencer }, index) => ({
    ...all[index]!,
    suppression: silencer && silencerJson(silencer, positions),
  }));
}

function silencerJson(silencer: Silencer, positions: Positions) {
  if (!('place' in silencer)) return silencer;
  const { by, place, reason, until } = silencer;
  return { by, ...placeJson(place, positions), reason, until };
}

function placeJson({ source, start, end }: Place, positions: Positions) {
  return { file: source.name, ...positions.of(source, start, end) };
}

/** Findings with the lines and columns of their places. */
export function findingsJson(findings: readonly Finding[]) {
  const positions = new Positions();
  const place = (its: Place) => placeJson(its, positions);
  const changes = ({ edits, unfit }: Fix) => ({
    edits: edits?.map(({ source, start, end, text }) => ({ ...place({ source, start, end }), text })),
    unfit,
  });
  const finding = (one: Finding) => {
    const { rule, severity, message, consequence, place: at, labels, live, resource, path, more } = one;
    const { fix, choices } = one;
    return {
      rule,
      severity,
      message: positions.message(one),
      messageId: message.id,
      case: one.case,
      data: positions.data(one),
      consequence: consequence?.kind,
      why: consequence?.why,
      live,
      fix: fix && { title: fix.title, safety: fix.safety, ...changes(fix) },
      choices: choices?.map((choice) => ({ title: choice.title, ...changes(choice) })),
      ...place(at),
      resource: resource && resourceJson(resource),
      path,
      related: labels.map((label) => ({ ...place(label.place), message: positions.label(label) })),
      more,
    };
  };
  return findings.map(finding);
}
