import type { Consequence } from './consequence.js';
import type { Path } from './field.js';
import type { Fix } from './fix.js';
import { filledTemplate, type Message } from './message.js';
import type { Identity } from './resource.js';
import type { Silencer } from './silencer.js';
import type { Place } from './source.js';

/** From least to most severe. */
export const severities = ['info', 'warning', 'error'] as const;

export type Severity = (typeof severities)[number];

/** What a run can fail from: a severity, or never. */
export const failThresholds = [...severities, 'never'] as const;

export type FailThreshold = (typeof failThresholds)[number];

/** Whether a severity reaches a threshold. */
export function isAtLeast(severity: Severity, threshold: FailThreshold): boolean {
  return threshold !== 'never' && severities.indexOf(severity) >= severities.indexOf(threshold);
}

/** How many findings of one rule are kept per document; more are usually one mistake, repeated. */
export const maxOfOneRule = 50;

/** How many are kept for all documents of a file together, of which there may be a hundred thousand. */
const maxOfOneRuleInFile = 1000;

interface Counting {
  readonly more?: number | undefined;
  readonly moreIn?: 'file' | undefined;
}

/** Keeps the first findings of each rule in a document or a file and counts the others, so that reports stay bounded. */
export class Tally<T extends Counting> {
  private readonly byRule = new Map<string, { count: number; last: Writable<T> }>();

  constructor(private readonly within: 'document' | 'file' = 'document') {}

  private get max(): number {
    return this.within === 'file' ? maxOfOneRuleInFile : maxOfOneRule;
  }

  /** Whether a finding fits; otherwise it is counted in the last one that did. */
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

/** Another place that is part of a finding, with a note about it. */
export interface Label {
  readonly place: Place;
  readonly message: string;
}

/** What happens to an object in the cluster. */
export interface Live {
  /** When: `setWeight: 20`, or `step-2` in `simulate`. */
  readonly frame: string;
  readonly id: string;
  /** The Rollout that is updated: `shop/web`. */
  readonly rollout: string;
  /** Which object: `VirtualService "web"`. */
  readonly object: string;
  /** Where it sends traffic at that time. */
  readonly lines: readonly string[];
}

/** One place that breaks a rule. */
export interface Finding {
  /** The rule's name, `area/what-should-hold`. */
  readonly rule: string;
  readonly severity: Severity;
  /** Whether the severity was configured for this object instead of being the rule's own. */
  readonly isSettled?: boolean | undefined;
  /** What is wrong, in the names of the user's objects, and what to do; `messageOf` renders it. */
  readonly message: Message;
  /** What it leads to, and which case of its rule it is; undefined for what is not a finding of a rule. */
  readonly consequence: Consequence | undefined;
  readonly case?: string | undefined;
  readonly place: Place;
  readonly labels: readonly Label[];
  /** What the controller makes of an object because of it, if that was simulated. */
  readonly live?: Live | undefined;
  /** The fix, if there is one. */
  readonly fix?: Fix | undefined;
  /** Other edits, each of which resolves it; the user takes one, and `--fix` takes none. */
  readonly choices?: readonly Fix[] | undefined;
  /** The object and the field, where the finding concerns one. */
  readonly resource?: Identity | undefined;
  readonly path?: Path | undefined;
  /** Set if it concerns rendered manifests. */
  readonly rendered?: Rendered | undefined;
  /** The construct that created the object, if cdk8s recorded it. */
  readonly construct?: string | undefined;
  /** How many more findings of its rule were not kept. */
  readonly more?: number | undefined;
  /** The scope of `more`, if not the document alone. */
  readonly moreIn?: 'file' | undefined;
  /** What suppresses it; findings that are reported have none. */
  readonly silencer?: Silencer | undefined;
}

/** The origin of a finding in rendered manifests. */
export interface Rendered {
  /** The message without the origin. */
  readonly cause: string;
  readonly from: readonly string[];
  /** What is unknown of its place: the line, so that it is the start of the file, or the file, so that it is in the rendered manifests. */
  readonly unknown: 'line' | 'file' | undefined;
}

/** The full message of a finding. */
export function messageOf({
  message,
  rendered,
  construct,
}: Pick<Finding, 'message' | 'rendered' | 'construct'>): string {
  return [
    filledTemplate(message),
    ...(construct === undefined ? [] : [`Its construct is "${construct}".`]),
    ...(rendered ? [renderedText(rendered)] : []),
  ].join(' ');
}

const unknownText = {
  line: '; the line that sets it is unknown, so the finding is at the start of the file.',
  file: '; its source is unknown, so the line is that of the rendered output.',
};

function renderedText({ from, unknown }: Rendered): string {
  // A name that is a single dot would end the sentence twice.
  const all = from.map((name) => (name === '.' ? './' : name));
  const names = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  return `Rendered from ${names}${unknown === undefined ? '.' : unknownText[unknown]}`;
}
