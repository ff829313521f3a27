import { childrenOf, type JqNode, type JqPattern } from './ast.js';

/**
 * The functions of gojq by their number of arguments. What does not compile is left out: `input`, `inputs`, `debug`.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go
 * https://github.com/itchyny/gojq/blob/v0.12.19/builtin.jq
 */
const builtins: readonly ReadonlySet<string>[] = [
  `abs acos acosh add all any arrays ascii_downcase ascii_upcase asin asinh atan atanh booleans builtins cbrt ceil
  combinations cos cosh empty env erf erfc error exp exp10 exp2 explode expm1 fabs finites first flatten floor frexp
  from_entries fromdate fromdateiso8601 fromjson gamma gmtime halt halt_error implode infinite isfinite isinfinite
  isnan isnormal iterables j0 j1 keys last length lgamma localtime log log10 log1p log2 logb ltrim max min mktime
  modf modulemeta nan nearbyint normals not now nulls numbers objects paths recurse reverse rint round rtrim scalars
  significand sin sinh sort sqrt strings tan tanh tgamma to_entries toboolean todate todateiso8601 tojson tonumber
  tostream tostring transpose trim trunc type unique utf8bytelength values y0 y1
  _captures _negate _plus _tobase64 _tobase64d _tocsv _tohtml _tosh _totsv _touri _tourid`,
  `IN INDEX add all any bsearch capture combinations contains del delpaths endswith error first flatten format
  fromstream getpath group_by halt_error has in index indices inside isempty join last ltrimstr map map_values match
  max_by min_by nth path paths pick range recurse repeat rindex rtrimstr scan select sort_by split splits startswith
  strflocaltime strftime strptime test trimstr truncate_stream unique_by walk with_entries
  _group_by _last _max_by _min_by _sort_by _unique_by`,
  `IN INDEX JOIN all any atan2 capture copysign drem fdim fmax fmin fmod gsub hypot jn ldexp limit match nextafter
  nexttoward nth pow range recurse remainder scalb scalbln scan setpath skip split splits sub test until while yn
  _add _alternative _assign _divide _equal _greater _greatereq _index _less _lesseq _modify _modulo _multiply
  _notequal _subtract`,
  'JOIN fma gsub range sub _match _range _slice',
  'JOIN',
].map((names) => new Set(names.split(/\s+/)));

/** The functions of a number of arguments that users know of. */
export function namesWith(arity: number): readonly string[] {
  return [...(builtins[arity] ?? [])].filter((name) => !name.startsWith('_'));
}

/** How many arguments a function of gojq takes; several numbers, or none for an unknown name. */
export function aritiesOf(name: string): readonly number[] {
  return builtins.flatMap((names, arity) => (names.has(name) ? [arity] : []));
}

/** A name that gojq does not know where it is used. */
export interface UndefinedName {
  readonly type: 'function' | 'variable' | 'label';
  readonly name: string;
  readonly arity: number;
  readonly node: JqNode;
}

/** What is visible at a place: `f/1`, `$x`, and labels as `*x`. */
type KnownNames = ReadonlySet<string>;

/** The first name in a query that makes gojq refuse to compile it. */
export function undefinedName(
  node: JqNode,
  scope: KnownNames = new Set(['$ENV']),
): UndefinedName | undefined {
  switch (node.type) {
    case 'variable':
      return scope.has(node.name) ? undefined : { type: 'variable', name: node.name, arity: 0, node };
    case 'break':
      return scope.has(`*${node.name}`) ? undefined : { type: 'label', name: node.name, arity: 0, node };
    case 'call': {
      const { name, args } = node;
      const isKnown = scope.has(`${name}/${args.length}`) || builtins[args.length]?.has(name);
      if (!isKnown) return { type: 'function', name, arity: args.length, node };
      break;
    }
    case 'label':
      return undefinedName(node.body, extend(scope, `*${node.name}`));
    case 'def': {
      const { name, params, body, rest } = node;
      const inner = extend(scope, `${name}/${params.length}`);
      const local = extend(inner, ...params.flatMap(parameter));
      return undefinedName(body, local) ?? undefinedName(rest, inner);
    }
    case 'bind': {
      const { source, patterns, body } = node;
      const [problem, inner] = bindAll(patterns, scope);
      return undefinedName(source, scope) ?? problem ?? undefinedName(body, inner);
    }
    case 'reduce':
    case 'foreach': {
      const { source, pattern, init, update, extract } = node;
      const [problem, inner] = bindAll([pattern], scope);
      return (
        undefinedName(source, scope) ??
        problem ??
        undefinedName(init, scope) ??
        undefinedName(update, inner) ??
        (extract && undefinedName(extract, inner))
      );
    }
  }
  return firstFound(childrenOf(node), (child) => undefinedName(child, scope));
}

function extend(scope: KnownNames, ...names: readonly string[]): KnownNames {
  return new Set([...scope, ...names]);
}

/** A parameter `$x` can be called by `x`, too. */
function parameter(name: string): readonly string[] {
  return name.startsWith('$') ? [name, `${name.slice(1)}/0`] : [`${name}/0`];
}

/** The scope after patterns, in whose keys the variables before them are visible. */
function bindAll(
  patterns: readonly JqPattern[],
  scope: KnownNames,
): readonly [UndefinedName | undefined, KnownNames] {
  let inner = scope;
  const bind = (pattern: JqPattern): UndefinedName | undefined => {
    if (pattern.type === 'array') return firstFound(pattern.items, bind);
    if (pattern.type === 'variable') {
      inner = extend(inner, pattern.name);
      return undefined;
    }
    return firstFound(pattern.entries, ({ key, value }) => {
      if (key.type === 'variable') inner = extend(inner, key.name);
      return undefinedName(key, inner) ?? (value && bind(value));
    });
  };
  return [firstFound(patterns, bind), inner];
}

function firstFound<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
