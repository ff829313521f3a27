import type { Path } from '../model/field.js';
import type { Finding } from '../model/finding.js';
import type { Identity } from '../model/resource.js';
import type { Silencer } from '../model/silencer.js';
import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import type { ReportedPlace } from './reports.js';

/** A report of a rule, with everything that decides whether it is shown. */
export interface Statement {
  readonly rule: string;
  readonly resource: Identity;
  readonly path: Path;
  /** Identifies the message and its place; only the first finding with a key is shown. */
  readonly key: string;
  /** What suppresses the rule for the object. */
  readonly silencer: Silencer | undefined;
  /** The violation of the controller's validation that a voice words. */
  readonly rejection: Rejected | undefined;
  readonly yielding: Yielding | undefined;
  /** Whether it takes precedence over all other findings of the object. */
  readonly isFirst: boolean;
  /**
   * Creates the finding lazily, because repeated ones are not needed; undefined if the statement is known to be hidden.
   */
  readonly finding: (() => Finding) | undefined;
  /** Completes a finding that is not only counted: what this costs can grow with the size of the document. */
  readonly details?: (() => FindingDetails) | undefined;
}

/** What only a finding that is shown needs. */
export type FindingDetails = Pick<Finding, 'live' | 'fix' | 'choices'>;

/** A rejected Rollout; the code is absent if the whole validation failed. */
export interface Rejected {
  readonly rollout: Identity;
  readonly code?: ViolationCode | undefined;
}

/** The reports to which a finding yields. */
export interface Yielding {
  readonly reports: readonly ReportedPlace[];
  readonly unlessVoiced: Rejected | undefined;
}
