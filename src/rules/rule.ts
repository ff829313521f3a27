import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import type { FoundViolation } from './facts/rollout/violations.js';
import type { Graph } from '../repository/graph/graph.js';
import type { ConsequenceKind } from '../model/consequence.js';
import type { Field } from '../model/field.js';
import type { Live, Severity } from '../model/finding.js';
import type { Repair } from '../model/fix.js';
import type { MessageData } from '../model/message.js';
import type { Resource } from '../model/resource.js';
import type { Place } from '../model/source.js';
import type { Router } from '../rollouts/routers/router.js';

/** The metadata of a rule. */
export interface RuleMeta<
  MessageId extends string = string,
  Case extends string = string,
  Other extends string = string,
> {
  /** `area/condition-that-holds`. */
  readonly name: string;
  readonly description: string;
  /** What the cluster does if the condition does not hold. */
  readonly why: string;
  readonly consequence: ConsequenceKind;
  readonly severity: Severity;
  /** Cases in which the cluster does something else than `why` says; `report` names them. */
  readonly otherwise?: Readonly<Record<Case, Otherwise>>;
  /** Rules that report the same in some places; `report` says which rule does so where (`ReportOptions.unless`). */
  readonly yieldsTo?: readonly Other[];
  /** What `report` may attach to findings: fixes, and choices. */
  readonly fixes?: readonly Repair[];
  /** Sentences with `{placeholders}` that `report` fills in. */
  readonly messages: Readonly<Record<MessageId, string>>;
  /** Where upstream documents or implements the behaviour. */
  readonly links: readonly string[];
  /** Names of the same check in other tools. */
  readonly aliases?: readonly string[];
  /** What it checks instead of deployed objects: kustomizations as in their files, of which nothing is left in the result. */
  readonly looksAt?: 'kustomizations';
}

/** A case with another consequence. */
export interface Otherwise {
  /** `In the background`: the case, as the beginning of a sentence on its page. */
  readonly when: string;
  readonly consequence: ConsequenceKind;
  readonly why: string;
  /** By default the same as the rule's. */
  readonly severity?: Severity;
}

/** Another field, resource or place that contributes to a finding, with an explanation. */
export interface RelatedPlace {
  readonly at: Field | Resource | Place;
  readonly message: string;
}

/**
 * Values of fields that resolve a finding. Undefined removes a field; an element at the end of a list is appended. For a whole
 * object, the value is another object that is inserted after it.
 */
export interface ProposedFix {
  /** What the fix does, as a sentence. */
  readonly title: string;
  /** Whether the fix is only probably what was meant. */
  readonly isUnsafe?: boolean;
  readonly writes: readonly { readonly field: Field; readonly value: unknown }[];
}

/** Where another rule reports: a field, or anywhere in a resource. */
export type Spot = Field | Resource;

/** Rules that report the same, and where. */
export type Unless<Other extends string = string> = Readonly<Partial<Record<Other, Spot | readonly Spot[]>>>;

/** A violation in a Rollout; without a code the pass fails. */
export interface Rejection {
  readonly rollout: Resource;
  readonly code?: ViolationCode | undefined;
}

export interface ReportOptions<Case extends string = never, Other extends string = never> {
  readonly related?: readonly RelatedPlace[];
  /**
   * Other fields that the finding depends on, with their content. The finding is dropped while one of them is uncertain: its
   * document is unreadable, a patch changes it, or it contains a placeholder.
   */
  readonly rests?: readonly Field[];
  /** Lists and maps that the finding depends on as a whole: it is dropped while a patch may add items. */
  readonly complete?: readonly Field[];
  /**
   * Rules that report the same, and where: anywhere in a resource, or at this field, its parents or its children. The finding
   * is dropped if one of them reports there, but not if that rule is off or suppressed.
   */
  readonly unless?: Unless<Other> | undefined;
  /** Point at the key instead of the value. */
  readonly atKey?: boolean;
  /** A narrower range than the field, such as a character of an expression. */
  readonly place?: Place;
  /**
   * Reported once per place among findings with the same string here, whatever their messages: for the first Rollout, even if
   * others are linted in another part of the run.
   */
  readonly once?: string;
  /** The fix, if known; computed only for a finding that is shown. */
  readonly fix?: (() => ProposedFix | undefined) | undefined;
  /**
   * Edits of which the user takes one, likeliest first, beside a fix or without one; computed only for a finding that is shown.
   * Those whose fields are not deployed as written are left out.
   */
  readonly choices?: (() => readonly (ProposedFix | undefined)[]) | undefined;
  /** The course of the object; computed only for a finding that is shown. */
  readonly live?: () => Live | undefined;
  /** One of the cases of `otherwise`. */
  readonly case?: Case | undefined;
  /**
   * Until this is resolved, nothing else about the containing object is certain: findings of other rules in it are dropped,
   * except for those of the API server.
   */
  readonly isFirst?: boolean;
  /**
   * The rejection by the controller that this finding describes, for the rule that covers all of them. The finding is dropped
   * if the rule with a voice for it reports it, even if that finding is suppressed, and in no other case.
   */
  readonly unlessVoiced?: Rejection;
}

export interface RuleContext<
  MessageId extends string = string,
  Case extends string = string,
  Other extends string = string,
> {
  readonly graph: Graph;
  /** The repository before the change that is linted; absent if no change is linted. */
  readonly before?: (() => Graph) | undefined;
  /** The names of all rules, including those that are off. */
  readonly names: ReadonlySet<string>;
  /**
   * Reports a violation at a field; an absent field is located at its nearest parent. Returns false, without a report, if
   * something that the finding depends on is uncertain; another place may then be tried.
   */
  report(
    this: void,
    field: Field,
    message: MessageId,
    data?: MessageData,
    options?: ReportOptions<Case, Other>,
  ): boolean;
}

/**
 * Explains in the user's terms why the controller rejects a Rollout: receives all of its violations with one code. Reports
 * nothing if another rule explains them.
 */
export type Voice<Code extends ViolationCode, Context extends RuleContext = RuleContext> = (
  this: void,
  found: readonly [FoundViolation<Code>, ...FoundViolation<Code>[]],
  context: Context & { readonly rollout: Resource },
) => void;

/**
 * A condition that must hold, and how to find where it does not. A rule checks Rollouts one by one, the graph as a whole, or
 * both.
 */
export interface Rule<
  MessageId extends string = string,
  Case extends string = string,
  Other extends string = string,
  Code extends ViolationCode = ViolationCode,
> {
  readonly meta: RuleMeta<MessageId, Case, Other>;
  /** The traffic router whose Rollouts `checkRollout` checks; by default all Rollouts. */
  readonly router?: Router;
  /**
   * Checks one Rollout and its objects. All rules check a Rollout before the next one, so that its documents are read once:
   * keep nothing that refers to documents from one Rollout to the next.
   */
  checkRollout?(this: void, rollout: Resource, context: RuleContext<MessageId, Case, Other>): void;
  /** The controller's rejections that this rule explains; src/rules/voices.ts lists the rule for each. */
  readonly voices?: { readonly [C in Code]?: Voice<C, RuleContext<MessageId, Case, Other>> };
  /**
   * Checks what does not depend on a single Rollout. A rule that iterates over objects yields each before it reads it, so that
   * all rules advance together and a document is read for all of them at once.
   */
  check?(this: void, context: RuleContext<MessageId, Case, Other>): Iterable<Resource> | void;
}

/** A rule, with the codes of the violations that it explains. */
export type VoicingRule<Code extends ViolationCode> = Omit<Rule, 'voices'> & {
  readonly voices: { readonly [C in Code]: Voice<C> };
};

/** Infers the message ids, cases, related rules and violation codes of a rule, so that a misspelt one does not compile. */
export function typedRule<
  MessageId extends string,
  Case extends string = never,
  Other extends string = never,
  Code extends ViolationCode = never,
>(rule: Rule<MessageId, Case, Other, Code>): VoicingRule<Code> {
  return rule as Rule as VoicingRule<Code>;
}
