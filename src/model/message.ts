/** What fills the placeholders of a message; lists are joined with commas. */
export type MessageData = Readonly<Record<string, string | number | undefined | readonly string[]>>;

/** What is said: which sentence of a rule, and of what. The words are made where they are shown. */
export interface Message {
  /** Among the messages of its rule. */
  readonly id: string;
  /** The sentence, with `{placeholders}`. */
  readonly template: string;
  readonly data: MessageData;
  /** The words, where the sentence does not make all of them: what it is filled with was cut or hidden before. */
  readonly words?: string | undefined;
}

const placeholders = /\{(\w+)\}/g;

/** A message without placeholders of its own. */
export function plainMessage(text: string): Message {
  return { id: 'any', template: '{any}', data: { any: text } };
}

/** The sentence, filled in. */
export function filled({ template, data, words }: Message): string {
  if (words !== undefined) return words;
  return template.replaceAll(placeholders, (placeholder, key: string) => {
    const value = data[key];
    // A sentence with a hole in it is worse than none: a rule that leaves one has a fault.
    if (value === undefined) throw new Error(`a message has nothing for its placeholder ${placeholder}`);
    return isList(value) ? shortenedList(value) : shortened(String(value));
  });
}

/** The placeholders of a sentence that nothing fills. */
export function unfilled(template: string, data: MessageData): readonly string[] {
  return [...template.matchAll(placeholders)].flatMap(([placeholder, key]) =>
    data[key!] === undefined ? [placeholder] : [],
  );
}

/** What a message proposes instead, which depends on objects that its finding is not about. */
const proposals = ['hint', 'nearest', 'right'];

/** Whether a message proposes something, to which its labels then point. */
export function hasProposal({ data }: Message): boolean {
  return proposals.some((key) => key in data);
}

/** What fills a message, without what it proposes, and without what there is beside what is missing. */
export function ownData(data: MessageData): MessageData {
  const others = [...proposals, 'known'];
  return Object.fromEntries(Object.entries(data).filter(([key]) => !others.includes(key)));
}

/** A message without what it proposes. */
export function withoutProposal(message: Message): Message {
  const data = { ...message.data };
  for (const key of proposals) if (key in data) data[key] = '';
  return { ...message, data, words: undefined };
}

/** More than anybody reads of a value. What is repeated in each finding could otherwise grow with the square of the input. */
const maxShown = 1500;

/** As much of a value as is shown. */
export function shortened(value: string): string {
  const more = value.length - maxShown;
  return more <= 0 || isShortened(value) ? value : `${value.slice(0, maxShown)}… (${more} more characters)`;
}

/** Whether a value was cut before. */
function isShortened(value: string): boolean {
  const end = value.slice(maxShown);
  return end.length < 40 && end.startsWith('… (') && end.endsWith(' more characters)');
}

/** As many items as there is room for; the others are not even joined. */
function shortenedList(items: readonly string[]): string {
  const shown = shortenedItems(items).join(', ');
  const more = items.length - roomFor(items);
  return more === 0 ? shown : `${shown} and ${more} more`;
}

/** The items that are shown of a list. */
export function shortenedItems(items: readonly string[]): readonly string[] {
  const room = roomFor(items);
  return room === items.length && room > 1 ? items : items.slice(0, room).map(shortened);
}

function roomFor(items: readonly string[]): number {
  let length = 0;
  const end = items.findIndex((item) => (length += item.length + 2) > maxShown);
  return end === -1 ? items.length : Math.max(1, end);
}

function isList(value: MessageData[string]): value is readonly string[] {
  return Array.isArray(value);
}
