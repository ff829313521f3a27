import type { Ignored, IgnoreRule } from '../../argocd/match.js';
import type { Argo } from './argo.js';
import type { EntryTarget } from './misdirected.js';
import type { IgnoreExpression } from './pattern.js';

/** The lists of an entry. */
export type ListName = 'jsonPointers' | 'jqPathExpressions' | 'managedFieldsManagers';

/** A part of an entry of an Application, by the index of the entry. */
export type FaultPlace =
  | { readonly entry: number; readonly list: ListName; readonly index: number }
  | { readonly entry: number; readonly target: keyof EntryTarget };

/** A part of an entry that is harmful, or that is meant for what the controller writes and has no effect. */
export interface Fault {
  readonly place: FaultPlace;
  /** The text in the file. */
  readonly text: string;
  readonly kind:
    /** It does not compile, which makes the Application Unknown. */
    | 'broken'
    /** It removes a value from only one side and so causes a difference. */
    | 'one-sided'
    /** It fails for a differing object and ignores nothing in it. */
    | 'failing'
    /** It is a pointer that cannot resolve in any object. */
    | 'astray'
    /** It selects a field that the kind does not have. */
    | 'unknown'
    /** It selects an element that exists at no moment. */
    | 'idle'
    /** It is a manager that writes nothing. */
    | 'nobody'
    /** It prevents the entry from matching its intended object. */
    | 'misdirected';
  /** The error, or the reason as a predicate whose subject is the expression. */
  readonly error?: string;
  /** The replacement that does what was meant. */
  readonly instead?: IgnoreExpression | { readonly field: keyof EntryTarget; readonly text: string };
  /** The object that needs it, so it is not removed; empty if it can be removed. */
  readonly neededFor?: string;
}

/** The entries of an Application while they are corrected, and the faults found so far. */
export class Mending {
  private readonly places = new Map<Ignored, FaultPlace>();
  private readonly found = new Map<string, Fault>();

  constructor(private current: Argo) {
    for (const [entry, rule] of current.settings.rules.entries())
      for (const list of ['jsonPointers', 'jqPathExpressions'] as const)
        for (const [index, one] of rule[list].entries()) this.places.set(one, { entry, list, index });
  }

  /** The Application with the corrections so far. */
  get argo(): Argo {
    return this.current;
  }

  get rules(): readonly IgnoreRule[] {
    return this.current.settings.rules;
  }

  get faults(): readonly Fault[] {
    return [...this.found.values()];
  }

  /** Records a fault and leaves the expression unchanged. */
  note(one: Ignored, fault: Omit<Fault, 'place' | 'text'>): void {
    const place = this.places.get(one);
    if (place) this.add({ place, text: one.text, ...fault });
  }

  /** Removes a pointer or an expression, or replaces it. */
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

  /** Gives a removed pointer or expression a replacement in its entry; false if a part of the target is at fault. */
  correct(fault: Fault, instead: IgnoreExpression): boolean {
    const { place } = fault;
    if (!('list' in place) || place.list === 'managedFieldsManagers') return false;
    this.found.set(JSON.stringify(place), { ...fault, instead });
    const next = [...(this.rules[place.entry]?.[instead.field] ?? []), { text: instead.text }];
    this.current = this.with(place.entry, { [instead.field]: next });
    return true;
  }

  /** The Application with a pointer or an expression replaced or removed. */
  without(one: Ignored, instead?: IgnoreExpression): Argo {
    const next = instead && { field: instead.field, next: { text: instead.text } };
    return this.current.but({ rules: this.rules.map((rule) => replaced(rule, one, next)) });
  }

  /** Changes the target of an entry. */
  redirect(entry: number, field: keyof EntryTarget, text: string): void {
    const before = this.rules[entry]?.[field] ?? '';
    this.add({
      place: { entry, target: field },
      text: before,
      kind: 'misdirected',
      instead: { field, text },
    });
    this.current = this.with(entry, { [field]: text });
  }

  /** Removes the managers of an entry, which write nothing. */
  dismiss(entry: number): void {
    for (const [index, text] of (this.rules[entry]?.managedFieldsManagers ?? []).entries())
      this.add({ place: { entry, list: 'managedFieldsManagers', index }, text, kind: 'nobody' });
    this.current = this.with(entry, { managedFieldsManagers: [] });
  }

  /** The Application with some fields of an entry replaced. */
  with(entry: number, fields: Partial<IgnoreRule>): Argo {
    return this.current.but({
      rules: this.rules.map((rule, index) => (index === entry ? { ...rule, ...fields } : rule)),
    });
  }

  /** If a replacement is faulty too, the fault is reported for the original text. */
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

/** An entry with a pointer or an expression replaced or removed. */
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
