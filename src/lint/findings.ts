import type { Graph } from '../graph/graph.js';
import { isSuppressed } from '../kinds/suppression.js';
import { Faults } from '../model/fault.js';
import { Field } from '../model/field.js';
import { type Finding, type Label, Tally } from '../model/finding.js';
import { filled, type Message, shortened } from '../model/message.js';
import { isFilledIn, isFilledInAnywhere } from '../model/placeholder.js';
import { type Identity, Resource } from '../model/resource.js';
import type { Place } from '../model/source.js';
import type { Rejection, RelatedPlace, ReportOptions, Rule, RuleContext } from '../rules/rule.js';
import { Said, type Utterance, utterances } from './said.js';
import { Voiced } from './voiced.js';

/** What rules report about a graph, each thing once. */
export class Findings {
  private readonly known = new Set<string>();
  private readonly found: Finding[] = [];
  private readonly tallies = new Map<Identity, Tally<Finding>>();
  private readonly silenced = new Set<Finding>();
  private readonly said = new Said();
  private readonly suppressed = new Said();
  private readonly voiced = new Voiced();
  /** The findings that another rule may say, and how. */
  private readonly yielding = new Map<Finding, Yielding>();
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

  /** What a rule is called with, where it is a voice with what it speaks of. */
  contextOf({ meta }: Rule, graph = this.graph, rejection?: Rejection): RuleContext {
    const { names, before } = this;
    return {
      graph,
      before,
      names,
      report: (field, messageId, data = {}, options = {}) => {
        if (!isCertain(graph, field, options)) return false;
        const template = meta.messages[messageId] ?? messageId;
        this.add(meta, field, { id: messageId, template, data }, options, rejection);
        return true;
      },
    };
  }

  private add(
    meta: Rule['meta'],
    field: Field,
    message: Message,
    options: ReportOptions<string>,
    rejection: Rejection | undefined,
  ): void {
    const place = placeOf(field, options);
    const set = this.graph.setOf(field.resource);
    // Now, while its document is in memory.
    const isSilent = isSuppressed(field.resource, meta.name) || (set && isSuppressed(set, meta.name));
    (isSilent ? this.suppressed : this.said).add(meta.name, field.resource, field.path);
    if (rejection) this.voiced.add(rejection, !isSilent);
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
    const { unless, unlessVoiced } = options;
    if (unless || unlessVoiced)
      this.yielding.set(finding, { utterances: utterances(unless ?? {}), unlessVoiced });
    // As long as nobody knows whether another rule says it, nobody knows how many are left.
    else if (!this.keeps(finding)) return;
    this.found.push(finding);
    if (isSilent) this.silenced.add(finding);
    if (options.isFirst) this.firsts.set(field.resource, finding);
  }

  /** Whether there is room for a finding; otherwise the last one like it counts it. */
  private keeps(finding: Finding): boolean {
    if (!finding.resource) return true;
    let tally = this.tallies.get(finding.resource);
    if (!tally) this.tallies.set(finding.resource, (tally = new Tally()));
    // An error is not counted in a warning, which may fail no run.
    return tally.keeps(`${finding.severity} ${finding.rule}`, finding);
  }

  /** Whether something else has to be settled before a finding is certain. */
  private comesLater(finding: Finding): boolean {
    const first = finding.resource && this.firsts.get(finding.resource);
    return first !== undefined && first !== finding && !this.silenced.has(first) && !isOfApiServer(finding);
  }

  /** Whether a rule that it yields to says it: also where that one yields to a third, for then the third is shown. */
  private isSaidElsewhere(finding: Finding): boolean {
    const yielding = this.yielding.get(finding);
    if (!yielding) return false;
    const { utterances, unlessVoiced } = yielding;
    return (
      utterances.some((utterance) => this.said.has(utterance)) ||
      (unlessVoiced !== undefined && (this.voiced.instead(unlessVoiced) || this.isKnown(finding, utterances)))
    );
  }

  /** Whether somebody knows of it and has suppressed what another rule says: of another object, or beside it in this one. */
  private isKnown({ resource, path = [] }: Finding, utterances: readonly Utterance[]): boolean {
    return utterances.some((utterance) =>
      this.suppressed.has(
        utterance.resource === resource ? { ...utterance, path: path.slice(0, -1) } : utterance,
      ),
    );
  }

  /**
   * What is left when all rules have run: without what another finding says, and what is suppressed. It is asked once.
   */
  left(): readonly Finding[] {
    const certain = this.found.filter(
      (finding) => !this.comesLater(finding) && !this.isSaidElsewhere(finding),
    );
    return certain.filter(
      (finding) => !this.silenced.has(finding) && (!this.yielding.has(finding) || this.keeps(finding)),
    );
  }
}

/** What would be said in the place of a finding. */
interface Yielding {
  readonly utterances: readonly Utterance[];
  readonly unlessVoiced: Rejection | undefined;
}

/** Whether the API server decides what a rule is about, and not a controller. */
function isOfApiServer({ rule }: Finding): boolean {
  return rule.startsWith('schema/') || rule.startsWith('yaml/');
}

/** Whether all that a finding rests on is what will be deployed; what it shows beside that may be patched. */
function isCertain(
  graph: Graph,
  field: Field,
  { related = [], rests = [], complete = [] }: Pick<ReportOptions, 'related' | 'rests' | 'complete'>,
): boolean {
  const isFixed = ({ resource, path }: Field): boolean =>
    resource.isReadable && !graph.isPatched(resource, path);
  const shown = related.flatMap(({ at }) => (at instanceof Field ? [at] : []));
  if (![field, ...complete].every(isFixed) || [field, ...shown].some(isFilledIn)) return false;
  return rests.every((rest) => isFixed(rest) && !isFilledInAnywhere(rest));
}

function placeOf(field: Field, { place, atKey }: Pick<ReportOptions, 'place' | 'atKey'>): Place {
  return place ?? (atKey ? field.keyPlace : field.place);
}

function toLabel({ at, message }: RelatedPlace): Label {
  const place = at instanceof Field ? at.place : at instanceof Resource ? at.at().place : at;
  return { place, message: shortened(message) };
}
