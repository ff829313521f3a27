import type { Graph } from '../repository/graph/graph.js';
import type { WrittenGraph } from '../repository/graph/read-graph.js';
import { isSuppressed } from '../kubernetes/kinds/suppression.js';
import { Faults } from '../model/fault.js';
import { Field } from '../model/field.js';
import type { Label } from '../model/finding.js';
import type { Fix } from '../model/fix.js';
import { filled, type Message, shortened } from '../model/message.js';
import { isFilledIn, isFilledInAnywhere, isTextFilledIn } from '../model/placeholder.js';
import { Resource } from '../model/resource.js';
import type { Place } from '../model/source.js';
import type { Rejection, RelatedPlace, ReportOptions, Rule, RuleContext } from '../rules/rule.js';
import type { Overridden } from './overrides.js';
import { utterances } from './said.js';
import { Verdict } from './verdict.js';

/** Makes statements of what rules report about a graph, as far as it is certain. */
export class Findings {
  constructor(
    readonly graph: Graph,
    /** The names of all rules, those among them that do not run. */
    private readonly names: ReadonlySet<string>,
    private readonly faults: Faults,
    private readonly verdict: Verdict,
    /** What the repository held before the change, if one is linted. */
    private readonly before?: () => Graph,
    /** What holds for a part of the graph alone. */
    private readonly overridden?: Overridden,
    /** What stands in the files, where they were rendered. */
    private readonly written?: WrittenGraph,
  ) {}

  /** Findings that nobody sees, of a rule that is tried on a part of the graph. */
  apart(graph: Graph): Findings {
    return new Findings(
      graph,
      this.names,
      new Faults(),
      new Verdict(),
      this.before,
      this.overridden,
      this.written,
    );
  }

  /** Where a rule looks. */
  graphOf({ meta }: Rule): Graph {
    return meta.looksAt === 'kustomizations' && this.written ? this.written.graph : this.graph;
  }

  /** What a rule is called with, where it is a voice with what it speaks of. */
  contextOf(rule: Rule, graph = this.graphOf(rule), rejection?: Rejection): RuleContext {
    const { names, before } = this;
    const { meta } = rule;
    return {
      graph,
      before,
      names,
      report: (field, messageId, data = {}, options = {}) => {
        if (!isCertain(graph, field, options) || this.isDisproved(meta, field, options)) return false;
        const template = meta.messages[messageId] ?? messageId;
        this.add(meta, field, { id: messageId, template, data }, options, rejection);
        return true;
      },
    };
  }

  /** Whether a kustomization was built of which a rule says that it cannot be. */
  private isDisproved(meta: Rule['meta'], { resource }: Field, options: ReportOptions<string>): boolean {
    if (!meta.looksAt || !this.written?.isBuilt(resource)) return false;
    const its = options.case === undefined ? undefined : meta.otherwise?.[options.case];
    return (its ?? meta).consequence === 'not-deployed';
  }

  private add(
    meta: Rule['meta'],
    field: Field,
    message: Message,
    options: ReportOptions<string>,
    rejection: Rejection | undefined,
  ): void {
    const { resource, path } = field;
    const place = placeOf(field, options);
    const set = this.graph.setOf(resource);
    // The Applications of one ApplicationSet are written once.
    const words = filled(message);
    const said = options.once ?? (set ? words.replaceAll(`"${resource.name}"`, '') : words);
    const otherwise = options.case === undefined ? undefined : meta.otherwise?.[options.case];
    const { unless, unlessVoiced } = options;
    const own = otherwise?.severity ?? meta.severity;
    const severity = this.overridden?.severity(meta.name, resource, own);
    // As if the rule did not run: what yields to it is reported.
    if (severity === 'off') return;
    this.verdict.take({
      rule: meta.name,
      resource,
      path,
      key: `${meta.name}\n${place.source.path}\n${place.start}\n${said}`,
      // Now, while its document is in memory.
      isSilent: isSuppressed(resource, meta.name) || (set !== undefined && isSuppressed(set, meta.name)),
      rejection,
      yielding: unless || unlessVoiced ? { utterances: utterances(unless ?? {}), unlessVoiced } : undefined,
      isFirst: options.isFirst === true,
      finding: () => ({
        rule: meta.name,
        severity: severity ?? own,
        isSettled: severity !== undefined,
        message,
        consequence: { kind: (otherwise ?? meta).consequence, why: (otherwise ?? meta).why },
        case: options.case,
        place,
        labels: (options.related ?? []).map(toLabel),
        // It is simulated, and the finding holds without it.
        live: this.faults.contain(meta.name, resource, () => options.live?.()),
        fix: this.faults.contain(meta.name, resource, () => certainFix(this.graph, options)),
        resource,
        path,
      }),
    });
  }
}

/** Whether all that a finding rests on is what will be deployed; what it shows beside that may be patched. */
function isCertain(
  graph: Graph,
  field: Field,
  {
    related = [],
    rests = [],
    complete = [],
    atKey,
  }: Pick<ReportOptions, 'related' | 'rests' | 'complete' | 'atKey'>,
): boolean {
  const isFixed = ({ resource, path }: Field): boolean =>
    resource.isReadable && !graph.isPatched(resource, path);
  const shown = related.flatMap(({ at }) => (at instanceof Field ? [at] : []));
  if (![field, ...complete].every(isFixed) || shown.some(isFilledIn)) return false;
  // Whatever fills in the value of a key, the key stays.
  const isOpen = atKey === true ? isTextFilledIn(field.resource, String(field.key)) : isFilledIn(field);
  if (isOpen) return false;
  return rests.every((rest) => isFixed(rest) && !isFilledInAnywhere(rest));
}

/** The fix of a rule, where all that it writes is deployed as it is written. */
function certainFix(graph: Graph, { fix }: Pick<ReportOptions<string>, 'fix'>): Fix | undefined {
  const proposed = fix?.();
  if (!proposed) return undefined;
  const { title, isUnsafe, writes } = proposed;
  const isSettled = ({ field }: (typeof writes)[number]): boolean =>
    field.resource.isReadable &&
    !graph.isPatched(field.resource, field.path) &&
    !(field.exists && isFilledInAnywhere(field));
  if (writes.length === 0 || !writes.every(isSettled)) return undefined;
  return {
    title,
    safety: isUnsafe === true ? 'unsafe' : 'safe',
    writes: writes.map(({ field: { resource, path }, value }) => ({ resource, path, value })),
  };
}

function placeOf(field: Field, { place, atKey }: Pick<ReportOptions, 'place' | 'atKey'>): Place {
  return place ?? (atKey ? field.keyPlace : field.place);
}

function toLabel({ at, message }: RelatedPlace): Label {
  const place = at instanceof Field ? at.place : at instanceof Resource ? at.at().place : at;
  return { place, message: shortened(message) };
}
