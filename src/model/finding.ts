import type { Consequence } from './consequence.js';
import type { Path } from './field.js';
import type { Fix } from './fix.js';
import { filled, type Message } from './message.js';
import type { Identity } from './resource.js';
import type { Place } from './source.js';

/** From the slightest to the gravest. */
export const severities = ['info', 'warning', 'error'] as const;

export type Severity = (typeof severities)[number];

/** Whether a severity is as grave as a threshold asks for. */
export function isAtLeast(severity: Severity, threshold: Severity | 'never'): boolean {
  return threshold !== 'never' && severities.indexOf(severity) >= severities.indexOf(threshold);
}

/** How many findings of one rule are kept of one document. Who has more of them made one mistake many times. */
export const maxOfOneRule = 50;

/** How many are kept of all documents of a file together, which may be a hundred thousand with the same mistake. */
const maxOfOneRuleInFile = 1000;

interface Counting {
  readonly more?: number | undefined;
  readonly moreIn?: 'file' | undefined;
}

/** Keeps the first findings of each rule in a document or a file and counts the others, so that reports have an end. */
export class Tally<T extends Counting> {
  private readonly byRule = new Map<string, { count: number; last: Writable<T> }>();

  constructor(private readonly within: 'document' | 'file' = 'document') {}

  private get max(): number {
    return this.within === 'file' ? maxOfOneRuleInFile : maxOfOneRule;
  }

  /** Whether there is room for a finding; otherwise it is counted in the last one that there was room for. */
  keeps(rule: string, finding: T): boolean {
    const known = this.byRule.get(rule);
    if (known?.count === this.max) {
      known.last.more = (known.last.more ?? 0) + 1 + (finding.more ?? 0);
      if (this.within === 'file') known.last.moreIn = this.within;
      return false;
    }
    this.byRule.set(rule, { count: (known?.count ?? 0) + 1, last: finding });
    return true;
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Another place that takes part in a finding, and what to know about it. */
export interface Label {
  readonly place: Place;
  readonly message: string;
}

/** What becomes of an object in the cluster. */
export interface Live {
  /** When: `setWeight: 20`, which `simulate` calls `step-2`. */
  readonly frame: string;
  readonly id: string;
  /** The Rollout that is updated: `shop/web`. */
  readonly rollout: string;
  /** Which object: `VirtualService "web"`. */
  readonly object: string;
  /** Where it sends traffic then. */
  readonly lines: readonly string[];
}

/** One place where something does not hold that should. */
export interface Finding {
  /** The rule's name, `area/what-should-hold`. */
  readonly rule: string;
  readonly severity: Severity;
  /** Whether that is the one that was chosen for its object, and not the rule's own. */
  readonly isSettled?: boolean | undefined;
  /** What is wrong, in the names of the user's objects, and what would be right; `messageOf` has the words. */
  readonly message: Message;
  /** What becomes of it, and which of the cases of its rule it is; undefined for what is no finding of a rule. */
  readonly consequence: Consequence | undefined;
  readonly case?: string | undefined;
  readonly place: Place;
  readonly labels: readonly Label[];
  /** What the controller makes of an object because of it, where that was simulated. */
  readonly live?: Live | undefined;
  /** What settles it, where that is known. */
  readonly fix?: Fix | undefined;
  /** The object and the field, where the finding concerns one. */
  readonly resource?: Identity | undefined;
  readonly path?: Path | undefined;
  /** Where it is of something rendered. */
  readonly rendered?: Rendered | undefined;
  /** The construct that the object comes from, where cdk8s noted it. */
  readonly construct?: string | undefined;
  /** How many more of its rule there are in its document, which are not kept. */
  readonly more?: number | undefined;
  /** Where those stand, if not in its document alone. */
  readonly moreIn?: 'file' | undefined;
}

/** What a finding was rendered from. */
export interface Rendered {
  /** What it says, whatever it was rendered from. */
  readonly cause: string;
  readonly from: readonly string[];
  /** Whether its place is one of what was rendered, because the place of its source is not known. */
  readonly isSourceUnknown: boolean;
}

/** What a finding says. */
export function messageOf({
  message,
  rendered,
  construct,
}: Pick<Finding, 'message' | 'rendered' | 'construct'>): string {
  return [
    filled(message),
    ...(construct === undefined ? [] : [`Its construct is "${construct}".`]),
    ...(rendered ? [renderedText(rendered)] : []),
  ].join(' ');
}

function renderedText({ from, isSourceUnknown }: Rendered): string {
  // A name that is one dot would end the sentence twice.
  const all = from.map((name) => (name === '.' ? './' : name));
  const names = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  const rest = isSourceUnknown ? '; its source is unknown, so the line is that of the rendered output.' : '.';
  return `Rendered from ${names}${rest}`;
}
