import { Field } from './field.js';
import type { Node } from './node.js';
import type { Source } from './source.js';

/** What identifies a Kubernetes object, as far as its manifest says. */
export interface Identity {
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Absent when the manifest leaves it to the tool that deploys it. Unknown is not `default`. */
  readonly namespace: string | undefined;
}

/** The content of a resource; `{ root }` is enough for one that is not read from a file. */
export interface Content {
  /** The whole content; an empty map for a document that could not be read. */
  readonly root: Node;
  /** The source of the document, if it has one. */
  readonly text?: string;
  /** Whether its source is known not to match a pattern, without reading it again. */
  lacks?(pattern: RegExp): boolean;
  /** Reports what is wrong with its document, unless that was parsed before. */
  examine?(): void;
  /** Where its document is in the source, if it is the whole of one. */
  readonly range?: Range;
}

/** A range of a source. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** One Kubernetes object of one document. Its content is parsed when it is first used. */
export class Resource implements Identity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Cached, because every reference asks for it and the answer needs the parsed document. */
  private readable: boolean | undefined = undefined;

  constructor(
    identity: Identity,
    readonly source: Source,
    /** Where its document (or its item of a List) starts in the source. */
    readonly offset: number,
    private readonly content: Content,
  ) {
    this.group = identity.group;
    this.version = identity.version;
    this.kind = identity.kind;
    this.name = identity.name;
    this.namespace = identity.namespace;
  }

  get apiVersion(): string {
    return this.group === '' ? this.version : `${this.group}/${this.version}`;
  }

  /** The whole content; an empty map for a document that could not be read. */
  get root(): Node {
    return this.content.root;
  }

  /** Where its document is in the source; undefined for an item of a list, and for what is not read from a file. */
  get range(): Range | undefined {
    return this.content.range;
  }

  /** Whether its document could be parsed; its problems are reported when it is parsed. */
  get isReadable(): boolean {
    if (this.readable === undefined) {
      const { root } = this;
      this.readable = root.kind === 'map' && root.entries.length > 0;
    }
    return this.readable;
  }

  /** Reports the problems of its document, even if its content is never used. */
  examine(): void {
    this.content.examine?.();
  }

  /** Whether its source contains a word, without parsing it; true for a resource without a source. */
  mentions(word: string): boolean {
    return this.content.text?.includes(word) ?? true;
  }

  /** Whether its source matches a pattern; true for a resource without a source. */
  matches(pattern: RegExp): boolean {
    if (this.content.lacks?.(pattern) === true) return false;
    const { text } = this.content;
    return text === undefined || pattern.test(text);
  }

  /** The field at a path, present or not. */
  at(...path: readonly (string | number)[]): Field {
    return Field.in(this, path);
  }
}
