import type { Path } from '../model/field.js';
import type { Finding } from '../model/finding.js';
import type { Identity } from '../model/resource.js';
import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import type { Utterance } from './said.js';

/** What a rule reports, with all that decides whether it is shown when every rule has spoken. */
export interface Statement {
  readonly rule: string;
  readonly resource: Identity;
  readonly path: Path;
  /** What is said where: the same of two is said twice, and shown once. */
  readonly key: string;
  /** Whether the object suppresses it. */
  readonly isSilent: boolean;
  /** What the controller rejects, where a voice speaks of it. */
  readonly rejection: Rejected | undefined;
  readonly yielding: Yielding | undefined;
  /** Whether it comes before all others of its object. */
  readonly isFirst: boolean;
  /** Makes the finding, which nobody asks for where it was said before; undefined where that is known. */
  readonly finding: (() => Finding) | undefined;
}

/** A violation of a Rollout; without a code the pass fails. */
export interface Rejected {
  readonly rollout: Identity;
  readonly code?: ViolationCode | undefined;
}

/** What would be said in the place of a finding. */
export interface Yielding {
  readonly utterances: readonly Utterance[];
  readonly unlessVoiced: Rejected | undefined;
}
