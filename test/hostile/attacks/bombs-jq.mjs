// Expressions of jq that reach for the machine, or take all of it.
import { isTooMuch, backtracks, jq, bareJq } from '../bombs.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
  jq(
    'reads files, modules, the environment and its input',
    (world) => [
      'import "credentials" as $x; .spec',
      `include "${world.outside}/credentials"; .spec`,
      `import "values" as $x {search: "${world.outside}"}; .spec`,
      '.spec | select($ENV.TOKEN_OF_CI == "x")',
      'env.TOKEN_OF_CI',
      '.[$ENV.TOKEN_OF_CI]',
      'input_filename',
      'inputs',
      'input',
      'get_search_list',
      '$__prog_args',
      '$__loc__',
      'error($ENV.TOKEN_OF_CI)',
      'halt',
      'halt_error',
      '"x" | halt_error(3)',
      '.spec | debug',
      '.spec | stderr',
      '@sh',
      'modulemeta',
      'input_line_number',
      'ltrimstr($ENV|tostring)',
      '"\\(env)"|error',
      'now|todate',
      'splits("a")',
      'getpath(["a",{}])',
      '.. |= env',
    ],
    async (world) => {
      // The jq of the machine, where there is one, shows what the words mean; the one in Node knows no environment.
      const { output } = await bareJq('$ENV')(world);
      return output.length > 2;
    },
  ),
  jq(
    'never ends',
    () => [
      'def f: f; f',
      '[recurse(.)] | length',
      'last(repeat(1))',
      '[range(1e12)]',
      'limit(1; while(true; .))',
      'until(false; .)',
      'reduce range(1e12) as $i (0; .+$i)',
      'first(range(1e15)|select(.<0))',
      'path(..|recurse)',
      'label $a | def g: g; g',
      'def f(x): f(x|x); f(.)',
      '[limit(1e9; repeat(.))]',
    ],
    async (world) => (await bareJq('last(repeat(1))')(world)).isLate,
  ),
  jq(
    'never ends, in as many expressions as there is room for',
    () => Array.from({ length: 500 }, (_, index) => `last(repeat(${index}))`),
    async (world) => (await bareJq('last(repeat(1))')(world)).isLate,
  ),
  jq(
    'takes all memory',
    () => [
      '[range(1e9)]',
      '.a[1e9] = 1',
      'reduce range(100) as $i ("x"; . + .)',
      '[range(1e6)] | combinations(3)',
    ],
    async (world) => {
      const { isLate, status } = await bareJq('reduce range(100) as $i ("x"; . + .)')(world);
      return isLate || status !== 0;
    },
  ),
  jq(
    'backtracks in its own expressions',
    () => [
      `.spec | select("${'a'.repeat(40)}" | test("(a+)+$b"))`,
      `"${'a'.repeat(40)}" | test("(a|a)*c")`,
      `"${'x'.repeat(60)}" | sub("(x+x+)+y"; "")`,
      `[match("(a*)*(b*)*c"; "g")]`,
      `"${'a'.repeat(30)}" | test("(?<x>a+)+(?<y>a+)+\\\\k<x>z")`,
      `scan("${'(a?)'.repeat(30)}${'a'.repeat(30)}")`,
    ],
    backtracks('(a|a)*c', 'a'.repeat(40)),
  ),
  jq(
    'is nested or long beyond any stack',
    () => [
      '('.repeat(20_000) + '.' + ')'.repeat(20_000),
      '.a'.repeat(50_000),
      '['.repeat(10_000) + ']'.repeat(10_000),
      '.' + '[]?'.repeat(20_000),
      'def a: 1; '.repeat(5000) + '.',
      '.a | '.repeat(20_000) + '.',
      '-'.repeat(20_000) + '1',
      'if . then '.repeat(3000) + '.' + ' end'.repeat(3000),
      '"' + '\\('.repeat(3000) + '1' + ')'.repeat(3000) + '"',
      '\0',
      '.\u0000a',
      '\ud800',
    ],
    isTooMuch(`const f = (n) => n === 0 ? 0 : 1 + f(n - 1); f(100000)`),
  ),
];
