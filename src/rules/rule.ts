import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import type { Found } from './facts/rollout/violations.js';
import type { Graph } from '../repository/graph/graph.js';
import type { ConsequenceKind } from '../model/consequence.js';
import type { Field } from '../model/field.js';
import type { Live, Severity } from '../model/finding.js';
import type { Safety } from '../model/fix.js';
import type { MessageData } from '../model/message.js';
import type { Resource } from '../model/resource.js';
import type { Place } from '../model/source.js';
import type { Router } from '../rollouts/routers/router.js';

/** What is known of a rule without running it. */
export interface RuleMeta<
  MessageId extends string = string,
  Case extends string = string,
  Other extends string = string,
> {
  /** `area/what-holds-when-all-is-well`. */
  readonly name: string;
  readonly description: string;
  /** What the cluster does when it does not hold. */
  readonly why: string;
  readonly consequence: ConsequenceKind;
  readonly severity: Severity;
  /** Cases in which the cluster does something else than `why` says; `report` names them. */
  readonly otherwise?: Readonly<Record<Case, Otherwise>>;
  /** Rules that say the same of some places; `report` tells which of them says it where (`ReportOptions.unless`). */
  readonly yieldsTo?: readonly Other[];
  /** Which fixes `report` may give to its findings. */
  readonly fixes?: readonly Safety[];
  /** Sentences with `{placeholders}` that `report` fills. */
  readonly messages: Readonly<Record<MessageId, string>>;
  /** Where upstream documents or implements the behaviour that the rule is about. */
  readonly links: readonly string[];
  /** What other tools call it. */
  readonly aliases?: readonly string[];
  /** Where it looks, if not at what is deployed: at kustomizations as they are written. Nothing of those is left in what is built. */
  readonly looksAt?: 'kustomizations';
}

/** A case in which something else happens than otherwise. */
export interface Otherwise {
  /** `In the background`: the case, as pages begin a sentence with it. */
  readonly when: string;
  readonly consequence: ConsequenceKind;
  readonly why: string;
  /** The same as the rule's when absent. */
  readonly severity?: Severity;
}

/** Another field, resource or place that takes part in a finding, and what to know about it. */
export interface RelatedPlace {
  readonly at: Field | Resource | Place;
  readonly message: string;
}

/**
 * Values of fields that settle a finding. Undefined takes a field away; an element behind the last of a list is added to it. The value
 * of an object as a whole is another object, which is added behind it.
 */
export interface ProposedFix {
  /** What is done, as a sentence. */
  readonly title: string;
  /** Whether that is no more than likely to be meant. */
  readonly isUnsafe?: boolean;
  readonly writes: readonly { readonly field: Field; readonly value: unknown }[];
}

/** Where another rule reports: a field, or anything in a resource. */
export type Spot = Field | Resource;

/** Rules that say the same of something, and where they do. */
export type Unless<Other extends string = string> = Readonly<Partial<Record<Other, Spot | readonly Spot[]>>>;

/** A violation of a Rollout; without a code the pass fails. */
export interface Rejection {
  readonly rollout: Resource;
  readonly code?: ViolationCode | undefined;
}

export interface ReportOptions<Case extends string = never, Other extends string = never> {
  readonly related?: readonly RelatedPlace[];
  /**
   * Other fields that it would not hold without, as they are written. While one of them is not certain, it is not reported:
   * while its document cannot be read, a patch changes it, or somebody fills it in, or anything in it.
   */
  readonly rests?: readonly Field[];
  /** Lists and maps that it rests on as a whole, whatever is in them: while a patch may add to one, it is not reported. */
  readonly complete?: readonly Field[];
  /**
   * The rules that say the same, and where: of anything in a resource, or of this field, one in it, or one that it is in. It is
   * dropped where one of them does, and not where that rule is off or suppressed.
   */
  readonly unless?: Unless<Other> | undefined;
  /** Point at the key and not at the value. */
  readonly atKey?: boolean;
  /** A narrower stretch than the field's own place, such as a character of an expression. */
  readonly place?: Place;
  /**
   * It is told once at its place for all with the same text here, whatever its message says: by the first Rollout, also where others are
   * judged in another part of the run.
   */
  readonly once?: string;
  /** What settles it, where that is known; called only for a finding that is shown. */
  readonly fix?: (() => ProposedFix | undefined) | undefined;
  /** What becomes of an object; called only for a finding that is shown. */
  readonly live?: () => Live | undefined;
  /** One of the cases of `otherwise`. */
  readonly case?: Case | undefined;
  /**
   * Nothing else is certain of what the field is in until this is settled: what other rules say of that is dropped, unless the API
   * server says so.
   */
  readonly isFirst?: boolean;
  /**
   * What the controller rejects, for a rule that has words for all of it. It is dropped where the rule with the voice for it says it,
   * also if that is suppressed: then somebody knows of it. It is not dropped for anything else.
   */
  readonly unlessVoiced?: Rejection;
}

export interface RuleContext<
  MessageId extends string = string,
  Case extends string = string,
  Other extends string = string,
> {
  readonly graph: Graph;
  /** What the repository held before the change that is linted; absent where no change is. */
  readonly before?: (() => Graph) | undefined;
  /** The names of all rules, those among them that do not run. */
  readonly names: ReadonlySet<string>;
  /**
   * Report that something does not hold at a field. An absent field is pointed at by its nearest parent. Returns whether what
   * it rests on is certain; otherwise nothing is reported, and another place may do.
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
 * Says in the user's words what the controller rejects a Rollout for: all violations of one kind that it has. It says nothing
 * where another rule explains them.
 */
export type Voice<Code extends ViolationCode, Context extends RuleContext = RuleContext> = (
  this: void,
  found: readonly [Found<Code>, ...Found<Code>[]],
  context: Context & { readonly rollout: Resource },
) => void;

/**
 * What holds when all is well, and how to find where it does not. A rule checks Rollouts one by one, or the graph as a
 * whole, or both.
 */
export interface Rule<
  MessageId extends string = string,
  Case extends string = string,
  Other extends string = string,
  Code extends ViolationCode = ViolationCode,
> {
  readonly meta: RuleMeta<MessageId, Case, Other>;
  /** The traffic router whose Rollouts `checkRollout` is for; all Rollouts when absent. */
  readonly router?: Router;
  /**
   * Checks one Rollout and what belongs to it. Every rule has checked a Rollout before the next one comes, so that its
   * documents are read once: keep nothing of them from one Rollout to another that is not lasting.
   */
  checkRollout?(this: void, rollout: Resource, context: RuleContext<MessageId, Case, Other>): void;
  /** What the controller rejects and this rule has words for; src/rules/voices.ts lists which rule has them for what. */
  readonly voices?: { readonly [C in Code]?: Voice<C, RuleContext<MessageId, Case, Other>> };
  /**
   * Checks what no Rollout tells by itself. A rule that goes from object to object yields each before it looks into it, so that rules
   * go through the graph side by side and a document is read for all of them at once.
   */
  check?(this: void, context: RuleContext<MessageId, Case, Other>): Iterable<Resource> | void;
}

/** A rule, and which violations it has words for. */
export type VoicingRule<Code extends ViolationCode> = Omit<Rule, 'voices'> & {
  readonly voices: { readonly [C in Code]: Voice<C> };
};

/**
 * Types the message ids and cases of a rule, the rules that it yields to and the violations it has words for, so that a misspelt
 * one does not compile.
 */
export function typedRule<
  MessageId extends string,
  Case extends string = never,
  Other extends string = never,
  Code extends ViolationCode = never,
>(rule: Rule<MessageId, Case, Other, Code>): VoicingRule<Code> {
  return rule as Rule as VoicingRule<Code>;
}
