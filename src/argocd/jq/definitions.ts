import type { JqNode } from './ast.js';
import { parseQuery } from './parser.js';
import type { Closure } from './scope.js';

/**
 * Functions in the words of jq, as gojq has them: which of their arguments lead to paths depends on these words. Those that most
 * expressions call stand in calls.ts.
 * https://github.com/itchyny/gojq/blob/v0.12.19/builtin.jq
 */
const definitionsInJq = `
  def map_values(f): .[] |= f; def in(xs): . as $x | xs | has($x); def add(f): [f] | add;
  def recurse(f): def r: ., (f | r); r; def recurse(f; cond): def r: ., (f | select(cond) | r); r;
  def to_entries: [keys[] as $k | {key: $k, value: .[$k]}];
  def from_entries: map({ (.key // .Key // .name // .Name): if has("value") then .value else .Value end }) | add // {};
  def with_entries(f): to_entries | map(f) | from_entries;
  def while(cond; update): def _while: if cond then ., (update | _while) else empty end; _while;
  def until(cond; next): def _until: if cond then . else next | _until end; _until;
  def repeat(f): def _repeat: f, _repeat; _repeat;
  def range($end): _range(0; $end; 1); def range($from; $end): _range($from; $end; 1);
  def range($from; $end; $step): _range($from; $end; $step);
  def min_by(f): _min_by(map([f])); def max_by(f): _max_by(map([f])); def sort_by(f): _sort_by(map([f]));
  def group_by(f): _group_by(map([f])); def unique_by(f): _unique_by(map([f]));
  def finites: select(isfinite); def normals: select(isnormal);
  def combinations: if length == 0 then [] else .[0][] as $x | [$x] + (.[1:] | combinations) end;
  def combinations(n): [limit(n; repeat(.))] | combinations;
  def walk(f): def _walk: if type == "array" then map(_walk) elif type == "object" then map_values(_walk) end | f; _walk;
  def all: all(.); def all(y): all(.[]; y); def all(g; y): isempty(g | select(y | not));
  def any: any(.); def any(y): any(.[]; y); def any(g; y): isempty(g | select(y)) | not;
  def nth($n): .[$n];
  def nth($n; g): if $n >= 0 then first(skip($n; g)) else error("nth doesn't support negative index") end;
  def truncate_stream(f): . as $n | null | f | if .[0] | length > $n then .[0] |= .[$n:] else empty end;
  def fromstream(f): foreach f as $pv (null; if .e then null end | $pv as [$p, $v]
    | if $pv | length == 2 then setpath(["v"] + $p; $v) | setpath(["e"]; $p | length == 0) else setpath(["e"]; $p | length == 1) end;
    if .e then .v else empty end);
  def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
  def del(f): delpaths([path(f)]); def paths: path(..) | select(. != []); def paths(f): path(.. | select(f)) | select(. != []);
  def pick(f): . as $v | reduce path(f) as $p (null; setpath($p; $v | getpath($p)));
  def test($re): _match($re; null; true); def test($re; $flags): _match($re; $flags; true);
  def match($re): match($re; null); def match($re; $flags): _match($re; $flags; false)[];
  def capture($re): capture($re; null); def capture($re; $flags): match($re; $flags) | .captures | _captures;
  def scan($re): scan($re; null);
  def scan($re; $flags): match($re; $flags + "g") | if .captures == [] then .string else [.captures[].string] end;
  def splits($re; $flags): .[foreach (match($re; $flags + "g"), null) as {$offset, $length}
    (null; {start: .next, end: $offset, next: $offset + $length})];
  def splits($re): splits($re; null); def split($re; $flags): [splits($re; $flags)];
  def sub($re; str): sub($re; str; null);
  def sub($re; str; $flags): reduce match($re; $flags) as {$offset, $length, $captures} ({s: ., r: []};
    reduce ($captures | _captures | str) as $s (.i = 0; .r[.i] += .s[.next:$offset] + $s | .i += 1) | .next = $offset + $length)
    | .r[] + .s[.next:] // .s;
  def gsub($re; str): sub($re; str; "g"); def gsub($re; str; $flags): sub($re; str; $flags + "g");
  def INDEX(stream; idx_expr): reduce stream as $row ({}; .[$row | idx_expr | tostring] = $row);
  def INDEX(idx_expr): INDEX(.[]; idx_expr);
  def IN(s): any(s == .; .); def IN(src; s): any(src == s; .);
  .`;

let parsedDefinitions: ReadonlyMap<string, Closure> | undefined;

/** A function by its name and number of arguments (`f/1`), if it stands in words of jq. */
export function definitionOf(key: string): Closure | undefined {
  parsedDefinitions ??= new Map(definitionsIn(parseQuery(definitionsInJq)));
  return parsedDefinitions.get(key);
}

function definitionsIn(node: JqNode): readonly (readonly [string, Closure])[] {
  if (node.type !== 'def') return [];
  const { name, params, body, rest } = node;
  return [[`${name}/${params.length}`, { params, body, scope: new Map() }], ...definitionsIn(rest)];
}
