import type { Graph } from '../graph/graph.js';
import { isSuppressed } from '../kinds/suppression.js';
import type { ConsequenceKind } from '../model/consequence.js';
import { Faults } from '../model/fault.js';
import { Field } from '../model/field.js';
import { type Finding, type Label, Tally } from '../model/finding.js';
import { filled, type Message, shortened } from '../model/message.js';
import { isFilledIn } from '../model/placeholder.js';
import { type Identity, Resource } from '../model/resource.js';
import type { Place } from '../model/source.js';
import type { RelatedPlace, ReportOptions, Rule, RuleContext } from '../rules/rule.js';

/** What rules report about a graph, each thing once. */
export class Findings {
  private readonly known = new Set<string>();
  private readonly found: Finding[] = [];
  private readonly tallies = new Map<Identity, Tally<Finding>>();
  private readonly deferred = new Map<Finding, Deferral>();
  private readonly silenced = new Set<Finding>();
  /** The findings that come before all others of their objects. */
  private readonly firsts = new Map<Identity, Finding>();

  constructor(
    readonly graph: Graph,
    /** The names of all rules, those among them that do not run. */
    private readonly names: ReadonlySet<string>,
    private readonly faults: Faults,
    /** What the repository held before the change, if one is linted. */
    private readonly before?: () => Graph,
  ) {}

  /** Findings that nobody sees, of a rule that is tried on a part of the graph. */
  apart(graph: Graph): Findings {
    return new Findings(graph, this.names, new Faults(), this.before);
  }

  /** What a rule is called with. */
  contextOf({ meta }: Rule, graph = this.graph): RuleContext {
    const { names, before } = this;
    return {
      graph,
      before,
      names,
      report: (field, messageId, data = {}, options = {}) => {
        if (!field.resource.isReadable) return; // Nothing is known of it.
        if (graph.isPatched(field.resource, field.path)) return; // What is deployed may say something else.
        if (restsOf(field, options).some(isFilledIn)) return;
        const template = meta.messages[messageId] ?? messageId;
        this.add(meta, field, { id: messageId, template, data }, options);
      },
    };
  }

  private add(meta: Rule['meta'], field: Field, message: Message, options: ReportOptions<string>): void {
    const place = placeOf(field, options);
    const set = this.graph.setOf(field.resource);
    // The Applications of one ApplicationSet are written once.
    const words = filled(message);
    const said = set ? words.replaceAll(`"${field.resource.name}"`, '') : words;
    const key = `${meta.name}\n${place.source.path}\n${place.start}\n${said}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    const otherwise = options.case === undefined ? undefined : meta.otherwise?.[options.case];
    const finding: Finding = {
      rule: meta.name,
      severity: otherwise?.severity ?? meta.severity,
      message,
      consequence: { kind: (otherwise ?? meta).consequence, why: (otherwise ?? meta).why },
      case: options.case,
      place,
      labels: (options.related ?? []).map(toLabel),
      // It is simulated, and the finding holds without it.
      live: this.faults.contain(meta.name, field.resource, () => options.live?.()),
      resource: field.resource,
      path: field.path,
    };
    if (!this.keeps(meta, field.resource, finding)) return;
    this.found.push(finding);
    // Now, while its document is in memory.
    if (isSuppressed(field.resource, meta.name) || (set && isSuppressed(set, meta.name)))
      this.silenced.add(finding);
    if (options.isFirst) this.firsts.set(field.resource, finding);
    if (meta.stepsAsideFor !== undefined)
      this.deferred.set(finding, {
        kind: meta.stepsAsideFor,
        causes: [field.resource, ...(options.causes ?? [])],
      });
  }

  /** Whether a finding is shown; otherwise the last one like it counts it. */
  private keeps({ stepsAsideFor }: Rule['meta'], resource: Identity, finding: Finding): boolean {
    // As long as nobody knows whether it steps aside, nobody knows how many are left.
    if (stepsAsideFor !== undefined) return true;
    let tally = this.tallies.get(resource);
    if (!tally) this.tallies.set(resource, (tally = new Tally()));
    // An error is not counted in a warning, which may fail no run.
    return tally.keeps(`${finding.severity} ${finding.rule}`, finding);
  }

  /** Whether something else has to be settled before a finding is certain. */
  private comesLater(finding: Finding): boolean {
    const first = finding.resource && this.firsts.get(finding.resource);
    return first !== undefined && first !== finding && !this.silenced.has(first) && !isOfApiServer(finding);
  }

  /** What is left when all rules have run: what another finding explains steps aside, and what is suppressed is not shown. */
  get left(): readonly Finding[] {
    const certain = this.found.filter((finding) => !this.comesLater(finding));
    const left = withoutExplained(certain, this.deferred, this.silenced);
    // Last of all: what a suppressed finding explains is not news.
    return left.filter((finding) => !this.silenced.has(finding));
  }
}

/** Whether the API server decides what a rule is about, and not a controller. */
function isOfApiServer({ rule }: Finding): boolean {
  return rule.startsWith('schema/') || rule.startsWith('yaml/');
}

/** When a finding steps aside: for errors with this consequence, on these resources. */
interface Deferral {
  readonly kind: ConsequenceKind;
  readonly causes: readonly Identity[];
}

/** Drops the findings that step aside where another one explains them. */
function withoutExplained(
  findings: readonly Finding[],
  deferred: ReadonlyMap<Finding, Deferral>,
  silenced: ReadonlySet<Finding>,
): readonly Finding[] {
  if (deferred.size === 0) return findings;
  const reasons = new Map<Identity, Finding[]>();
  for (const finding of findings) {
    const { severity, resource } = finding;
    if (severity !== 'error' || !resource || deferred.has(finding)) continue;
    const others = reasons.get(resource);
    if (others) others.push(finding);
    else reasons.set(resource, [finding]);
  }
  return findings.filter((finding) => {
    const deferral = deferred.get(finding);
    return !deferral?.causes.some((cause) =>
      reasons
        .get(cause)
        ?.some(
          (reason) =>
            reason.consequence?.kind === deferral.kind &&
            (!silenced.has(reason) || isOfOnePlace(reason, finding)),
        ),
    );
  });
}

/** Whether two findings may be about one fault: who knows of the one and suppresses it need not know of the other. */
function isOfOnePlace(left: Finding, right: Finding): boolean {
  if (left.resource !== right.resource) return true;
  const [a = [], b = []] = [left.path, right.path];
  const end = a.findIndex((segment, index) => segment !== b[index]);
  // The name of a VirtualService and the routes of it that are named beside it are one place.
  return end === -1 || end >= Math.max(3, Math.min(a.length, b.length) - 1);
}

/** The fields that a finding is about. */
function restsOf(field: Field, { related = [], rests = [] }: ReportOptions<string>): readonly Field[] {
  return [field, ...rests, ...related.flatMap(({ at }) => (at instanceof Field ? [at] : []))];
}

function placeOf(field: Field, { place, atKey }: Pick<ReportOptions, 'place' | 'atKey'>): Place {
  return place ?? (atKey ? field.keyPlace : field.place);
}

function toLabel({ at, message }: RelatedPlace): Label {
  const place = at instanceof Field ? at.place : at instanceof Resource ? at.at().place : at;
  return { place, message: shortened(message) };
}
