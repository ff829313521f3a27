import { Document, isMap, isNode, isSeq, type Node, type ScalarTag } from 'yaml';
import type { Path } from '../../model/field.js';

/** Lines above a field: comments, or lines of a Helm template, which start with `{{` and are written unchanged. */
export interface Remark {
  readonly at: Path;
  readonly text: string;
  /** Puts the lines after the last entry of the map or list at this path instead. */
  readonly isBelow?: boolean;
}

/** A value for a scalar that Helm fills in: `{{ .Values.replicas }}`. */
export function expression(text: string): object {
  return new TemplateExpression(text);
}

/** A value for a map or list that Helm fills in below its key: `toYaml .Values.hosts`. */
export function block(pipeline: string): object {
  return new Block(pipeline);
}

class TemplateExpression {
  constructor(readonly text: string) {}
}

class Block {
  constructor(readonly pipeline: string) {}
}

/** A value as a YAML document in block style, with keys in their order and long lines unfolded. Remarks on absent fields are ignored. */
export function toDocument(value: unknown, remarks: readonly Remark[] = []): string {
  const document = new Document(value, {
    aliasDuplicateObjects: false,
    // Quotes what YAML 1.1 reads as a boolean, a number or a date.
    compat: 'yaml-1.1',
    customTags: [expressionTag, blockTag],
  });
  for (const { at, text, isBelow } of remarks) {
    if (isBelow) {
      const node = document.getIn(at, true);
      if (isNode(node)) node.comment = text;
      continue;
    }
    const node = nodeOfLine(document.contents, at);
    if (node) node.commentBefore = node.commentBefore ? `${text}\n${node.commentBefore}` : text;
  }
  return document.toString({ lineWidth: 0, singleQuote: true, blockQuote: 'literal', commentString });
}

/** The node at the start of a line: the key of a field, or the item of a list whose first field it is. */
function nodeOfLine(root: Node | null, path: Path): Node | undefined {
  let [node, line]: [unknown, unknown] = [root, undefined];
  for (const step of path) {
    if (isSeq(node)) {
      node = node.items[Number(step)];
      line = node;
      continue;
    }
    if (!isMap(node)) return undefined;
    const index = node.items.findIndex(({ key }) => String(key) === String(step));
    const pair = node.items[index];
    if (!pair) return undefined;
    if (index > 0 || line !== node) line = pair.key;
    node = pair.value;
  }
  return isNode(line) ? line : undefined;
}

function commentString(text: string): string {
  return text.replaceAll(/^(?!\{\{)/gm, '# ');
}

const expressionTag: ScalarTag = {
  tag: '!expression',
  default: true,
  identify: (value) => value instanceof TemplateExpression,
  resolve: (text) => new TemplateExpression(text),
  stringify: ({ value }) => (value as TemplateExpression).text,
};

const blockTag: ScalarTag = {
  tag: '!block',
  default: true,
  identify: (value) => value instanceof Block,
  resolve: (text) => new Block(text),
  stringify: ({ value }, { indent }) =>
    `\n${indent}{{- ${(value as Block).pipeline} | nindent ${indent.length} }}`,
};
