import type { Identity } from '../model/resource.js';
import type { MapNode, Node } from '../model/node.js';
import { isBlank, isBreak, lineFeed, space } from './characters.js';
import { resolvePlain } from './scalars.js';

/** What the lines of a document tell of it without parsing it. */
export type Outline =
  /** Only parsing tells. */
  | { readonly certain: false }
  /** Undefined for what is no Kubernetes object: it has no kind. */
  | { readonly certain: true; readonly identity: Identity | undefined; readonly offset: number };

const uncertain: Outline = { certain: false };

/**
 * Reads the identity from the lines of a document in block style. Whatever is not plain and simple there makes it
 * uncertain: a wrong answer would hide a resource.
 */
export function outline(text: string, start: number, end: number): Outline {
  const document = text.slice(start, end);
  if (document.includes('\r') && /\r(?!\n)/.test(document)) return uncertain;
  const from = contentStart(document);
  if (document[from] === '{') return outlineOfJson(document, start + from);
  if (document[from] === '[') return { certain: true, identity: undefined, offset: start + from };
  return new Scan(text, end).document(start);
}

/** The first character that is no blank; documents that start with a comment or `---` are not JSON. */
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
  if (kind === undefined) return { certain: true, identity: undefined, offset };
  const { name, namespace } = (metadata ?? {}) as Record<string, unknown>;
  const isText = (field: unknown): field is string | undefined =>
    field === undefined || typeof field === 'string';
  if (!isText(apiVersion) || !isText(kind) || !isText(name) || !isText(namespace)) return uncertain;
  if (kind === '' || kind.endsWith('List')) return uncertain;
  return { certain: true, identity: identity(apiVersion ?? '', kind, name ?? '', namespace), offset };
}

class Scan {
  private apiVersion: string | undefined;
  private kind: string | undefined;
  private name: string | undefined;
  private namespace: string | undefined;
  private hasMetadata = false;
  private value = '';

  constructor(
    private readonly text: string,
    private readonly end: number,
  ) {}

  document(start: number): Outline {
    const { text, end } = this;
    let offset = -1;
    let inMetadata = false;
    let metadataIndent = -1;
    // The indent of a scalar whose value was just read: a deeper line would continue it.
    let scalarIndent = -1;
    // Whether a list may follow at the indent of its key.
    let isOpen = false;
    let isMetadataOpen = false;

    for (let at = start, next = 0; at < end; at = next) {
      next = text.indexOf('\n', at) + 1;
      if (next === 0 || next > end) next = end;
      const first = text.charCodeAt(at);
      if (first === lineFeed || first === 0x23 || (first === 0x0d && text.charCodeAt(at + 1) === lineFeed))
        continue;

      if (first === space) {
        if (!inMetadata && scalarIndent === -1 && offset !== -1) continue;
        let column = at + 1;
        while (text.charCodeAt(column) === space) column += 1;
        const char = text.charCodeAt(column);
        if (column >= end || char === 0x23 || isBreak(char)) continue;
        const indent = column - at;
        if (offset === -1 || char === 0x09 || (scalarIndent !== -1 && indent > scalarIndent))
          return uncertain;
        scalarIndent = -1;
        if (!inMetadata) continue;
        if (metadataIndent === -1) metadataIndent = indent;
        if (indent > metadataIndent) continue;
        if (indent < metadataIndent) return uncertain;
        if (char === 0x2d && isMetadataOpen && isBlank(text.charCodeAt(column + 1))) continue;
        const colon = this.keyEnd(column);
        if (colon === -1) return uncertain;
        const rest = this.restStart(colon + 1);
        isMetadataOpen = rest === -1;
        const length = colon - column;
        if (length === 4 && text.startsWith('name', column)) {
          if (this.name !== undefined || rest === -1 || !this.scalar(rest)) return uncertain;
          this.name = this.value;
          scalarIndent = indent;
        } else if (length === 9 && text.startsWith('namespace', column)) {
          if (this.namespace !== undefined || rest === -1 || !this.scalar(rest)) return uncertain;
          this.namespace = this.value;
          scalarIndent = indent;
        }
        continue;
      }

      if (first === 0x2d) {
        if (isBlank(text.charCodeAt(at + 1))) {
          if (offset === -1) return { certain: true, identity: undefined, offset: at };
          if (!isOpen || inMetadata) return uncertain;
          continue;
        }
        if (offset !== -1 || !text.startsWith('---', at) || this.restStart(at + 3) !== -1) return uncertain;
        continue;
      }

      const colon = this.keyEnd(at);
      if (colon === -1) return uncertain;
      if (offset === -1) offset = at;
      scalarIndent = -1;
      inMetadata = false;
      const rest = this.restStart(colon + 1);
      isOpen = rest === -1;
      const length = colon - at;
      if (length === 4 && text.startsWith('kind', at)) {
        if (this.kind !== undefined || rest === -1 || !this.scalar(rest)) return uncertain;
        this.kind = this.value;
        scalarIndent = 0;
      } else if (length === 10 && text.startsWith('apiVersion', at)) {
        if (this.apiVersion !== undefined || rest === -1 || !this.scalar(rest)) return uncertain;
        this.apiVersion = this.value;
        scalarIndent = 0;
      } else if (length === 8 && text.startsWith('metadata', at)) {
        if (this.hasMetadata || rest !== -1) return uncertain;
        this.hasMetadata = true;
        inMetadata = true;
        isMetadataOpen = false;
      }
    }
    return this.result(offset === -1 ? start : offset);
  }

  private result(offset: number): Outline {
    const { apiVersion = '', kind, name = '', namespace } = this;
    if (kind === undefined) return { certain: true, identity: undefined, offset };
    if (kind === '' || kind.endsWith('List')) return uncertain;
    return { certain: true, identity: identity(apiVersion, kind, name, namespace), offset };
  }

  /** The colon that ends a plain key without spaces; -1 when there is no such key. */
  private keyEnd(from: number): number {
    const { text } = this;
    let at = from;
    while (isKeyChar(text.charCodeAt(at))) at += 1;
    return at > from && text.charCodeAt(at) === 0x3a && isBlank(text.charCodeAt(at + 1)) ? at : -1;
  }

  /** Where something stands in the rest of a line; -1 when it has blanks and a comment only. */
  private restStart(from: number): number {
    const { text, end } = this;
    let at = from;
    let char = text.charCodeAt(at);
    while (char === space || char === 0x09) char = text.charCodeAt((at += 1));
    if (at >= end || isBreak(char)) return -1;
    return char === 0x23 && at > from ? -1 : at;
  }

  /** Reads the scalar that takes the rest of a line; false when it is not as simple as that. */
  private scalar(from: number): boolean {
    const { text } = this;
    const quote = text.charCodeAt(from);
    let at = from;
    if (quote === 0x22 || quote === 0x27) {
      for (;;) {
        const char = text.charCodeAt((at += 1));
        if (char === quote) break;
        if (char === 0x5c || isBreak(char) || Number.isNaN(char)) return false;
      }
      if (text.charCodeAt(at + 1) === quote) return false;
      this.value = text.slice(from + 1, at);
      return this.restStart(at + 1) === -1;
    }
    if (!isWordChar(quote)) return false;
    while (isPlainChar(text.charCodeAt(at))) at += 1;
    this.value = text.slice(from, at);
    return (
      this.restStart(at) === -1 &&
      isBlank(text.charCodeAt(at)) &&
      typeof resolvePlain(this.value) === 'string'
    );
  }
}

function isWordChar(char: number): boolean {
  return (char >= 0x61 && char <= 0x7a) || (char >= 0x41 && char <= 0x5a) || (char >= 0x30 && char <= 0x39);
}

/** A letter, a digit, or one of `_ . - /`. */
function isPlainChar(char: number): boolean {
  return isWordChar(char) || char === 0x5f || (char >= 0x2d && char <= 0x2f);
}

function isKeyChar(char: number): boolean {
  return isPlainChar(char);
}

/** The identity in a parsed document; undefined when it has no kind. */
export function identify(root: Node | undefined): Identity | undefined {
  if (root?.kind !== 'map') return undefined;
  const kind = text(root, 'kind');
  if (kind === '') return undefined;
  const metadata = root.entries.find(({ key }) => key === 'metadata')?.value;
  if (metadata?.kind !== 'map') return identity(text(root, 'apiVersion'), kind, '', undefined);
  return identity(
    text(root, 'apiVersion'),
    kind,
    text(metadata, 'name'),
    text(metadata, 'namespace') || undefined,
  );
}

function text(map: MapNode, key: string): string {
  const value = map.entries.find((entry) => entry.key === key)?.value;
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : '';
}

export function identity(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
): Identity {
  const slash = apiVersion.indexOf('/');
  return {
    group: slash === -1 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind,
    name,
    namespace: namespace || undefined,
  };
}
