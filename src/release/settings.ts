import type { Field } from '../model/field.js';
import type { Node } from '../model/node.js';
import type { Resource } from '../model/resource.js';
import { Reader } from '../parse/read.js';

/** A value of a file that decides what a Rollout runs: an image, a part of one, or the name of a configuration. */
export interface Setting {
  readonly is: 'image' | 'configuration';
  /** The scalar as its document is read: with a number that looks like one, `1.10` is `1.1`. */
  readonly value: string;
  /** Where the scalar stands in the text, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Where the key before it starts, if another key may stand for the same: kustomize's `newTag` and `digest`. */
  readonly keyStart?: number;
}

/** The settings of one state of a file, by names that are the same in each state; a name is also what users read. */
export type Settings = ReadonlyMap<string, Setting>;

/** A file that decides what a Rollout runs. */
export interface SettingsFile {
  /** Absolute, as it is called now. */
  readonly path: string;
  /** What is read there: `Rollout "checkout"`. */
  readonly what: string;
  /** What a state of the file says; undefined if it is not about this Rollout, or cannot be read. */
  read(text: string): Settings | undefined;
  /** Whether a state that lacks some of the settings is another way of saying things, and cannot be put back. */
  readonly isWhole: boolean;
  /** What else of the pods differs between two states, as paths. */
  others?(before: string, now: string): readonly string[];
}

/** The resources that a state of a file holds. */
export function resourcesIn(path: string, text: string): readonly Resource[] {
  return new Reader().read({ path, name: path, read: () => text }).resources;
}

/** A field as a setting; undefined for anything but a scalar on one line. */
export function settingOf(field: Field, is: Setting['is'], text: string): Setting | undefined {
  const { value } = field;
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  if (field.style === 'literal' || field.style === 'folded') return undefined;
  const { start, end } = field.place;
  const place = text[start] === '*' ? anchored(field.resource.root, text, start, end) : { start, end };
  return place && { is, value: String(value), ...place };
}

/** Where the value stands that an alias repeats: to change it there changes all that repeat it. */
function anchored(
  root: Node,
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const anchor = new RegExp(`&${escaped(text.slice(start + 1, end))}\\s+$`);
  let found: Node | undefined;
  const visit = (node: Node): void => {
    if (node.kind === 'map') for (const { value } of node.entries) visit(value);
    else if (node.kind === 'list') node.items.forEach(visit);
    else if (
      node.start < start &&
      node.end > node.start &&
      anchor.test(text.slice(lineStart(text, node.start), node.start))
    )
      found = node;
  };
  visit(root);
  return found && { start: found.start, end: found.end };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
