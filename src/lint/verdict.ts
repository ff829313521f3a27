import { type Finding, Tally } from '../model/finding.js';
import type { Identity } from '../model/resource.js';
import { Said, type Utterance } from './said.js';
import type { Statement, Yielding } from './statement.js';
import { Voiced } from './voiced.js';

/** Decides what is shown of what rules report: each thing once, by the rule that says it best. */
export class Verdict {
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
  /** What was reported in this turn that nothing else can say. */
  private fresh: Finding[] = [];

  /** @param onCertain called with findings that will be left, though one of them may count more like it by then */
  constructor(private readonly onCertain?: (findings: readonly Finding[]) => void) {}

  /** Nothing is certain of a Rollout before all rules were asked for it: what comes before all others of it may be reported last. */
  endTurn(): void {
    if (this.fresh.length === 0) return;
    const certain = this.fresh.filter((finding) => !this.comesLater(finding));
    this.fresh = [];
    if (certain.length > 0) this.onCertain?.(certain);
  }

  take({
    rule,
    resource,
    path,
    key,
    isSilent,
    rejection,
    yielding,
    isFirst,
    finding: make,
  }: Statement): void {
    (isSilent ? this.suppressed : this.said).add(rule, resource, path);
    if (rejection) this.voiced.add(rejection);
    if (!make || this.known.has(key)) return;
    this.known.add(key);
    const finding = make();
    if (yielding) this.yielding.set(finding, yielding);
    // As long as nobody knows whether another rule says it, nobody knows how many are left.
    else if (!this.keeps(finding)) return;
    this.found.push(finding);
    if (isSilent) this.silenced.add(finding);
    else if (!yielding && this.onCertain) this.fresh.push(finding);
    if (isFirst) this.firsts.set(resource, finding);
  }

  /** What is left when all rules have run: without what another finding says, and what is suppressed. It is asked once. */
  left(): readonly Finding[] {
    const certain = this.found.filter(
      (finding) => !this.comesLater(finding) && !this.isSaidElsewhere(finding),
    );
    return certain.filter(
      (finding) => !this.silenced.has(finding) && (!this.yielding.has(finding) || this.keeps(finding)),
    );
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
    if (first === undefined || first === finding || this.silenced.has(first)) return false;
    const around = first.path?.slice(0, -1) ?? [];
    return around.every((key, index) => key === finding.path?.[index]) && !isOfApiServer(finding);
  }

  /** Whether a rule that it yields to says it: also where that one yields to a third, for then the third is shown. */
  private isSaidElsewhere(finding: Finding): boolean {
    const yielding = this.yielding.get(finding);
    if (!yielding) return false;
    const { utterances, unlessVoiced } = yielding;
    return (
      utterances.some((utterance) => this.said.has(utterance)) ||
      (unlessVoiced !== undefined && (this.voiced.has(unlessVoiced) || this.isKnown(finding, utterances)))
    );
  }

  /** Whether somebody knows of it and has suppressed what another rule says: of another object, or beside it in this one. */
  private isKnown({ resource, path = [] }: Finding, utterances: readonly Utterance[]): boolean {
    return utterances.some(
      (utterance) =>
        utterance.path.length === 0 &&
        this.suppressed.has(
          utterance.resource === resource ? { ...utterance, path: path.slice(0, -1) } : utterance,
        ),
    );
  }
}

/** Whether the API server decides what a rule is about, and not a controller. */
function isOfApiServer({ rule }: Finding): boolean {
  return rule.startsWith('schema/') || rule.startsWith('yaml/');
}
