import { Field } from './field.js';
import type { Node } from './node.js';
import type { Source } from './source.js';

/** What names a Kubernetes object, as far as its manifest tells. */
export interface Identity {
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Absent when the manifest leaves it to whoever deploys it. Unknown is not `default`. */
  readonly namespace: string | undefined;
}

/** Where a resource is read from; what has no more to it than its tree is `{ root }`. */
export interface Content {
  /** The whole content; an empty map for a document that could not be read. */
  readonly root: Node;
  /** The text that it stands in, if it stands in any. */
  readonly text?: string;
  /** Tells what is wrong with its document, where nobody has read that yet. */
  examine?(): void;
}

/** One Kubernetes object of one document. Its content is read when somebody asks for it. */
export class Resource implements Identity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Whether it is readable, once that is known: every reference asks for it, and to tell it takes the document. */
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

  /** Whether its document could be read; what is wrong with it is reported when it is read. */
  get isReadable(): boolean {
    if (this.readable === undefined) {
      const { root } = this;
      this.readable = root.kind === 'map' && root.entries.length > 0;
    }
    return this.readable;
  }

  /** Has what is wrong with its document told, whether or not anybody asks for its content. */
  examine(): void {
    this.content.examine?.();
  }

  /** Whether its text has a word somewhere, which is told without parsing it; what has no text may have any. */
  mentions(word: string): boolean {
    return this.content.text?.includes(word) ?? true;
  }

  /** Whether its text has a match somewhere; what has no text may have any. */
  matches(pattern: RegExp): boolean {
    const { text } = this.content;
    return text === undefined || pattern.test(text);
  }

  /** The field that a path leads to, present or not. */
  at(...path: readonly (string | number)[]): Field {
    return Field.in(this, path);
  }
}
