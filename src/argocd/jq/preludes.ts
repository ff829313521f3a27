/** How a program ends that makes a text of a number that jq and gojq write in two ways. */
export const writtenOtherwise = 7;

/** How it ends where it looks at the words of an error, which are others in gojq. */
export const otherWords = 9;

/** How it ends where gojq may take for a path what it computes. */
export const comesBack = 8;

/** How it ends where an index is a list or an object. */
export const byList = 6;

/** What behaves in another way in jq, defined as gojq has it. */
export const preludes: Readonly<Record<string, string>> = {
  $ENV: '{} as $ENV | ',
  env: 'def env: {}; ',
  abs: 'def abs: if type != "number" then error("it is misused") elif . < 0 then -. else . end; ',
  // In gojq an index takes a character of a text, too.
  _at: `def _at($k): if type != "string" or ($k | type) != "number" then .[$k] else length as $n
    | ($k | trunc) as $i | (if $i < 0 then $i + $n else $i end) as $i
    | if $i < 0 or $i >= $n then null else .[$i:$i + 1] end end; `,
  first: 'def first: _at(0); ',
  last: 'def last: _at(-1); ',
  nth: 'def nth($n): _at($n); ',
  _noText: `def _noText: if type == "string" then "" | halt_error(${comesBack}) else . end; `,
  _place: `def _place($k): if type != "string" or ($k | type) != "number" then .[$k]
    else "" | halt_error(${comesBack}) end; `,
  transpose: `def _transpose: transpose;
    def transpose: if type != "array" or any(.[]; type != "array") then error("it is misused") else _transpose end; `,
  isnan:
    'def isnan: if type == "number" then . != . elif . == null then false else error("it is misused") end; ',
  split: `def _split($x): split($x);
    def split($x): if . == "" and ($x | type) == "string" and $x != "" then [""] else _split($x) end; `,
  tonumber: `def _tonumber: tonumber;
    def tonumber: if type == "string" and (ascii_downcase | contains("n")) then error("it is misused") else _tonumber end; `,
  reverse:
    'def _reverse: reverse; def reverse: if type != "array" then error("it is misused") else _reverse end; ',
  ...Object.fromEntries(['index', 'rindex', 'indices'].map((name) => [name, guardedIndex(name)])),
  // The keys of an object in a text are in their order, however it was made; in a variable, for it is no way to a path.
  _sorted: `def _sorted: if any(..; type == "object" and keys_unsorted != keys)
    then walk(if type == "object" then . as $all | reduce keys[] as $k ({}; .[$k] = $all[$k]) else . end) as $sorted | $sorted
    else . end; `,
  // What is found with a list is where it stands in another one, to which there is no path in gojq.
  _key: `def _key: if type == "array" or type == "object" then "" | halt_error(${byList}) else . end; `,
  // A part of a number in a text is 1e-05 in jq and 0.00001 in gojq, and so are others in their own ways.
  _written: `def _written: if any(.. | numbers; if . == 0 then copysign(1; .) < 0
    elif isnan or isinfinite then false else fabs < 1e-4 or fabs >= 9007199254740992 end)
    then "" | halt_error(${writtenOtherwise}) else _sorted end; `,
  ...Object.fromEntries(['gmtime', 'localtime', 'todate', 'strftime'].map((name) => [name, dated(name)])),
  _apart: `def _parts: [paths(type == "object") | first] as $at | .[:$at[0]];
    def _apart(f): [path(f)] as $paths | if ($paths | length) > 1 and any($paths[] | select(any(.[]; type == "object")) | _parts;
      . as $list | ($list | length) as $n | [$paths[] | select(.[:$n] == $list and length > $n) | .[$n]] | unique | length > 1)
    then "" | halt_error(${comesBack}) else f end; `,
  _fresh: guard('_fresh', 'strings, numbers, iterables'),
  // What an update leaves null is null to gojq as before, and jq fails in the middle of it.
  _updated: `def _updated(f): if any(limit(64; try f catch empty); . == null) then "" | halt_error(${comesBack}) else f end; `,
  _filled: guard('_filled', 'strings, numbers, select(. == {} or . == [])'),
  _nonzero: `def _nonzero: if . == 0 then "" | halt_error(${writtenOtherwise}) else . end; `,
  ...Object.fromEntries(['tojson', 'tostring', 'from_entries'].map((name) => [name, writing(name)])),
  join: 'def _join($x): join($x); def join($x): _written | _join($x); ',
  with_entries: 'def with_entries(f): to_entries | map(f) | from_entries; ',
};

/**
 * Evaluates a query by itself, too, and ends where what it computes stands in the document, as an empty list does where a part of
 * a list may be empty.
 */
function guard(name: string, which: string): string {
  return `. as $document | def ${name}(f): if any(limit(64; try f catch empty) | ${which};
    . as $value | ($value == [] and _slices) or any($document | ..; . == $value)) then "" | halt_error(${comesBack}) else f end; `;
}

/** Years beyond four digits are told in other ways, and lists that are no whole time. */
function dated(name: string): string {
  const [params, args] = name === 'strftime' ? ['($format)', '($format)'] : ['', ''];
  return `def _${name}${params}: ${name}${args}; def ${name}${params}: if (type == "number" and (. > -2e11 and . < 2e11 | not))
    or (type == "array" and (length < 6 or any(.[]; type != "number") or .[0] < 1000 or .[0] > 9999))
    then "" | halt_error(${writtenOtherwise}) else _${name}${args} end; `;
}

/** Functions that make texts of numbers. */
export const writers: ReadonlySet<string> = new Set([
  'tojson',
  'tostring',
  'join',
  'from_entries',
  'with_entries',
]);

function writing(name: string): string {
  return `def _${name}: ${name}; def ${name}: _written | _${name}; `;
}

/** In gojq it looks for a text in a text, and for anything in a list. */
function guardedIndex(name: string): string {
  const isMisused = 'type != "array" and (type != "string" or ($x | type) != "string")';
  const guarded = `if . == null then null elif ${isMisused} then error("it is misused") else _${name}($x) end`;
  return `def _${name}($x): ${name}($x); def ${name}($x): ${guarded}; `;
}
