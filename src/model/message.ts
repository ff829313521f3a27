/** Values for the placeholders of a message; lists are joined with commas. */
export type MessageData = Readonly<Record<string, string | number | undefined | readonly string[]>>;

/** A message: a template of a rule and its values. It becomes a string where it is shown. */
export interface Message {
  /** Its key among the messages of its rule. */
  readonly id: string;
  /** The sentence, with `{placeholders}`. */
  readonly template: string;
  readonly data: MessageData;
  /** The full string, if the template and data cannot produce it because values were cut or hidden before. */
  readonly words?: string | undefined;
}

/** The end of "… is not found" where nothing similar exists: it ends the sentence. */
export const noHint = '.';

/** The end where nothing similar exists and the object has to have something that is not plain. */
export function addingHint(object: string): string {
  return `${adding}${object}.`;
}

const adding = '; add ';

/** Whether a message is about an object that is not found, and nothing similar to it. */
export function isOfNothingSimilar({ data: { hint } }: Message): boolean {
  return hint === noHint || (typeof hint === 'string' && hint.startsWith(adding));
}

const placeholders = /\{(\w+)\}/g;

/** A message without placeholders. */
export function plainMessage(text: string): Message {
  return { id: 'any', template: '{any}', data: { any: text } };
}

/** The template with its placeholders filled in. */
export function filledTemplate({ template, data, words }: Message): string {
  if (words !== undefined) return words;
  return template.replaceAll(placeholders, (placeholder, key: string) => {
    const value = data[key];
    // A message with a missing value would be misleading: the rule has a bug.
    if (value === undefined) throw new Error(`a message has nothing for its placeholder ${placeholder}`);
    return isList(value) ? shortenedList(value) : shortened(String(value));
  });
}

/** The placeholders of a template that have no value. */
export function unfilled(template: string, data: MessageData): readonly string[] {
  return [...template.matchAll(placeholders)].flatMap(([placeholder, key]) =>
    data[key!] === undefined ? [placeholder] : [],
  );
}

/** Placeholders for a proposal, which depends on objects other than that of the finding. */
const proposals = ['hint', 'nearest', 'right'];

/** Whether a message proposes something, which its labels then point to. */
export function hasProposal({ data }: Message): boolean {
  return proposals.some((key) => key in data);
}

/** The values of a message without those of its proposal or of similar objects that exist. */
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

/**
 * The longest value that is shown. Values are repeated in each finding, so their total size could grow with the square of the
 * input.
 */
const maxShown = 1500;

/** A value, cut to the length that is shown. */
export function shortened(value: string): string {
  const more = value.length - maxShown;
  return more <= 0 || isShortened(value) ? value : `${value.slice(0, maxShown)}… (${more} more characters)`;
}

/** Whether a value was cut before. */
function isShortened(value: string): boolean {
  const end = value.slice(maxShown);
  return end.length < 40 && end.startsWith('… (') && end.endsWith(' more characters)');
}

/** As many items as fit; the others are not even joined. */
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
