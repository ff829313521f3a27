import { type Finding, Tally } from '../model/finding.js';
import type { Identity } from '../model/resource.js';
import type { ConfiguredSilencer } from '../model/silencer.js';
import { Reports, type ReportedPlace } from './reports.js';
import type { Statement, Yielding } from './statement.js';
import { VoicedViolations } from './voiced.js';

/** Selects the findings to show: each problem once, from the rule that reports it best. */
export class Verdict {
  private readonly known = new Set<string>();
  private readonly found: Finding[] = [];
  private readonly tallies = new Map<Identity, Tally<Finding>>();
  private readonly said = new Reports();
  private readonly suppressed = new Reports();
  private readonly voiced = new VoicedViolations();
  /** Findings that may be replaced by those of other rules. */
  private readonly yielding = new Map<Finding, Yielding>();
  /** The findings that take precedence over all others of their objects. */
  private readonly firsts = new Map<Identity, Finding>();
  /** What rules find in objects for which the configuration turns them off, by the keys of the statements. */
  private readonly off = new Map<string, Finding>();
  /** The findings of this turn that nothing can replace. */
  private fresh: Finding[] = [];

  /** @param onCertain called with findings that are final, except that they may later count more findings */
  constructor(private readonly onCertain?: (findings: readonly Finding[]) => void) {}

  /**
   * Passes on final findings. Only at the end of a Rollout's turn, because the finding that takes precedence may come
   * last.
   */
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
    silencer,
    rejection,
    yielding,
    isFirst,
    finding: make,
    details,
  }: Statement): void {
    (silencer ? this.suppressed : this.said).add(rule, resource, path);
    if (rejection) this.voiced.add(rejection);
    if (!make || this.known.has(key)) return;
    this.known.add(key);
    const finding = silencer ? { ...make(), silencer } : make();
    if (yielding) this.yielding.set(finding, yielding);
    // Findings that may be replaced do not count towards the limit yet.
    else if (!this.keeps(finding)) return;
    Object.assign(finding, details?.());
    this.found.push(finding);
    if (!silencer && !yielding && this.onCertain) this.fresh.push(finding);
    if (isFirst) this.firsts.set(resource, finding);
  }

  /**
   * Takes a statement of a rule that the configuration turns off for the object. It is as if the rule did not run: findings that
   * yield to it are reported.
   */
  takeOff({ key, yielding, finding: make }: Statement, silencer: ConfiguredSilencer): void {
    if (!make || this.off.has(key)) return;
    const finding = { ...make(), silencer };
    if (!this.keeps(finding)) return;
    this.off.set(key, finding);
    if (yielding) this.yielding.set(finding, yielding);
  }

  /**
   * The final findings after all rules have run, without replaced ones; those that are suppressed have their silencer. Must be
   * called only once.
   */
  left(): readonly Finding[] {
    const isLeft = (finding: Finding): boolean => !this.comesLater(finding) && !this.isSaidElsewhere(finding);
    // At the same place, another object can have the same finding, for which the rule is not off.
    const off = [...this.off].flatMap(([key, finding]) => (this.known.has(key) ? [] : [finding]));
    return [
      ...this.found.filter(isLeft).filter((finding) => !this.yielding.has(finding) || this.keeps(finding)),
      ...off.filter(isLeft),
    ];
  }

  /** Whether the limit allows another finding; otherwise, the last finding of its kind counts it. */
  private keeps(finding: Finding): boolean {
    if (!finding.resource) return true;
    let tally = this.tallies.get(finding.resource);
    if (!tally) this.tallies.set(finding.resource, (tally = new Tally()));
    // A warning never counts errors, because it may not fail the run.
    return tally.keeps(`${finding.severity} ${finding.rule}`, finding);
  }

  /** Whether another finding of the object must be settled first. */
  private comesLater(finding: Finding): boolean {
    const first = finding.resource && this.firsts.get(finding.resource);
    if (first === undefined || first === finding || first.silencer) return false;
    const around = first.path?.slice(0, -1) ?? [];
    return around.every((key, index) => key === finding.path?.[index]) && !isOfApiServer(finding);
  }

  /**
   * Whether another rule reports the problem. This also holds if that report yields to a third rule, because then the
   * third is shown.
   */
  private isSaidElsewhere(finding: Finding): boolean {
    const yielding = this.yielding.get(finding);
    if (!yielding) return false;
    const { reports: utterances, unlessVoiced } = yielding;
    return (
      utterances.some((utterance) => this.said.has(utterance)) ||
      (unlessVoiced !== undefined && (this.voiced.has(unlessVoiced) || this.isKnown(finding, utterances)))
    );
  }

  /**
   * Whether the user has suppressed another rule's report of the same problem, in another object or beside it in this
   * one.
   */
  private isKnown({ resource, path = [] }: Finding, utterances: readonly ReportedPlace[]): boolean {
    return utterances.some(
      (utterance) =>
        utterance.path.length === 0 &&
        this.suppressed.has(
          utterance.resource === resource ? { ...utterance, path: path.slice(0, -1) } : utterance,
        ),
    );
  }
}

/** Whether the API server checks this, and not a controller. */
function isOfApiServer({ rule }: Finding): boolean {
  return rule.startsWith('schema/') || rule.startsWith('yaml/');
}
