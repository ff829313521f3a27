import { secretParts } from './secret-parts.js';

/** A line of which a part is not shown. */
export interface Masked {
  readonly shown: string;
  readonly hidden: string;
}

/** Also where the YAML is broken: what looks like a Secret is one. */
const secretKind = /\bkind\W{1,9}(?:[&!]\S{1,99}\s+["']?)?Secret(?:List)?(?!\w)/;

/** What a Secret has besides its data. */
const open = /^([\s-]*)["']?(apiVersion|kind|metadata|type|immutable|items)["']?\s*:(?!.*data\b)/i;

/** Neither a key nor a value: nothing, a comment, brackets. */
const bare = /^[\s{}[\],-]*(?:#.*)?$/;

/** What kubectl keeps of an object that it applied: all of it. */
const applied = 'last-applied-configuration';

/** What a Secret holds is in no report: a line number and its key say where to look. By the lines of a text, from 0. */
export function maskedLines(lines: readonly string[]): ReadonlyMap<number, Masked> {
  const masked = new Map<number, Masked>();
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    while (end < lines.length && !lines[end]!.startsWith('---')) end++;
    if (lines.slice(start, end).some((line) => secretKind.test(line)))
      hideDocument(lines, start, end, masked);
    start = end;
  }
  return masked;
}

/** What scripts and pipelines sign in with is in no report either. */
export function maskedCommands(lines: readonly string[]): ReadonlyMap<number, Masked> {
  const masked = new Map<number, Masked>();
  for (const [at, line] of lines.entries())
    if (/passw|secret|token|credential|authorization|api-?_?key/i.test(line))
      masked.set(at, { shown: `${line.slice(0, line.search(/\S/))}***`, hidden: line.trim() });
  return masked;
}

function hideDocument(
  lines: readonly string[],
  start: number,
  end: number,
  masked: Map<number, Masked>,
): void {
  const text = lines.slice(start, end).join('\n');
  const parts = secretParts(text, secretKind);
  if (!parts) hide(lines, firstHidden(lines, start, end), end, masked);
  for (const part of parts ?? [])
    hide(lines, start + lineOf(text, part.start), start + lineOf(text, part.end - 1) + 1, masked);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split('\n').length - 1;
}

/** From the first key on that is not known to be harmless, and be it misspelt or indented wrongly, all may be data. */
function firstHidden(lines: readonly string[], start: number, end: number): number {
  let metadata = Infinity;
  for (let at = start; at < end; at++) {
    const line = lines[at]!;
    const [, lead, key] = open.exec(line) ?? [];
    if (key !== undefined) metadata = key === 'metadata' ? lead!.length : Infinity;
    else if (line.includes(applied)) return at;
    else if (!bare.test(line) && !/^---/.test(line) && line.search(/\S/) <= metadata) return at;
  }
  return end;
}

/** Keys stay, but not what looks like one deeper inside: it may be a line of a text. */
function hide(lines: readonly string[], start: number, end: number, masked: Map<number, Masked>): void {
  let depth: number | undefined;
  for (let at = start; at < end; at++) {
    const line = lines[at]!;
    const [, key = '', lead = '', rest = ''] =
      /^(([\s-]*)(?:["'][\w./-]|[\w./])[\w./-]*["']?\s*:\s)(.*)$/.exec(`${line} `) ?? [];
    if (at > start && key !== '') depth ??= lead.length;
    const isKey = key !== '' && (at === start || lead.length <= (depth ?? 0));
    const hidden = (isKey ? rest : line).trim();
    if (/^(?:[|>][-+\d]*|[\s{}[\],-]*)$/.test(hidden)) continue;
    masked.set(at, { shown: `${isKey ? key : line.slice(0, line.search(/\S/))}***`, hidden });
  }
}

/** A sentence without the words of a hidden value. Names of objects in quotes stay, though the value be the same. */
export function withoutWords(sentence: string, { hidden }: Masked, names: readonly string[]): string {
  const words = hidden.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const kept = new Set(names.map((name) => `"${name}"`));
  return sentence
    .split(/("[^"]*")/)
    .map((part) => (kept.has(part) ? part : words.reduce((text, word) => text.replaceAll(word, '***'), part)))
    .join('');
}
