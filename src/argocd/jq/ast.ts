/** A parsed query; offsets are UTF-16 code units into the text that was parsed, `end` exclusive. */
export type JqNode = { readonly start: number; readonly end: number } & JqShape;

/** What a query is made of, named as the jq manual does. */
export type JqShape =
  | { readonly type: 'identity' }
  | { readonly type: 'recurse' }
  | {
      readonly type: 'literal';
      readonly value: string | number | boolean | null;
      /** A number with a fraction or an exponent; gojq keeps others apart. */
      readonly isFloat?: boolean;
    }
  | { readonly type: 'string'; readonly format: string | undefined; readonly parts: readonly JqPart[] }
  | { readonly type: 'format'; readonly name: string }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly JqNode[] }
  | { readonly type: 'array'; readonly items: JqNode | undefined }
  | { readonly type: 'object'; readonly entries: readonly JqEntry[] }
  | { readonly type: 'group'; readonly inner: JqNode }
  | { readonly type: 'unary'; readonly operator: '+' | '-'; readonly operand: JqNode }
  | { readonly type: 'index'; readonly target: JqNode; readonly key: JqNode }
  | {
      readonly type: 'slice';
      readonly target: JqNode;
      readonly from: JqNode | undefined;
      readonly to: JqNode | undefined;
    }
  | { readonly type: 'iterate'; readonly target: JqNode }
  | { readonly type: 'optional'; readonly target: JqNode }
  | {
      readonly type: 'binary';
      readonly operator: string; // '|', ',', '//', '=', '|=' …, 'or', 'and', '==' …, '+' …
      readonly left: JqNode;
      readonly right: JqNode;
    }
  | {
      readonly type: 'if';
      readonly condition: JqNode;
      readonly then: JqNode;
      readonly otherwise: JqNode | undefined;
    }
  | { readonly type: 'try'; readonly body: JqNode; readonly handler: JqNode | undefined }
  | ({ readonly type: 'reduce' | 'foreach'; readonly source: JqNode; readonly pattern: JqPattern } & {
      readonly init: JqNode;
      readonly update: JqNode;
      readonly extract: JqNode | undefined;
    })
  | {
      readonly type: 'bind';
      readonly source: JqNode;
      readonly patterns: readonly JqPattern[];
      readonly body: JqNode;
    }
  | {
      readonly type: 'def';
      readonly name: string;
      readonly params: readonly string[];
      readonly body: JqNode;
      readonly rest: JqNode;
    }
  | { readonly type: 'label'; readonly name: string; readonly body: JqNode }
  | { readonly type: 'break'; readonly name: string };

/** A stretch of an interpolated string: its text, or the query within `\(…)`. */
export type JqPart = string | JqNode;

/** An entry of an object construction; without a value it takes the field, or the variable, of its key. */
export interface JqEntry {
  readonly key: JqNode;
  readonly value: JqNode | undefined;
}

/** What stands after `as`: a variable, or a list or an object of patterns. */
export type JqPattern =
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'array'; readonly items: readonly JqPattern[] }
  | { readonly type: 'object'; readonly entries: readonly JqPatternEntry[] };

/** An entry of an object pattern; a key that is a variable is bound itself, too. */
export interface JqPatternEntry {
  readonly key: JqNode;
  readonly value: JqPattern | undefined;
}

/** The queries directly inside a query. */
export function childrenOf(node: JqNode): readonly JqNode[] {
  switch (node.type) {
    case 'identity':
    case 'recurse':
    case 'literal':
    case 'format':
    case 'variable':
    case 'break':
      return [];
    case 'string':
      return node.parts.filter((part) => typeof part !== 'string');
    case 'call':
      return node.args;
    case 'array':
      return present(node.items);
    case 'object':
      return node.entries.flatMap(({ key, value }) => present(key, value));
    case 'group':
      return [node.inner];
    case 'unary':
      return [node.operand];
    case 'index':
      return [node.target, node.key];
    case 'slice':
      return present(node.target, node.from, node.to);
    case 'iterate':
    case 'optional':
      return [node.target];
    case 'binary':
      return [node.left, node.right];
    case 'if':
      return present(node.condition, node.then, node.otherwise);
    case 'try':
      return present(node.body, node.handler);
    case 'reduce':
    case 'foreach':
      return present(node.source, ...keyNodes(node.pattern), node.init, node.update, node.extract);
    case 'bind':
      return [node.source, ...node.patterns.flatMap(keyNodes), node.body];
    case 'def':
      return [node.body, node.rest];
    case 'label':
      return [node.body];
  }
}

function keyNodes(pattern: JqPattern): readonly JqNode[] {
  if (pattern.type === 'variable') return [];
  if (pattern.type === 'array') return pattern.items.flatMap(keyNodes);
  return pattern.entries.flatMap(({ key, value }) => [key, ...(value ? keyNodes(value) : [])]);
}

function present(...nodes: readonly (JqNode | undefined)[]): readonly JqNode[] {
  return nodes.filter((node) => node !== undefined);
}

/** The operators that set what a path leads to. */
export const updates: ReadonlySet<string> = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);
