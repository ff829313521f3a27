import { secretParts } from './secret-parts.js';

/** A line with a hidden part. */
export interface Masked {
  readonly shown: string;
  readonly hidden: string;
}

/** Also matches invalid YAML: what looks like a Secret is treated as one. */
const secretKind = /\bkind\W{1,9}(?:[&!]\S{1,99}\s+["']?)?Secret(?:List)?(?!\w)/;

/** The fields of a Secret other than its data. */
const open = /^([\s-]*)["']?(apiVersion|kind|metadata|type|immutable|items)["']?\s*:(?!.*data\b)/i;

/** Lines without a key or value: blank, a comment, brackets. */
const bare = /^[\s{}[\],-]*(?:#.*)?$/;

/** The annotation of kubectl that contains the whole applied object. */
const applied = 'last-applied-configuration';

/** The hidden parts of a Secret, by line, from 0. Reports show the line number and the key, but never the value. */
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

/** Also hides credentials of scripts and pipelines. */
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
    hide(lines, start + lineIndex(text, part.start), start + lineIndex(text, part.end - 1) + 1, masked);
}

function lineIndex(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split('\n').length - 1;
}

/** From the first unknown key on, which may be misspelt or indented wrongly, everything may be data. */
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

/** Keys stay visible, except in deeper lines, which may belong to a block scalar. */
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

/** A sentence without the words of a hidden value. Quoted names of objects stay, even if the value is the same. */
export function withoutWords(sentence: string, { hidden }: Masked, names: readonly string[]): string {
  const words = hidden.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const kept = new Set(names.map((name) => `"${name}"`));
  return sentence
    .split(/("[^"]*")/)
    .map((part) => (kept.has(part) ? part : words.reduce((text, word) => text.replaceAll(word, '***'), part)))
    .join('');
}
