import type { Identity } from '../../model/resource.js';
import type { MapNode, Node } from '../../model/node.js';
import { hasUnicodeBreak, isBlank, isBreak, space } from './characters.js';
import { currentGroup } from './moved-kinds.js';
import { resolvePlain } from './scalars.js';

/** What the lines of a document show without parsing it. */
export type Outline =
  /** The document has to be parsed. */
  | { readonly certain: false }
  /** Undefined for what is not a Kubernetes object: neither kind, nor apiVersion and name. */
  | { readonly certain: true; readonly identity: Identity | undefined; readonly offset: number };

const uncertain: Outline = { certain: false };

/**
 * Reads the identity from the lines of a document in block style. Anything that is not simple there makes the result uncertain,
 * because a wrong answer would hide a resource.
 */
export function outline(text: string, start: number, end: number): Outline {
  const document = text.slice(start, end);
  if (hasUnicodeBreak(document)) return uncertain;
  if (document.includes('\r') && /\r(?!\n)/.test(document)) return uncertain;
  const from = contentStart(document);
  if (document[from] === '{') return outlineOfJson(document, start + from);
  if (document[from] === '[') return { certain: true, identity: undefined, offset: start + from };
  return new Scan(text, end).document(start);
}

/** The first character that is not blank; documents that start with a comment or `---` are not JSON. */
function contentStart(document: string): number {
  let at = 0;
  while (at < document.length && isBlank(document.charCodeAt(at))) at += 1;
  return at;
}

function outlineOfJson(document: string, offset: number): Outline {
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    return uncertain;
  }
  const { apiVersion, kind, metadata } = value as Record<string, unknown>;
  if (kind === undefined && apiVersion === undefined) return { certain: true, identity: undefined, offset };
  const { name, namespace } = (metadata ?? {}) as Record<string, unknown>;
  const isText = (field: unknown): field is string | undefined =>
    field === undefined || typeof field === 'string';
  if (!isText(apiVersion) || !isText(kind) || !isText(name) || !isText(namespace)) return uncertain;
  if (kind === '' || kind?.endsWith('List')) return uncertain;
  return { certain: true, identity: objectOf(apiVersion ?? '', kind ?? '', name ?? '', namespace), offset };
}

class Scan {
  private apiVersion: string | undefined;
  private kind: string | undefined;
  private name: string | undefined;
  private namespace: string | undefined;
  private value = '';
  /** The line with content that was found last, and its indentation; -1 if uncertain. */
  private line = 0;
  private indent = 0;

  constructor(
    private readonly text: string,
    private readonly end: number,
  ) {}

  document(start: number): Outline {
    const { text, end } = this;
    this.findContent(start);
    if (text.startsWith('---', this.line) && isBlank(text.charCodeAt(this.line + 3))) {
      if (this.restStart(this.line + 3) !== -1) return uncertain;
      this.findContent(this.nextLine(this.line));
    }
    const offset = this.line;
    if (offset >= end) return { certain: true, identity: undefined, offset: start };
    if (this.indent !== 0) return uncertain;
    if (this.isDash(offset)) return { certain: true, identity: undefined, offset };

    // Whether a list may follow at the indentation of its key.
    let isOpen = false;
    let hasMetadata = false;
    for (let at = offset; at < end;) {
      if (isOpen && this.isDash(at)) {
        at = this.nextTopLine(at);
        continue;
      }
      const colon = this.keyEnd(at);
      if (colon === -1) return uncertain;
      const rest = this.restStart(colon + 1);
      isOpen = rest === -1;
      const length = colon - at;
      if (length === 4 && text.startsWith('kind', at)) {
        if (this.kind !== undefined || !this.scalar(rest, 0)) return uncertain;
        this.kind = this.value;
        at = this.line;
      } else if (length === 10 && text.startsWith('apiVersion', at)) {
        if (this.apiVersion !== undefined || !this.scalar(rest, 0)) return uncertain;
        this.apiVersion = this.value;
        at = this.line;
      } else if (length === 8 && text.startsWith('metadata', at)) {
        if (hasMetadata || rest !== -1 || !this.metadata(this.nextLine(colon))) return uncertain;
        hasMetadata = true;
        at = this.line;
      } else {
        at = this.nextTopLine(colon);
      }
    }
    return this.result(offset);
  }

  /** Reads the entries of metadata; false when they are uncertain. */
  private metadata(start: number): boolean {
    const { text, end } = this;
    let isOpen = false;
    this.findContent(start);
    const { indent } = this;
    while (this.line < end && this.indent !== 0) {
      if (this.indent < indent || indent === -1) return false;
      const at = this.line + this.indent;
      if (this.indent > indent || (isOpen && this.isDash(at))) {
        this.findContent(this.nextLine(at));
        continue;
      }
      const colon = this.keyEnd(at);
      if (colon === -1) return false;
      const rest = this.restStart(colon + 1);
      isOpen = rest === -1;
      const length = colon - at;
      if (length === 4 && text.startsWith('name', at)) {
        if (this.name !== undefined || !this.scalar(rest, indent)) return false;
        this.name = this.value;
      } else if (length === 9 && text.startsWith('namespace', at)) {
        if (this.namespace !== undefined || !this.scalar(rest, indent)) return false;
        this.namespace = this.value;
      } else {
        this.findContent(this.nextLine(colon));
      }
    }
    return true;
  }

  /** Finds the first line that is neither blank nor a comment, from the start of a line on. */
  private findContent(from: number): void {
    const { text, end } = this;
    for (let line = from; line < end; line = this.nextLine(line)) {
      let at = line;
      while (text.charCodeAt(at) === space) at += 1;
      const char = text.charCodeAt(at);
      if (at >= end || isBreak(char) || char === 0x23) continue;
      this.line = line;
      this.indent = char === 0x09 ? -1 : at - line;
      return;
    }
    this.line = end;
    this.indent = 0;
  }

  private nextLine(from: number): number {
    const next = this.text.indexOf('\n', from) + 1;
    return next === 0 || next > this.end ? this.end : next;
  }

  /** The next line with a character in the first column. */
  private nextTopLine(from: number): number {
    const { text, end } = this;
    for (let at = text.indexOf('\n', from) + 1; at > 0 && at < end; at = text.indexOf('\n', at) + 1) {
      const char = text.charCodeAt(at);
      if (char !== space && char !== 0x23 && char !== 0x09 && !isBreak(char)) return at;
    }
    return end;
  }

  private isDash(at: number): boolean {
    return this.text.charCodeAt(at) === 0x2d && isBlank(this.text.charCodeAt(at + 1));
  }

  private result(offset: number): Outline {
    const { apiVersion = '', kind, name = '', namespace } = this;
    if (kind === '' || kind?.endsWith('List')) return uncertain;
    return { certain: true, identity: objectOf(apiVersion, kind ?? '', name, namespace), offset };
  }

  /** The colon that ends a plain key without spaces; -1 if the line has no such key. */
  private keyEnd(from: number): number {
    const { text } = this;
    let at = from;
    while (isPlainChar(text.charCodeAt(at))) at += 1;
    return at > from && text.charCodeAt(at) === 0x3a && isBlank(text.charCodeAt(at + 1)) ? at : -1;
  }

  /** Where the content of the rest of a line starts; -1 for blanks and a comment. */
  private restStart(from: number): number {
    const { text, end } = this;
    let at = from;
    let char = text.charCodeAt(at);
    while (char === space || char === 0x09) char = text.charCodeAt((at += 1));
    if (at >= end || isBreak(char)) return -1;
    return char === 0x23 && at > from ? -1 : at;
  }

  /**
   * Reads the scalar on the rest of a line, and finds the next line; false unless it is simple. A deeper line would continue the
   * scalar.
   */
  private scalar(from: number, indent: number): boolean {
    const end = from === -1 ? -1 : this.scalarEnd(from);
    if (end === -1 || this.restStart(end) !== -1) return false;
    this.findContent(this.nextLine(end));
    return this.indent !== -1 && this.indent <= indent;
  }

  private scalarEnd(from: number): number {
    const { text } = this;
    const quote = text.charCodeAt(from);
    let at = from;
    if (quote === 0x22 || quote === 0x27) {
      for (;;) {
        const char = text.charCodeAt((at += 1));
        if (char === quote) break;
        if (char === 0x5c || isBreak(char) || Number.isNaN(char)) return -1;
      }
      this.value = text.slice(from + 1, at);
      return text.charCodeAt(at + 1) === quote ? -1 : at + 1;
    }
    if (!isWordChar(quote)) return -1;
    while (isPlainChar(text.charCodeAt(at))) at += 1;
    this.value = text.slice(from, at);
    return isBlank(text.charCodeAt(at)) && typeof resolvePlain(this.value) === 'string' ? at : -1;
  }
}

function isWordChar(char: number): boolean {
  return (char >= 0x61 && char <= 0x7a) || (char >= 0x41 && char <= 0x5a) || (char >= 0x30 && char <= 0x39);
}

/** A letter, a digit, or one of `_ . - /`. */
function isPlainChar(char: number): boolean {
  return isWordChar(char) || char === 0x5f || (char >= 0x2d && char <= 0x2f);
}

/** The identity in a parsed document; undefined if it is not an object. */
export function identify(root: Node | undefined): Identity | undefined {
  if (root?.kind !== 'map') return undefined;
  const metadata = root.entries.find(({ key }) => key === 'metadata')?.value;
  const [apiVersion, kind] = [text(root, 'apiVersion'), text(root, 'kind')];
  // The name, or all of the metadata, is written where the kind belongs.
  if (kind === '' && apiVersion.includes('/') && hasBranch(root, 'kind'))
    return identity(apiVersion, '', '', undefined);
  const inMetadata = (key: string): string => (metadata?.kind === 'map' ? text(metadata, key) : '');
  return objectOf(apiVersion, kind, inMetadata('name'), inMetadata('namespace') || undefined);
}

/** The identity of a map that has a kind, or everything else that an object has; the forgotten kind is empty then. */
function objectOf(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
): Identity | undefined {
  if (kind === '' && (apiVersion === '' || name === '')) return undefined;
  return identity(apiVersion, kind, name, namespace);
}

function text(map: MapNode, key: string): string {
  const value = map.entries.find((entry) => entry.key === key)?.value;
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : '';
}

/** Whether the value of a key is a map or a list. */
function hasBranch(map: MapNode, key: string): boolean {
  const value = map.entries.find((entry) => entry.key === key)?.value;
  return value !== undefined && value.kind !== 'scalar';
}

export function identity(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
): Identity {
  const slash = apiVersion.indexOf('/');
  const version = apiVersion.slice(slash + 1);
  return {
    group: slash === -1 ? '' : currentGroup(apiVersion.slice(0, slash), version, kind),
    version,
    kind,
    name,
    namespace: namespace || undefined,
  };
}
