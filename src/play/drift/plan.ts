import type { IgnoreEntry } from './argo.js';
import type { Fault, ListName } from './mending.js';
import type { EntryTarget } from './misdirected.js';
import type { WantedItem } from '../../yaml/edit/yaml-edits.js';
import type { Field } from '../../model/field.js';

/** The edits to one entry of ignoreDifferences. */
export interface EntryPlan {
  /** Its fields with new values. */
  readonly target: Partial<Record<keyof EntryTarget, string>>;
  /** Its lists that change; an empty one is removed. */
  readonly lists: Partial<Record<ListName, readonly WantedItem[]>>;
}

/** The edits to ignoreDifferences. */
export interface Plan {
  /** By the index of the entry; null if nothing is left of it. */
  readonly changed: ReadonlyMap<number, EntryPlan | null>;
  readonly added: readonly IgnoreEntry[];
  /** Faults that were not found at their place. */
  readonly lost: readonly Fault[];
}

const targetFields = ['group', 'kind', 'name', 'namespace'] as const;
const listNames = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'] as const;

/** An entry while it is edited. */
class Draft {
  readonly target: Partial<Record<keyof EntryTarget, string>> = {};
  readonly lists = new Map<ListName, WantedItem[]>();
  /** Places where something was removed, free for new items. */
  private readonly free = new Map<ListName, number[]>();

  constructor(private readonly field: Field) {}

  /** Whether a pointer or an expression is at its expected place. */
  has({ place, text }: Fault): boolean {
    return 'list' in place
      ? this.field.at(place.list, place.index).value === text
      : (this.field.at(place.target).text ?? '') === text;
  }

  mend({ place, instead }: Fault): void {
    if ('target' in place) {
      this.target[place.target] = instead?.text ?? '';
      return;
    }
    const { list, index } = place;
    const wanted = this.listOf(list);
    const at = wanted.findIndex(({ from }) => from === index);
    if (at === -1) return;
    if (instead?.field === list) wanted[at] = { from: index, text: instead.text };
    else {
      wanted.splice(at, 1);
      this.free.set(list, [...(this.free.get(list) ?? []), index]);
      if (instead?.field === 'jsonPointers' || instead?.field === 'jqPathExpressions')
        this.put(instead.field, instead.text);
    }
  }

  /** Adds a pointer or an expression where one was removed, otherwise at the end. */
  put(list: ListName, text: string): void {
    const wanted = this.listOf(list);
    if (wanted.some((one) => this.textOf(list, one) === text)) return;
    const free = this.free.get(list)?.shift();
    if (free === undefined) wanted.push({ text });
    else {
      const at = wanted.findIndex(({ from = Infinity }) => from > free);
      wanted.splice(at === -1 ? wanted.length : at, 0, { from: free, text });
    }
  }

  add(entry: IgnoreEntry): void {
    for (const field of targetFields)
      if ((entry[field] ?? '') !== this.targetOf(field) && entry[field] !== undefined)
        this.target[field] = entry[field];
    for (const text of entry.jsonPointers ?? []) this.put('jsonPointers', text);
    for (const text of entry.jqPathExpressions ?? []) this.put('jqPathExpressions', text);
  }

  /** Whether it applies to the object of another entry and to nothing else. */
  isFor(entry: IgnoreEntry): boolean {
    return targetFields.every((field) => this.targetOf(field) === (entry[field] ?? ''));
  }

  /** Whether everything was removed from it, so it can be reused for another object of its kind. */
  mayBecome(entry: IgnoreEntry): boolean {
    const isOfType = (['group', 'kind'] as const).every(
      (field) => this.targetOf(field) === (entry[field] ?? ''),
    );
    return isOfType && this.isEmpty;
  }

  get isEmpty(): boolean {
    return this.lists.size > 0 && listNames.every((list) => this.lengthOf(list) === 0);
  }

  private lengthOf(list: ListName): number {
    return this.lists.get(list)?.length ?? this.field.at(list).items.length;
  }

  private targetOf(field: keyof EntryTarget): string {
    return this.target[field] ?? this.field.at(field).text ?? '';
  }

  private textOf(list: ListName, { from, text }: WantedItem): unknown {
    return text ?? this.field.at(list, from ?? 0).value;
  }

  private listOf(list: ListName): WantedItem[] {
    let wanted = this.lists.get(list);
    if (!wanted) this.lists.set(list, (wanted = this.field.at(list).items.map((_, from) => ({ from }))));
    return wanted;
  }
}

/** The edits to the entries of an Application: faults are replaced and missing items added. */
export function planOf(list: Field, faults: readonly Fault[], entries: readonly IgnoreEntry[]): Plan {
  const drafts = new Map<number, Draft>();
  const draftOf = (index: number): Draft => {
    let draft = drafts.get(index);
    if (!draft) drafts.set(index, (draft = new Draft(list.at(index))));
    return draft;
  };
  const mended = faults.filter(({ neededFor }) => neededFor === undefined);
  const isThere = (fault: Fault): boolean => draftOf(fault.place.entry).has(fault);
  for (const fault of mended.filter(isThere)) draftOf(fault.place.entry).mend(fault);

  const added: IgnoreEntry[] = [];
  const own = list.items.map((_, index) => draftOf(index));
  for (const entry of entries) {
    const draft = own.find((one) => one.isFor(entry)) ?? own.find((one) => one.mayBecome(entry));
    const at = added.findIndex((other) => targetFields.every((field) => other[field] === entry[field]));
    const known = added[at];
    if (draft) draft.add(entry);
    else if (known) added[at] = joinedEntry(known, entry);
    else added.push(entry);
  }
  const changed = [...drafts].flatMap(([index, draft]): [number, EntryPlan | null][] => {
    const { target, lists } = draft;
    if (Object.keys(target).length + lists.size === 0) return [];
    return [[index, draft.isEmpty ? null : { target, lists: Object.fromEntries(lists) }]];
  });
  return { changed: new Map(changed), added, lost: mended.filter((fault) => !isThere(fault)) };
}

function joinedEntry(one: IgnoreEntry, other: IgnoreEntry): IgnoreEntry {
  const both = (list: 'jsonPointers' | 'jqPathExpressions'): Partial<IgnoreEntry> => {
    const texts = [...new Set([...(one[list] ?? []), ...(other[list] ?? [])])];
    return texts.length === 0 ? {} : { [list]: texts };
  };
  return { ...one, ...both('jsonPointers'), ...both('jqPathExpressions') };
}

/** The entries after a plan, as plain values. */
export function planned(list: Field, { changed, added }: Plan): readonly unknown[] {
  const own = list.items.flatMap((item, index) => {
    const plan = changed.get(index);
    if (plan === null) return [];
    return [plan === undefined ? item.value : plannedEntry(item, plan)];
  });
  return [...own, ...added];
}

function plannedEntry(item: Field, { target, lists }: EntryPlan): object {
  const entry = { ...(item.value as Record<string, unknown>), ...target } as Record<string, unknown>;
  for (const [list, wanted] of Object.entries(lists)) {
    const texts = wanted.map(({ from, text }) => text ?? item.at(list, from ?? 0).value);
    if (texts.length === 0) Reflect.deleteProperty(entry, list);
    else entry[list] = texts;
  }
  return entry;
}
