import type { Graph } from '../graph/graph.js';
import { readGraph, type ReadOptions } from '../graph/read-graph.js';
import { isSuppressed } from '../kinds/suppression.js';
import { Field } from '../model/field.js';
import type { Finding, Label } from '../model/finding.js';
import type { Target } from '../model/reference.js';
import { type Identity, Resource } from '../model/resource.js';
import type { Place, Source } from '../model/source.js';
import { rules as allRules } from '../rules/index.js';
import type { MessageData, RelatedPlace, ReportOptions, Rule } from '../rules/rule.js';

export interface LintResult {
  /** Sorted by file, position and rule. */
  readonly findings: readonly Finding[];
  readonly resources: number;
  readonly rollouts: number;
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Kustomizations that change what they build in ways that only rendering shows. */
  readonly unrendered: readonly Source[];
  /** What references of the manifests mean that is not there. */
  readonly absent: readonly Target[];
}

/**
 * Lints the manifests of all sources together. Bad YAML is a finding; nothing is thrown for what a source holds.
 * What an object's annotations suppress is left out. Sources are read again when a document is needed after its text
 * was let go.
 */
export function lint(
  sources: Iterable<Source>,
  rules: readonly Rule[],
  options: ReadOptions = {},
): LintResult {
  const read = readGraph(sources, options);
  const { graph, templates, unreadable } = read;
  const findings = check(graph, rules);
  return {
    findings: [...read.problems, ...findings].sort(byPlace),
    resources: graph.resources.length,
    rollouts: graph.rollouts.length,
    templates,
    unreadable,
    unrendered: graph.opaqueKustomizations,
    absent: graph.absent,
  };
}

/** Runs rules over a graph, whatever its resources came from. */
function check(graph: Graph, rules: readonly Rule[]): Finding[] {
  const findings = new Map<string, Finding>();
  const deferred = new Map<Finding, Deferral>();
  const silenced = new Set<Finding>();
  const names = new Set([...allRules, ...rules].map(({ meta }) => meta.name));
  for (const rule of rules) {
    const { meta } = rule;
    rule.check({
      graph,
      names,
      report(field, messageId, data = {}, options = {}) {
        if (!field.resource.isReadable) return; // Nothing is known of it.
        if (graph.isPatched(field.resource, field.path)) return; // What is deployed may say something else.
        const message = fill(meta.messages[messageId] ?? messageId, data);
        const place = placeOf(field, options);
        const key = `${meta.name}\n${place.source.path}\n${place.start}\n${message}`;
        if (findings.has(key)) return;
        const otherwise = options.case === undefined ? undefined : meta.otherwise?.[options.case];
        const finding: Finding = {
          rule: meta.name,
          severity: otherwise?.severity ?? meta.severity,
          message,
          why: otherwise?.why ?? meta.why,
          place,
          labels: (options.related ?? []).map(toLabel),
          live: options.live?.(),
          resource: field.resource,
          path: field.path,
        };
        findings.set(key, finding);
        // Now, while its document is in memory.
        if (isSuppressed(field.resource, meta.name)) silenced.add(finding);
        if (meta.stepsAsideFor !== undefined)
          deferred.set(finding, {
            word: meta.stepsAsideFor,
            causes: [field.resource, ...(options.causes ?? [])],
          });
      },
    });
  }
  const left = withoutExplained([...findings.values()], deferred);
  // Last of all: what a suppressed finding explains is not news.
  return left.filter((finding) => !silenced.has(finding)).sort(byPlace);
}

/** When a finding steps aside: for errors with this word in their `why`, on these resources. */
interface Deferral {
  readonly word: string;
  readonly causes: readonly Identity[];
}

/** Drops the findings that step aside where another one explains them. */
function withoutExplained(
  findings: readonly Finding[],
  deferred: ReadonlyMap<Finding, Deferral>,
): readonly Finding[] {
  if (deferred.size === 0) return findings;
  const reasons = new Map<Identity, string[]>();
  for (const finding of findings) {
    const { severity, why, resource } = finding;
    if (severity !== 'error' || why === undefined || !resource || deferred.has(finding)) continue;
    reasons.set(resource, [...(reasons.get(resource) ?? []), why]);
  }
  return findings.filter((finding) => {
    const deferral = deferred.get(finding);
    return !deferral?.causes.some((cause) => reasons.get(cause)?.some((why) => why.includes(deferral.word)));
  });
}

function placeOf(field: Field, { place, atKey }: Pick<ReportOptions, 'place' | 'atKey'>): Place {
  return place ?? (atKey ? field.keyPlace : field.place);
}

function toLabel({ at, message }: RelatedPlace): Label {
  const place = at instanceof Field ? at.place : at instanceof Resource ? at.at().place : at;
  return { place, message };
}

function fill(template: string, data: MessageData): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => {
    const value = data[key];
    if (value === undefined) return placeholder;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compare(left.place.source.path, right.place.source.path) ||
    left.place.start - right.place.start ||
    compare(left.rule, right.rule) ||
    compare(left.message, right.message)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
