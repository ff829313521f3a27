import { judge, type CelRefusal } from '../../../src/kubernetes/cel/judge.js';
import type { Path } from '../../../src/model/field.js';
import { fromValue } from '../../../src/model/node.js';
import { validate } from '../../../src/kubernetes/schemas/validate.js';
import { type Manifest, mutants, schemaOf } from './mutants.js';

export { mutants } from './mutants.js';

/** The definitions that an object is held against, the one first that ours was made of. */
function definitionsFor({ apiVersion }: Manifest): readonly string[] {
  if (apiVersion.startsWith('networking.istio.io/')) return ['istio-1.30.3'];
  return [
    'gateway-api-1.4.1-experimental',
    'gateway-api-1.4.1-standard',
    'gateway-api-1.7.0-experimental',
    'gateway-api-1.7.0-standard',
  ];
}

/** What upstream's code says of an object; keys of maps are in brackets there. */
interface Told {
  readonly path: string;
  readonly message: string;
}

/** What upstream's code says by one definition; null where that does not have the kind. */
export interface Answer {
  readonly blocked: boolean;
  /** What is wrong with it otherwise. */
  readonly structure: readonly unknown[];
  readonly repeated: readonly Told[];
  readonly rules: readonly Told[];
}

export interface Outcome {
  readonly differences: readonly string[];
  /** How many rules could not be judged. */
  readonly unknown: number;
  /** How many rules were found broken. */
  readonly broken: number;
  /** Whether all definitions refuse it and we do not. */
  readonly isMissed: boolean;
}

/** Questions for upstream's code, a line each. */
export function questions(count: number, seed: number): readonly string[] {
  return mutants(count, seed).map((object) => JSON.stringify({ with: definitionsFor(object), object }));
}

/** What differs between what we say of an object and what upstream's code says. */
export function compare(object: Manifest, answers: readonly (Answer | null)[]): Outcome {
  const schema = schemaOf(object);
  const problems = validate(schema, fromValue(object)).filter(
    // The API server asks nothing of formats of numbers; it is Istio that refuses what has no place in 32 bits.
    ({ keyword, expected }) => keyword !== 'unknown' && expected !== `at most ${2 ** 31 - 1}`,
  );
  const { refusals, unknown } = problems.length > 0 ? { refusals: [], unknown: [] } : judge(schema, object);
  const given = answers.filter((answer) => answer !== null);
  const [first] = given;
  const differences: string[] = [];
  if (!first) return { differences: ['no definition has the kind'], unknown: 0, broken: 0, isMissed: false };

  const sure = refusals.filter((one) => one.kind === 'repeated' || one.rule.isOfSome !== true);
  const accepting = given.filter(isAccepted).length;
  if (problems.length + sure.length > 0 && accepting > 0)
    differences.push(
      `${accepting} of ${given.length} definitions take it, we do not: ${problems.map((problem) => JSON.stringify(problem)).join()}${keysOf(sure).join()}`,
    );
  if (problems.length === 0 && !first.blocked) {
    const skipped = new Set(unknown.map(({ rule }) => `failed rule: ${rule}`));
    const theirs = [...first.rules, ...first.repeated.map(({ path }) => ({ path, message: 'repeated' }))];
    const [ours, upstream] = [
      new Set(keysOf(refusals)),
      new Set(
        theirs.map(
          ({ path, message }) =>
            `${path.replaceAll(/\[([^\]]*[^\]\d][^\]]*)\]/g, '.$1')} ${message.replace(/^.* evaluating rule: /s, failing)}`,
        ),
      ),
    ];
    if (skipped.size === 0) {
      differences.push(...[...ours].filter((key) => !upstream.has(key)).map((key) => `only ours: ${key}`));
      differences.push(...[...upstream].filter((key) => !ours.has(key)).map((key) => `only theirs: ${key}`));
    }
  }
  return {
    differences,
    unknown: unknown.length,
    broken: refusals.length,
    isMissed: problems.length + refusals.length === 0 && accepting === 0,
  };
}

const failing = 'failing: ';

function isAccepted({ structure, repeated, rules }: Answer): boolean {
  return structure.length + repeated.length + rules.length === 0;
}

function keysOf(refusals: readonly CelRefusal[]): readonly string[] {
  return refusals.map((one) =>
    one.kind === 'repeated'
      ? `${inText(one.path)} repeated`
      : `${inText(one.path)} ${one.failed === undefined ? '' : failing}${one.rule.message ?? `failed rule: ${one.rule.rule}`}`,
  );
}

function inText(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}
