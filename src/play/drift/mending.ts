import type { Ignored, IgnoreRule } from '../../argocd/match.js';
import type { Argo } from './argo.js';
import type { Target } from './misdirected.js';
import type { Expression } from './pattern.js';

/** The lists of an entry. */
export type ListName = 'jsonPointers' | 'jqPathExpressions' | 'managedFieldsManagers';

/** Something in an entry of an Application, by the number of the entry. */
export type FaultPlace =
  | { readonly entry: number; readonly list: ListName; readonly index: number }
  | { readonly entry: number; readonly target: keyof Target };

/** Something in an entry that does harm, or that is meant for what the controller writes and does nothing. */
export interface Fault {
  readonly place: FaultPlace;
  /** As it is written. */
  readonly text: string;
  readonly kind:
    /** It does not compile, which makes the Application Unknown. */
    | 'broken'
    /** It leaves out of one side what stays on the other, and so makes a difference where there was none. */
    | 'one-sided'
    /** It fails for an object that is different, and ignores nothing in it. */
    | 'failing'
    /** It is a pointer that leads nowhere in any object. */
    | 'astray'
    /** It leads to a field that the kind does not have. */
    | 'unknown'
    /** It leads to an element that is not there at any moment. */
    | 'idle'
    /** It is a manager that writes nothing. */
    | 'nobody'
    /** It keeps the entry from matching what it is meant for. */
    | 'misdirected';
  /** With what it fails, or what is wrong with it: the end of a sentence that starts with it. */
  readonly error?: string;
  /** What does what it was meant for. */
  readonly instead?: Expression | { readonly field: keyof Target; readonly text: string };
  /** The object for which it does its work, so that it is not taken out; empty where that may be. */
  readonly neededFor?: string;
}

/** The entries of an Application while they are mended, and what was wrong with them. */
export class Mending {
  private readonly places = new Map<Ignored, FaultPlace>();
  private readonly found = new Map<string, Fault>();

  constructor(private current: Argo) {
    for (const [entry, rule] of current.settings.rules.entries())
      for (const list of ['jsonPointers', 'jqPathExpressions'] as const)
        for (const [index, one] of rule[list].entries()) this.places.set(one, { entry, list, index });
  }

  /** The Application as it is with what was mended so far. */
  get argo(): Argo {
    return this.current;
  }

  get rules(): readonly IgnoreRule[] {
    return this.current.settings.rules;
  }

  get faults(): readonly Fault[] {
    return [...this.found.values()];
  }

  /** Says what is wrong with a pointer or an expression, and leaves it as it is. */
  note(one: Ignored, fault: Omit<Fault, 'place' | 'text'>): void {
    const place = this.places.get(one);
    if (place) this.add({ place, text: one.text, ...fault });
  }

  /** Takes a pointer or an expression out, or puts another one into its place. */
  mend(one: Ignored, fault: Omit<Fault, 'place' | 'text'>): Ignored | undefined {
    this.note(one, fault);
    const { instead } = fault;
    const next: Ignored | undefined = instead && { text: instead.text };
    const place = this.places.get(one);
    if (next && place) this.places.set(next, place);
    this.current = this.current.but({
      rules: this.rules.map((rule) => replaced(rule, one, next && { field: instead?.field, next })),
    });
    return next;
  }

  /** The Application if a pointer or an expression were another one, or gone. */
  without(one: Ignored, instead?: Expression): Argo {
    const next = instead && { field: instead.field, next: { text: instead.text } };
    return this.current.but({ rules: this.rules.map((rule) => replaced(rule, one, next)) });
  }

  /** Makes an entry mean something else. */
  redirect(entry: number, field: keyof Target, text: string): void {
    const before = this.rules[entry]?.[field] ?? '';
    this.add({
      place: { entry, target: field },
      text: before,
      kind: 'misdirected',
      instead: { field, text },
    });
    this.current = this.with(entry, { [field]: text });
  }

  /** Takes out the managers of an entry, who write nothing. */
  dismiss(entry: number): void {
    for (const [index, text] of (this.rules[entry]?.managedFieldsManagers ?? []).entries())
      this.add({ place: { entry, list: 'managedFieldsManagers', index }, text, kind: 'nobody' });
    this.current = this.with(entry, { managedFieldsManagers: [] });
  }

  /** The Application if an entry were another one. */
  with(entry: number, fields: Partial<IgnoreRule>): Argo {
    return this.current.but({
      rules: this.rules.map((rule, index) => (index === entry ? { ...rule, ...fields } : rule)),
    });
  }

  /** What was put in place of something and is no better is told with what it was at first. */
  private add(fault: Fault): void {
    const key = JSON.stringify(fault.place);
    const known = this.found.get(key);
    if (!known) this.found.set(key, fault);
    else if (fault.neededFor === undefined) {
      const first = { ...known };
      delete first.instead;
      this.found.set(key, { ...first, ...(fault.instead ? { instead: fault.instead } : {}) });
    }
  }
}

/** An entry with another pointer or expression in the place of one, or without it. */
function replaced(
  rule: IgnoreRule,
  one: Ignored,
  by: { readonly field: string | undefined; readonly next: Ignored } | undefined,
): IgnoreRule {
  const inList = (list: 'jsonPointers' | 'jqPathExpressions'): readonly Ignored[] => {
    const stays = by?.field === list && rule[list].includes(one);
    const left = rule[list].flatMap((other) => (other !== one ? [other] : stays ? [by.next] : []));
    const isMoved = by?.field === list && !stays && holds(rule, one);
    return isMoved ? [...left, by.next] : left;
  };
  return holds(rule, one)
    ? { ...rule, jsonPointers: inList('jsonPointers'), jqPathExpressions: inList('jqPathExpressions') }
    : rule;
}

function holds({ jsonPointers, jqPathExpressions }: IgnoreRule, one: Ignored): boolean {
  return jsonPointers.includes(one) || jqPathExpressions.includes(one);
}
