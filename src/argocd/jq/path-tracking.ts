import { childrenOf, type JqNode } from './ast.js';
import { aritiesOf } from './names.js';

export const updates: ReadonlySet<string> = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);

/** Builtin functions that take the paths of their argument. */
const pathFunctions: ReadonlySet<string> = new Set(['del', 'path', 'paths', 'pick']);

/** Whether a part of a query leads to paths; undefined where it does if the whole does. */
export function leadsInside(node: JqNode, part: JqNode): boolean | undefined {
  switch (node.type) {
    case 'if':
      return part === node.condition ? false : undefined;
    case 'bind':
      return part === node.source ? false : undefined;
    case 'index':
    case 'slice':
      return part === node.target ? undefined : false;
    case 'binary':
      return updates.has(node.operator) && part === node.left ? true : undefined;
    case 'def':
      // It may be called where it leads to paths.
      return part === node.body && [node.body, node.rest].some(takesPaths) ? true : undefined;
    case 'call':
      if (node.name === 'select' || node.name === 'getpath') return false;
      return pathFunctions.has(node.name) || aritiesOf(node.name).length === 0 ? true : undefined;
    default:
      return undefined;
  }
}

function takesPaths(node: JqNode): boolean {
  if (node.type === 'binary' && updates.has(node.operator)) return true;
  return (node.type === 'call' && pathFunctions.has(node.name)) || childrenOf(node).some(takesPaths);
}
/** What may give back the very list or object that came in, to gojq; or an empty one only. */
export function sharedBy(node: JqNode): '_fresh' | '_filled' | undefined {
  if (node.type === 'binary') {
    if (updates.has(node.operator)) return makesAnew(node) ? undefined : '_fresh';
    return ['+', '-'].includes(node.operator) ? '_fresh' : undefined;
  }
  if (node.type !== 'call') return undefined;
  if (['walk', 'map_values'].includes(node.name)) return '_filled';
  return ['add', 'del', 'delpaths', 'setpath'].includes(node.name) ? '_fresh' : undefined;
}

/** Whether it sets something to what is computed of it: jq loses the way to a path then, and gojq only behind it. */
export const isModified = (node: JqNode): boolean =>
  node.type === 'binary' && updates.has(node.operator) && node.operator !== '=';

export const modifies = (node: JqNode): boolean =>
  isModified(node) || childrenOf(node).some((child) => leadsInside(node, child) !== false && modifies(child));

/** Whether an update gives another object in any case: it sets what has a name. */
function makesAnew(node: JqNode & { type: 'binary' }): boolean {
  const isSet = node.operator !== '|=' || ['identity', 'literal'].includes(node.right.type);
  return isSet && !swallows(node) && isNamed(node.left);
}

function isNamed(node: JqNode): boolean {
  if (node.type === 'group') return isNamed(node.inner);
  if (node.type !== 'index' || node.key.type !== 'literal') return false;
  return node.target.type === 'identity' || isNamed(node.target);
}

/** Whether jq may fail on the way to a path where gojq goes on. */
export function isLenientIn(node: JqNode): boolean {
  switch (node.type) {
    case 'binary':
      // What is behind something computed fails in gojq, and is caught.
      return node.operator === '|' && !isPath(node.left) && swallows(node.right);
    case 'optional':
      return !isPath(node.target);
    case 'try':
      return !isPath(node.body);
    default:
      return false;
  }
}

/** Whether it computes one value of two. */
export const isComputed = (node: JqNode & { type: 'binary' }): boolean =>
  !['|', ',', '//'].includes(node.operator) && !updates.has(node.operator);

/** Where an error is caught on one side, gojq still has the path of the other one, and fails with what comes then. */
export const lostWay = (node: JqNode): string | undefined => {
  if (isTorn(node)) return 'it catches what fails beside another value';
  return childrenOf(node).some(iteratesAnew) ? 'gojq may see a path there' : undefined;
};

/** Whether it goes through a list that is no part of the document, which fails on the way to a path even where it is empty. */
const iteratesAnew = (node: JqNode): boolean =>
  (node.type === 'call' && ['capture', 'match', 'scan', 'splits'].includes(node.name)) ||
  childrenOf(node).some((child) => leadsInside(node, child) !== false && iteratesAnew(child));

/** Whether it leads to paths, and from what is none to another one. */
export function isStraying(node: JqNode): boolean {
  // jq fails in an update, gojq behind it, where it may be dropped.
  if (node.type === 'binary' && node.operator === '|') return modifies(node.left) && mayDrop(node.right);
  if (node.type === 'bind') return node.patterns.some(({ type }) => type !== 'variable');
  return node.type === 'optional' || node.type === 'try';
}

/** Whether what comes in may go no further. */
const mayDrop = (node: JqNode): boolean =>
  ['call', 'if', 'optional', 'try', 'label'].includes(node.type) ||
  (node.type === 'binary' && node.operator === '//') ||
  childrenOf(node).some(mayDrop);

/** Whether an error is caught that may be that the path is another one's: sides and entries share one. */
const isTorn = (node: JqNode): boolean =>
  swallows(node) && childrenOf(node).filter(({ type }) => type !== 'literal').length > 1;

const swallows = (node: JqNode): boolean =>
  node.type === 'optional' || node.type === 'try' || childrenOf(node).some(swallows);

/** Functions that pass on what they get, or what leads there. */
const passing: ReadonlySet<string> = new Set(
  `arrays booleans empty error first getpath iterables last limit nulls numbers objects recurse scalars select skip strings
  values`.split(/\s+/),
);

/** Whether all values of a query stand for a path. */
function isPath(node: JqNode): boolean {
  switch (node.type) {
    case 'identity':
    case 'recurse':
      return true;
    case 'group':
      return isPath(node.inner);
    case 'index':
    case 'slice':
    case 'iterate':
    case 'optional':
      return isPath(node.target);
    case 'if':
      return isPath(node.then) && (!node.otherwise || isPath(node.otherwise));
    case 'binary':
      return ['|', ',', '//'].includes(node.operator) && isPath(node.left) && isPath(node.right);
    case 'call':
      return passing.has(node.name) && (['select', 'getpath'].includes(node.name) || node.args.every(isPath));
    default:
      return false;
  }
}
