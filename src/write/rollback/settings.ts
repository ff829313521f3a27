import type { Field } from '../../model/field.js';
import type { Node, ScalarNode } from '../../model/node.js';
import type { Resource } from '../../model/resource.js';
import { Reader } from '../../yaml/parse/read.js';

/** A value of a file that decides what a Rollout runs: an image, a part of one, or the name of a configuration. */
export interface Setting {
  readonly is: 'image' | 'configuration';
  /** The scalar as it was parsed: an unquoted `1.10` is `1.1`. */
  readonly value: string;
  /** Where the scalar starts in the text, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Where its key starts, if another key can replace it: kustomize's `newTag` and `digest`. */
  readonly keyStart?: number;
  /** Why the value cannot be replaced; the end of a sentence about it. */
  readonly obstacle?: string;
}

/** The settings of one state of a file, by names that are the same in each state and shown to users. */
export type SettingsByName = ReadonlyMap<string, Setting>;

/** A file that decides what a Rollout runs. */
export interface SettingsFile {
  /** The absolute path in the current state. */
  readonly path: string;
  /** What the file describes: `Rollout "checkout"`. */
  readonly what: string;
  /** The settings of a state of the file; undefined if it does not describe this Rollout, or cannot be read. */
  read(text: string): SettingsByName | undefined;
  /** Whether a state that lacks some of the settings has another structure, and cannot be restored. */
  readonly isWhole: boolean;
}

/** The resources that a state of a file holds. */
export function resourcesIn(path: string, text: string): readonly Resource[] {
  return new Reader().read({ path, name: path, read: () => text }).resources;
}

/** A field as a setting; undefined without a value. */
export function settingOf(field: Field, is: Setting['is'], text: string): Setting | undefined {
  const value = field.value as string | number | boolean | object | undefined;
  if (value === undefined) return undefined;
  const { start, end } = field.place;
  const place = { start, end };
  if (typeof value === 'object')
    return { is, value: JSON.stringify(value), ...place, obstacle: 'is not a single value' };
  const setting = { is, value: String(value), ...place };
  if (text[start] === '*') {
    const anchor = anchored(field.resource.root, text, start, end);
    if (!anchor) return { ...setting, obstacle: `repeats an anchor, "${text.slice(start, end)}"` };
    if (isBlock(anchor)) return { ...setting, obstacle: blockObstacle };
    return { ...setting, start: anchor.start, end: anchor.end };
  }
  return isBlock(field) ? { ...setting, obstacle: blockObstacle } : setting;
}

const blockObstacle = 'is written as a block of lines, with ">" or "|"';

function isBlock({ style }: { readonly style?: string | undefined }): boolean {
  return style === 'literal' || style === 'folded';
}

/** The value that an alias repeats. A change of it affects all its aliases. */
function anchored(root: Node, text: string, start: number, end: number): ScalarNode | undefined {
  const anchor = new RegExp(`&${escaped(text.slice(start + 1, end))}\\s+$`);
  let found: ScalarNode | undefined;
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
  return found;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
