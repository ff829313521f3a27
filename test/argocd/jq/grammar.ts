import { isMap } from '../../../src/kubernetes/objects/json.js';
import { Chance } from './chance.js';
import { randomDocument } from './documents.js';

export interface RandomCase {
  readonly expression: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** How many expressions a document is asked. */
const expressionsOfOne = 20;

/** Expressions by chance with documents to run them on, the same ones for a seed. */
export function randomCases(count: number, seed: number): readonly RandomCase[] {
  const chance = new Chance(seed);
  const cases: RandomCase[] = [];
  while (cases.length < count) {
    const document = randomDocument(chance);
    for (let index = 0; index < expressionsOfOne && cases.length < count; index++)
      cases.push({ expression: new Expressions(chance, document).any(), document });
  }
  return cases;
}

/** An expression, and a value to which it leads in the document. */
interface Way {
  readonly text: string;
  readonly value: unknown;
}

const strangers = ['name', 'weight', 'nothing', 'route', 'a', 'spec', 'é', 'x-y'];
const numbers = ['3', '7', '10', '80', '443', '1.5', '8080', '30', '-5', '0.25', '0', '1', '-1', '2', '20', '100', '0.5', '1.0', '-0', '3.7', '1e3', '1e1000', '1e-5', '9007199254740991',
  '4294967296', '0.1', '1.10', '.5', '1E2', 'nan', 'infinite', '(-infinite)']; // prettier-ignore
const longNumbers = ['12345678901234567890', '9007199254740993'];
const texts = ['"web"', '"primary"', '""', '"a"', '"é"', '"\\u00e9"', '"😀"', '"a,b"', '"1"', '"1.50"', '"nan"', '"%Y-%m-%d"',
  '"2015-03-05T23:51:47Z"', '"YQ=="', '"{\\"a\\":[1]}"', '"x\\ty"', '"A-b_C"', '", "', '"(a)"', '" pad "', '"\\(1 + 2)b"']; // prettier-ignore
const patterns = ['^w', 'web$', '.*', 'a|b', '[a-z]+', '\\\\d+', '(?<n>[a-z])(?<m>\\\\d)?', '^$', 'e+?', '[[:alpha:]]', '\\\\bw', 'x{2}',
  '(', 'é', '.', '(?i)WEB', '[^,]*', '(?=a)', '\\\\w+', '$', '^', '\\\\s', '(a)|(b)', '\\\\pL', '-|_']; // prettier-ignore

class Expressions {
  private depth = 0;

  constructor(
    private readonly chance: Chance,
    private readonly document: unknown,
  ) {}

  any(): string {
    const { chance } = this;
    const text = chance.way([
      [240, () => this.path(this.document).text],
      [240, () => this.selecting()],
      [42, () => `${this.any()}, ${this.any()}`],
      [36, () => `${this.path(this.document).text} | select(${this.probe()})`],
      [36, () => this.construct()],
      [3, () => this.pathless()],
      [18, () => this.probed()],
      [6, () => `.nothing) | (${this.value(this.document)}`],
      [1, () => this.update()],
      [3, () => this.value(this.document)],
      [15, () => this.broken()],
    ]);
    return text;
  }

  /** A path from a value on, most often to what is there. */
  path(from: unknown, most = 6): Way {
    const { chance } = this;
    let text = '';
    let at = from;
    const length = 1 + chance.below(most);
    for (let index = 0; index < length; index++) {
      const isLast = index === length - 1;
      if (isMap(at) && chance.in(93)) {
        const keys = Object.keys(at);
        if (chance.in(8)) {
          text += this.suffix(text, '[]');
          at = keys.length > 0 ? at[chance.of(keys)] : null;
          continue;
        }
        const key = keys.length > 0 && chance.in(93) ? chance.of(keys) : chance.of(strangers);
        text += this.key(text, key);
        at = Object.hasOwn(at, key) ? at[key] : null;
      } else if (Array.isArray(at) && chance.in(95)) {
        const step = chance.way([
          [240, () => '[]'],
          [48, () => '[0]'],
          [24, () => '[-1]'],
          [20, () => `[${chance.below(4)}]`],
          [12, () => '[1.7]'],
          [24, () => chance.of(['[1:]', '[:1]', '[:-1]', '[0:2]', '[-1:]', '[1:1]', '[.5:]', '[:1.5]', '[2:0]', '[null:1]'])],
          [8, () => '["name"]'],
          [8, () => '[length - 1]'],
          [1, () => chance.of(['[{}]', '[[1]]', '[nan]'])],
        ]); // prettier-ignore
        text += this.suffix(text, step);
        if (!step.includes(':')) at = at.length > 0 ? chance.of(at as unknown[]) : null;
      } else if (chance.in(isLast ? 70 : 20)) {
        text += this.key(text, chance.of(strangers));
        at = null;
      } else {
        break;
      }
      if (chance.in(6)) text += chance.of([' | ', ' | ', '|']);
    }
    text = text.replace(/ ?\| ?$/, '');
    return { text: text === '' ? '.' : text, value: at };
  }

  private key(before: string, key: string): string {
    const { chance } = this;
    const starts = before === '' || before.endsWith('| ') || before.endsWith('|');
    const isName = /^[a-z_]\w*$/i.test(key);
    const quoted = JSON.stringify(key);
    const text =
      isName && chance.in(88)
        ? `.${key}`
        : chance.way([
            [60, () => `${starts ? '.' : ''}[${quoted}]`],
            [30, () => `.${quoted}`],
            [5, () => `${starts ? '' : '|'}getpath([${quoted}])`],
            [5, () => `${starts ? '.' : ''}[${quoted}, "name"]`],
          ]);
    return text + (chance.in(18) ? '?' : '');
  }

  private suffix(before: string, text: string): string {
    const starts = before === '' || before.endsWith('| ') || before.endsWith('|');
    return (starts ? '.' : '') + text + (this.chance.in(25) ? '?' : '');
  }

  /** What most people write: elements of a list that are met by a condition. */
  private selecting(): string {
    const { chance } = this;
    const { text, value } = this.path(this.document);
    const list = Array.isArray(value)
      ? `${text}${text === '.' ? '' : ''}[]${chance.in(40) ? '?' : ''}`
      : text;
    const element = Array.isArray(value) ? (value.length > 0 ? chance.of(value as unknown[]) : null) : value;
    const picked = `${list} | select(${this.condition(element)})`;
    return chance.way([
      [45, () => picked],
      [30, () => `${picked} | ${this.path(element, 3).text}`],
      [10, () => `(${picked})${chance.in(50) ? '?' : ''}`],
      [5, () => `(${picked})[]?`],
      [10, () => `${picked} | select(${this.condition(element)})`],
    ]);
  }

  /** A condition as people write it of a value. */
  condition(value: unknown): string {
    const { chance } = this;
    if (this.depth > 3) return '.';
    this.depth++;
    try {
      return chance.way([
        [40, () => this.comparison(value)],
        [8, () => `${this.condition(value)} ${chance.of(['and', 'or'])} ${this.condition(value)}`],
        [5, () => `${this.grouped(this.condition(value))} | not`],
        [20, () => this.onField(value)],
        [3, () => `(${this.condition(value)})?`],
        [4, () => `${this.value(value)} ${this.operator()} ${this.value(value)}`],
        [4, () => `${this.grouped(this.path(value, 2).text)} as $x | ${this.withVariable(value)}`],
        [4, () => this.quantified(value)],
        [2, () => `if ${this.condition(value)} then ${this.condition(value)} else ${this.condition(value)} end`],
        [2, () => `try ${this.grouped(this.condition(value))} catch ${chance.in(5) ? 'test("object")' : chance.of(['false', 'true', 'null', 'empty', '(true, false)', '(. | type) == "string"'])}`],
      ]); // prettier-ignore
    } finally {
      this.depth--;
    }
  }

  private withVariable(value: unknown): string {
    return this.chance.of([
      `$x == ${this.constant()}`,
      '. == $x',
      `[$x] | contains([${this.constant()}])`,
      `${this.constant()} | . != $x`,
      `any(.[]?; . == $x)`,
      `($x | type) == "string"`,
      `${this.path(value, 2).text} == $x`,
    ]);
  }

  private comparison(value: unknown): string {
    const { text, value: at } = this.path(value, 2);
    const literal = this.chance.in(60) ? this.literal(at) : this.constant();
    return `${text} ${this.operator()} ${literal}`;
  }

  private operator(): string {
    return this.chance.of(['==', '==', '==', '==', '!=', '!=', '<', '<=', '>', '>=']);
  }

  private literal(value: unknown): string {
    return typeof value === 'object' && value !== null && JSON.stringify(value).length > 40
      ? this.constant()
      : JSON.stringify(value ?? null);
  }

  private constant(): string {
    const { chance } = this;
    return chance.way([
      [40, () => chance.of(texts)],
      [35, () => chance.of(chance.in(2) ? longNumbers : numbers)],
      [15, () => chance.of(['null', 'true', 'false'])],
      [10, () => chance.of(['[]', '{}', '["a"]', '{"a":1}', '[1]', '{a: 1, "b": 2}'])],
    ]);
  }

  private onField(value: unknown): string {
    const { chance } = this;
    const { text, value: at } = this.path(value, 2);
    const field = chance.in(20) ? `(${text} // ${chance.of(['""', '"x"', '[]', '0', 'empty'])})` : text;
    const word = typeof at === 'string' && at.length > 0 && chance.in(70) ? JSON.stringify(at.slice(0, 1 + chance.below(4))) : chance.of(texts); // prettier-ignore
    return `${field} | ${chance.way([
      [10, () => `test("${chance.of(patterns)}"${chance.in(15) ? '; "i"' : ''})`],
      [10, () => `${chance.of(['startswith', 'endswith', 'contains', 'inside'])}(${word})`],
      [4, () => `ltrimstr(${word}) ${this.operator()} ${this.constant()}`],
      [5, () => `has(${chance.of(['"name"', '"app"', '0', word])})`],
      [5, () => `type == ${chance.of(['"string"', '"number"', '"object"', '"null"', '"array"'])}`],
      [5, () => `length ${this.operator()} ${chance.below(4)}`],
      [4, () => `IN(${word}, "web", ${this.constant()})`],
      [3, () => `index(${word}) ${chance.of(['== null', '!= null', '== 0'])}`],
      [3, () => `${chance.of(['ascii_downcase', 'ascii_upcase', 'tostring', 'tojson'])} == ${word}`],
      [3, () => `split(${chance.of(['","', '"."', '""', '"-"'])})[0] == ${word}`],
      [2, () => `keys ${chance.of(['| length > 1', '== ["a"]', '| contains(["name"])'])}`],
      [2, () => `tonumber${chance.in(50) ? '?' : ''} ${this.operator()} ${chance.of(numbers)}`],
    ])}`; // prettier-ignore
  }

  private quantified(value: unknown): string {
    const { chance } = this;
    const name = chance.of(['any', 'all']);
    return chance.of([
      `${name}(.[]?; ${this.condition(null)})`,
      `[.[]?] | ${name}(${this.condition(null)})`,
      `[${this.path(value, 2).text}] | ${name}`,
      `isempty(${this.path(value, 2).text})`,
      `first(${this.path(value, 2).text}) == ${this.constant()}`,
    ]);
  }

  private grouped(text: string): string {
    return /^[\w.?[\]"]+$/.test(text) ? text : `(${text})`;
  }

  /** A condition that holds for half of all results, so that another result shows. */
  private probe(): string {
    return `${this.grouped(this.value(this.document))} | tojson | explode | add % 2 == ${this.chance.below(2)}`;
  }

  private probed(): string {
    const { text, value } = this.path(this.document);
    const inner = this.value(value);
    return `${text} | select(${this.grouped(inner)} | ${this.chance.of(['tojson', 'tostring', 'type', '.'])} ${this.operator()} ${this.constant()})`;
  }

  /** Something that is computed from a value. */
  value(input: unknown): string {
    const { chance } = this;
    if (this.depth > 4) return chance.in(50) ? '.' : this.constant();
    this.depth++;
    try {
      const { text, value } = this.path(input, 4);
      return chance.way([
        [12, () => this.constant()],
        [22, () => text],
        [14, () => `${text} | ${this.ofText()}`],
        [14, () => `${text} | ${this.ofList(value)}`],
        [8, () => `${text} | ${this.ofNumber()}`],
        [8, () => `${this.grouped(this.value(input))} ${chance.of(['+', '-', '*', '/', '%', '+', '//', 'and', '=='])} ${this.grouped(this.value(input))}`],
        [4, () => `[${this.value(input)}, ${this.value(input)}]`],
        [4, () => `{a: ${this.grouped(this.value(input))}, "b": 1${chance.of([', $__loc__', '', '', ', (.kind?): 2', ', kind'])}}`],
        [3, () => `"x\\(${this.value(input)})y"`],
        [4, () => this.loop(value, text)],
        [3, () => `${chance.of(['@text', '@json', '@html', '@uri', '@csv', '@tsv', '@sh', '@base64'])} "\\(${this.value(input)})"`],
        [3, () => `try ${this.grouped(this.value(input))} catch ${chance.of(['empty', 'null', '"caught"', 'false', 'type', '[]', '0', '{}', '$__loc__.line', '(1, 2)', chance.in(30) ? '.' : 'null'])}`],
        [3, () => `${this.grouped(this.value(input))} as ${chance.of(['$x', '[$x]', '[$x, $y]', '{name: $x}', '{$x}', chance.in(30) ? '{a: $x} ?// [$x]' : '{a: $x}', '{"a": [$x]}', '{$kind: [$x]}'])} | ${chance.of(['$x', '[$x, .]', '$x + $x', '{$x}', '$x | type'])}`],
        [2, () => `if ${this.condition(input)} then ${this.value(input)} elif . == 1 then 2 ${chance.of(['', 'else ' + this.value(input)])} end`],
        [1, () => `def f: ${this.value(input)}; f`],
        [1, () => `def f(g): [g, g]; f(${this.value(input)})`],
        [1, () => `def f($x): $x + 1; f(${this.value(input)})`],
        [2, () => `[paths${chance.of(['', '(type == "number")', '(scalars)', '(strings)'])}] | ${chance.of(['length', '.[0]', 'last', 'sort | .[1]'])}`],
        [1, () => `[${chance.of(['..', 'recurse', '.. | numbers', '.. | strings', '.. | scalars', 'leaf_paths', 'tostream'])}] | length`],
        [1, () => `fromstream(tostream)`],
        [1, () => `getpath(${chance.of(['["spec","replicas"]', '["metadata","name"]', '["a", 0]', '[]', '["spec", "x", "y"]'])})`],
        [1, () => `$ENV | ${chance.of(['length', '.HOME', 'type'])}`],
        [1, () => chance.of(['now | type', 'input_line_number', 'env | length', '$__prog_args', 'builtins | length > 10', '"abc" | ascii', 'splits("a")', 'halt', 'getpath(1)', 'ltrimstr(1)', 'error', 'error("x")', 'error(null)'])],
      ]); // prettier-ignore
    } finally {
      this.depth--;
    }
  }

  private ofText(): string {
    const { chance } = this;
    const text = chance.of(texts);
    const regex = chance.of(patterns);
    const flags = chance.of([
      '',
      '',
      '',
      '; "g"',
      '; "i"',
      '; "x"',
      '; null',
      '; "gi"',
      '; "s"',
      '; "m"',
      '; "n"',
    ]);
    return chance.of([
      'ascii_downcase', 'ascii_upcase', 'length', 'utf8bytelength', 'explode', 'explode | implode', 'tojson', 'tojson | fromjson',
      'fromjson', 'fromjson?', 'tonumber', 'tonumber?', 'tostring', 'trim', 'ltrim', 'rtrim', 'reverse', 'type', 'toboolean', 'implode', 'test("a", "b")',
      `ltrimstr(${text})`, `rtrimstr(${text})`, `trimstr(${text})`, `startswith(${text})`, `endswith(${text})`, `split(${text})`,
      `join(${text})`, `index(${text})`, `rindex(${text})`, `indices(${text})`, `contains(${text})`, `inside(${text})`,
      `test("${regex}"${flags})`, `[match("${regex}"${flags}) | .string, .offset]`, `[match("${regex}"${flags})]`, `capture("${regex}"${flags})`, `[scan("${regex}"${flags})]`,
      `[splits("${regex}"${flags})]`, `split("${regex}"; ${chance.of(['null', '"g"', '"i"'])})`, `sub("${regex}"; "<>"${flags})`, `gsub("${regex}"; "<>"${flags})`,
      `gsub("(?<x>[a-z])"; "\\(.x)!")`, `sub("(?<x>.)"; .x, "b")`, '@base64', '@base64d', '@uri', '@urid', '@html', '@sh', '@csv', '@tsv', '@json', '@text', '@base32d', '@base32',
      'fromdate', 'fromdateiso8601', 'strptime("%Y-%m-%dT%H:%M:%SZ")', 'strptime("%Y-%m-%dT%H:%M:%SZ") | mktime', 'todate', `.[1:3]`, `.[:-1]`, `.[0]`, `.[-2:]`, '. * 2', '. * 0', '. / ","', 'ascii', 'explode | map(. + 1) | implode',
      'test(null)', 'test("a"; "q")', '@nothing', 'ltrimstr("a") | length', '"\\(.)x"', '. + "x"', '"x" + .', 'tojson | length', 'ascii(65)', 'getpath(["a"])?', 'splits(", *"; null)',
    ]); // prettier-ignore
  }

  private ofList(value: unknown): string {
    const { chance } = this;
    const element = Array.isArray(value) && value.length > 0 ? chance.of(value as unknown[]) : isMap(value) ? Object.values(value)[0] : null; // prettier-ignore
    const by = this.path(element, 2).text;
    return chance.of([
      'length', 'keys', 'to_entries', 'to_entries | map(.value)', 'add', 'any', 'all', 'min', 'max', 'sort', 'unique', 'reverse', 'first', 'last', 'flatten', 'flatten(1)', 'flatten(-1)', 'transpose', 'tojson', 'tostring', 'from_entries', 'map_values(.)', 'map_values(empty)', '[.[]?]', 'type', '[paths]', '[tostream]', 'combinations', '[limit(3; combinations)]', 'add / length', 'join("-")', 'join(", ")', '@csv', '@tsv', '@sh', '@json', '@html', '@text', 'implode', 'nth(1)', 'not', '-(.)', '-.', 'abs', 'keys_unsorted', 'tojson | fromjson', 'leaf_paths', 'pick(.name)', 'pick(.[0])', 'walk(.)', '[..] | length', 'getpath(["name"])', 'toarray', 'have_literal_numbers', 'group_by(type)', 'debug', 'ltrimstr("x")', 'splits("x")', 'input', 'min_by(.)', 'del(.[0])', 'del(.[])', 'del(.name)', 'del(.. | nulls)', 'to_entries[0].key', 'with_entries(.value |= tostring)', 'with_entries(select(.key != "name"))', 'map_values(select(. != null))', 'indices(1)', 'index("a")', 'inside([1,2,3])', 'contains(["a"])', 'bsearch(1)', 'bsearch("a")', 'setpath(["a"]; 1)', 'setpath([0]; 1)', 'setpath([0, "b"]; 1)', 'delpaths([["name"], [0]])', '[getpath(["a"], [0])]', 'fromstream(1 | truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]]))', '[range(length)]', '[.[1:], .[:1]]', '.[1:] = [9]', '.[0] = 1', '.[-1] = 5', '.name = 1', '.[] += 1', '.[]? |= tostring', '.a.b |= 3', '.[2:4] |= map(. )', '. + [1]', '. - ["a"]', '. + {}', '. * {}', '. * {a: {b: 1}}', '{} + .', '[] + .', '. - .', 'tojson | length', 'walk(if type == "number" then . + 1 else . end)', 'walk(numbers |= tostring)', 'INDEX(.name)', 'IN([1], 1)', 'input_filename', 'ascii', 'limit(1; .[])', '[limit(2; .[])]', '[skip(1; .[])]', 'first(.[])', '[first(empty)]', '[.[] | numbers]', '[.[] | scalars]', 'until(true; .)', '[while(false; .)]', '[recurse | numbers] | add', '[.[] as [$a, $b] | $a]', 'map(has("name"))', 'any(. == 1)', 'has(0)', 'has("a")', 'map(in([1,2]))', 'getpath([])', 'paths(type == "number")', 'splits(1)', 'ltrimstr([])', 'isvalid(1)', 'env.HOME', 'min_by(.name)', 'tojson | @base64', '@base64', 'error', 'map(tojson)', 'map(-.)', 'map(. * 1.5)', 'map(try tonumber catch "x")',
      `map(${by})`, `map(${by}?)`, `sort_by(${by})`, `group_by(${by})`, `unique_by(${by})`, `min_by(${by})`, `max_by(${by})`, `map(select(${this.condition(element)}))`, `any(${this.condition(element)})`, `sort_by(${by}, .name?)`, `INDEX(${by})`, `map({(.name?): 1})`, `map_values(${by})`, `with_entries(.value |= ${by})`, `[.[] | ${this.value(element)}]`, `map(${this.value(element)})`, `add(.[] | ${by})`,
    ]); // prettier-ignore
  }

  private ofNumber(): string {
    const { chance } = this;
    const number = chance.of(numbers);
    return chance.of([
      'floor', 'ceil', 'round', 'sqrt', 'abs', 'fabs', 'trunc', 'tostring', 'tojson', 'length', '-.', '. + 1', '. - 0.1', '. * 3', '. / 3', '. % 3', '. % 2.5', '-. % 3', '. % -5', '. / 0', '. % 0', '. * 1e300', 'isnan', 'isinfinite', 'isnormal', 'todate', 'todate?', 'gmtime', 'gmtime | todate', 'strftime("%Y-%m-%dT%H:%M:%SZ")', 'strftime("%A %j %e %H %Z")', 'strftime(1)', 'dateadd("seconds"; 1)', 'date', 'significand', 'logb', 'frexp', 'modf', 'ldexp(.; 2)', 'scalb(.; 1)', 'nearbyint', 'pow(.; 2)', 'fmin(.; 1)', '[range(.; 3)] | length', '[range(0; 3)]', '[range(0; 1; 0.3)]', '[range(5; 0; -2)]', '[limit(-1; 1)]', '[limit(0; 1)]', 'tojson | tonumber', '@text', '@sh', '@csv', 'toboolean', 'infinite', 'nan', 'nan < nan', '[nan] | sort', '[nan, 1] | min', '[., nan] | unique', 'nan == nan', 'tonumber', 'implode', '[.] | implode', 'ltrimstr("1")', 'getpath([1])', 'drem(.; 3)', 'copysign(.; -1)', 'trunc', 'splits("1")', 'tostring | length', '[., 1.0] | tojson', '1.000 | tojson', '1e2 | tojson', '[1e17, 1e16, 1e-6, 1e-7, 123456789012] | tojson', '-0 | tojson', '[-0] | tojson', '. == 1.0', '[.] | contains([1])', 'mktime', 'strptime("%s")', 'limit(3; repeat(1))', '[limit(3; repeat(1))]', 'strflocaltime("%Y")', 'localtime | mktime', 'rint', 'finites', 'normals', 'tojson | ltrimstr("1")', '. as $n | [1,2,3] | .[$n]?', '9007199254740993 == 9007199254740992', '3 / 2', '4 / 2', '7 % 4', '-7 % 4', '1 / 3', '0.1 + 0.2',
      `. + ${number}`, `. - ${number}`, `. * ${number}`, `. / ${number}`, `. % ${number}`, `${number} - .`, `${number} / .`, `[., ${number}] | min`, `${number} | tostring`, `${number} | floor`, `[${number}] | tojson`, `${number} == .`, `. < ${number}`, `${number} % 7`,
    ]); // prettier-ignore
  }

  private loop(value: unknown, text: string): string {
    const { chance } = this;
    const items = Array.isArray(value) || isMap(value) ? `${text}[]?` : `(1, 2, ${this.constant()})`;
    return chance.of([
      `reduce ${items} as $i (0; . + 1)`,
      `reduce ${items} as $i (null; . + $i)`,
      `reduce ${items} as $i ([]; . + [$i])`,
      `reduce ${items} as [$i, $j] ([]; [$i, $j])`,
      `reduce ${items} as {name: $i} ({}; .[$i | tostring] = 1)`,
      `[foreach ${items} as $i (0; . + 1)]`,
      `[foreach ${items} as $i (0; . + 1; [$i, .])]`,
      `[foreach ${items} as $i (0; empty; .)]`,
      `[label $out | ${items} | if . == 1 then ., break $out else . end]`,
      `first(${items} | select(. != null))`,
      `[limit(2; ${items})]`,
      `label $f | label $g | 1, break $f, 2`,
      `[.. | ${this.chance.of(['numbers', 'strings', 'booleans', 'nulls', 'scalars', 'arrays', 'objects', 'values'])}] | length`,
      `reduce ${items} as $i (0; empty)`,
      `reduce empty as $i (3; 4)`,
      `last(${items})`,
      `nth(1; ${items})`,
      `[${items}] | until(length < 2; .[1:])`,
      `isempty(${items})`,
      `[${items}] | [.[:2][] | tojson] | sort`,
      `any(${items}; . == 1)`,
      `IN(${items}; 1, "web")`,
      `[splits("a")?, 1]`,
      `input?`,
      `[${items} | (.a, .b)?]`,
      `(${items}) as $x ?// [$x] | $x`,
    ]); // prettier-ignore
  }

  /** Other ways to a path. */
  private construct(): string {
    const { chance } = this;
    const { text, value } = this.path(this.document);
    const other = this.path(this.document).text;
    const inner = this.path(value, 2).text;
    return chance.of([
      `${text} // ${other}`,
      `(${text} // ${other}) | ${inner}`,
      `if ${this.condition(this.document)} then ${text} else ${other} end`,
      `if ${this.condition(this.document)} then ${text} end`,
      `${text} | if ${this.condition(value)} then ${inner} else empty end`,
      `try ${this.grouped(text)} catch .`,
      `try ${text} catch ${other}`,
      `(${text}, ${other}) | ${inner}`,
      `first(${text})`,
      `limit(2; ${text})`,
      `skip(1; ${text})`,
      `nth(0; ${text})`,
      `.. | ${inner}?`,
      `.. | select(${this.condition(value)})`,
      `..|.name?`,
      `recurse | ${inner}?`,
      `.. | objects | ${inner}`,
      `${text} | ${chance.of(['arrays', 'objects', 'strings', 'numbers', 'scalars', 'iterables', 'values', 'nulls', 'booleans'])}`,
      `getpath(${chance.of(['["spec","replicas"]', '["metadata","annotations"]', '["spec","http",0]', '["nothing","x"]', '["kind", "x"]', 'paths', '["spec"]', '"spec"'])})`,
      `paths`,
      `getpath(paths(${this.condition(null)}))`,
      `reduce ("spec", "replicas") as $k (.; .[$k])`,
      `def f: ${inner}; ${text} | f`,
      `def f(g): ${text} | g; f(${inner})`,
      `def f($k): .[$k]; ${text} | f("name")`,
      `"name" as $k | ${text} | .[$k]?`,
      `.kind as $k | ${text} | select(. != $k)`,
      `. as $d | ${text} | select(. == $d.kind)`,
      `${text} as $x | ${other} | select(. == $x)`,
      `${text} as [$a, $b] | ${other} | select(. == $a)`,
      `${text} as {name: $n} | ${other} | select($n == "web")`,
      `.metadata as {$name, labels: {app: $a}} | ${text} | select($name == $a)`,
      `to_entries`,
      `${text} | to_entries[] | .value`,
      `${text} | map(select(${this.condition(null)}))`,
      `${text} | map_values(select(${this.condition(null)}))`,
      `${text} | first`,
      `${text} | last`,
      `${text} | .[length - 1]`,
      `${text} | .[keys[]]`,
      `${text} | .[keys[0]]?`,
      `${text} | .[to_entries[] | select(.value == ${this.constant()}) | .key]`,
      `${text} | .[index(${chance.of(texts)})]?`,
      `${text} | .[indices(1)[]]?`,
      `${text} | until(type != "array"; .[0])`,
      `${text} | while(type == "object"; .[])`,
      `${text} | recurse(.[]?; . != null)`,
      `${text} | recurse | select(${this.condition(null)})`,
      `${text} | error`,
      `${text} | error?`,
      `${text} | empty`,
      `empty`,
      `null`,
      `.`,
      `${text} | .`,
      `${text} | select(${this.condition(value)}, ${this.condition(value)})`,
      `${text} | (.. | select(type == "string"))`,
      `${text} | getpath(["a", "b"])?`,
      `input`,
      `$__loc__`,
      `${text} | ltrimstr("x")`,
      `${text} == ${this.constant()}`,
      `${text} | not`,
      `${text} | length`,
      `${text} | type`,
      `${text} | tostring`,
      `${text} | sort`,
      `${text} | unique`,
      `${text} | flatten`,
      `${text} | reverse`,
      `${text} | floor`,
      `${text} | trim`,
      `${text} | ascii_downcase`,
      `${text} | ${this.ofText()}`,
      `${text} | ${this.ofList(value)}`,
      `${text} | ${this.ofNumber()}`,
      `${text} | sort_by(.name)[0]`,
      `${text} | .[.[] | strings]?`,
      `${text} | .[1:][0]`,
      `${text} | .[1:] | .[0].name?`,
      `${text} | .[:2][]`,
      `${text} | select(.[]? == ${this.constant()})`,
      `(${text}, ${text})`,
      `${text}?`,
      `(${text})?`,
      `${text} | ${inner}?`,
      `-(${text})`,
      `[${text}]`,
      `"x\\(${text})"`,
      `${text} and true`,
      `isempty(${text})`,
      `any(${text}; .)`,
      `$ENV`,
      `env`,
      `@json`,
      `${text}[]?, ${other}[]?`,
      `splits("a")`,
      `tostream`,
      `.[${chance.of(['"spec"', '"spec", "kind"', '("spec" | .)', '.kind', '[]', '0', 'null', '{}', '.5'])}]?`,
      `.["spec"]["template"]?`,
      `."spec"."template"`,
      `.spec."template".spec.containers[].image`,
      `.spec.template.spec.containers[]? | select(.name == "istio-proxy")`,
      `.metadata.annotations["a/b","c/d"]`,
      `.spec.template.spec.containers[] | select(.name == "web").env[] | select(.name == "TIER").value`,
    ]); // prettier-ignore
  }

  /** What leads to no path, so that nearly all of it fails, or is known to be beyond what can be said. */
  private pathless(): string {
    const { chance } = this;
    const { text, value } = this.path(this.document);
    const other = this.path(this.document).text;
    const inner = this.path(value, 2).text;
    return chance.of([
      `last(${text})`,
      `reduce (${this.constant()}) as $k (${text}; .)`,
      `foreach ("metadata", "name") as $k (.; .[$k])`,
      `foreach (0, 1) as $k (${text}; .; ${inner})`,
      `label $out | (${text} | (., break $out))`,
      `label $out | foreach ${text} as $x (.; .; ${other}, break $out)`,
      `${text} as [$a] ?// {a: $a} ?// $a | ${other} | select($a != null)`,
      `${text} | with_entries(select(.key != "name"))`,
      `${text} | recurse(.a?)`,
      `(${text}) |= .`,
      `${text} | path(..)`,
      `pick(${text})`,
      `walk(.)`,
      `delpaths([["spec"]])`,
      `del(${text})`,
      `${text} | tonumber?`,
      `${text} + ${chance.of(['0', '""', '[]', '{}', 'null', other])}`,
      `${text} - ${chance.of(['0', '[]'])}`,
      `${text} * ${chance.of(['1', '{}'])}`,
      `${text} | add`,
      `${text} | min, max`,
      `{a: ${this.grouped(text)}}`,
      `[${text}][0]`,
      `{a: ${this.grouped(text)}}.a`,
    ]); // prettier-ignore
  }

  /** Changes on the way, which leave no path. */
  private update(): string {
    const { chance } = this;
    const { text } = this.path(this.document);
    const other = this.path(this.document).text;
    const operator = chance.of(['=', '|=', '+=', '-=', '*=', '/=', '//=', '%=']);
    const change = `${text} ${operator} ${chance.of(['1', 'empty', '.', '"x"', 'null', other, '(1, 2)', 'tostring', 'length?'])}`;
    return chance.of([
      change,
      `.nothing) | (${change}`,
      `(${change}) | ${other}`,
      `${other} | select((${change}) == .)`,
    ]);
  }

  /** What a slip of the hand makes of an expression. */
  private broken(): string {
    const { chance } = this;
    const text = chance.in(60) ? this.selecting() : this.construct();
    const at = chance.below(text.length + 1);
    return chance.way([
      [40, () => text.slice(0, at) + text.slice(at + 1)],
      [40, () => text.slice(0, at) + chance.of(['.', '|', '[', ']', '(', ')', '"', '?', ' ', ',', '$', '-', '//', '\\', '*', '==', '=', '#', '@', 'é', ':', '{', '}', '0', "'"]) + text.slice(at)],
      [20, () => text.slice(0, at) + text.slice(at + 1 + chance.below(6))],
    ]); // prettier-ignore
  }
}
