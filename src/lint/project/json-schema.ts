import vm from 'node:vm';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { isMap } from '../../kubernetes/objects/json.js';
import { formatOf, formatNames } from '../../kubernetes/definitions/formats.js';
import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { nearestName } from '../../model/nearest-name.js';
import { cannotRepeat } from '../../model/repeatable.js';
import type { PlainSchema, Undecidable } from '../../kubernetes/schemas/own.js';
import type { SchemaProblem } from '../../kubernetes/schemas/schema.js';

/** Thrown for a pattern that cannot be evaluated: it uses features of JavaScript alone, or is too long. */
class Undecided extends Error {}

/** The time limits for one schema and for the whole run, in milliseconds; larger schemas get more time. */
const [mostAtOnce, mostInAll, mostPerKilobyte] = [1000, 2000, 15];

/** Validates objects against untrusted JSON schemas. */
export class JsonSchemas {
  private spent = 0;
  private kilobytes = 0;

  /** A validator for a schema, or why it cannot be used. `length` is the length of the schema's text. */
  read(schema: unknown, isFor: PlainSchema['isFor'], length: number): PlainSchema | Undecidable {
    this.kilobytes += length / 1000;
    if (!isMap(schema) && typeof schema !== 'boolean') return { why: 'it is not a JSON schema' };
    const dialect = isMap(schema) ? schema['$schema'] : undefined;
    const version =
      typeof dialect === 'string'
        ? (/2020-12|2019-09|draft-0[467]/.exec(dialect)?.[0] ?? dialect)
        : 'draft-07';
    const load = dialects[version];
    if (!load)
      return { why: `its dialect is ${JSON.stringify(version)}; draft-07, 2019-09 and 2020-12 are known` };
    const Compiler = load(); // Loaded outside of the time limit, which would leave the module half loaded.
    const quick = this.bounded(mostAtOnce, () => new Compiler(options).compile(schema));
    if ('why' in quick) return quick;
    let thorough: ReturnType<typeof this.bounded<ValidateFunction>> | undefined;
    return {
      isFor,
      problems: (value) => {
        const fits = this.bounded(mostAtOnce, () => quick.value(value));
        if ('why' in fits) return fits;
        if (fits.value) return [];
        // Collects all errors only for invalid objects.
        thorough ??= this.bounded(mostAtOnce / 4, () =>
          new Compiler({ ...options, allErrors: true, verbose: true }).compile(schema),
        );
        const { value: judge } = 'why' in thorough ? quick : thorough;
        const judged = this.bounded(mostAtOnce / 4, () => judge(value));
        return 'why' in judged ? judged : schemaProblems(judge.errors ?? [], value);
      },
    };
  }

  /** Runs a computation with a time limit, because a schema can require any amount of work. */
  private bounded<T>(most: number, compute: () => T): { readonly value: T } | Undecidable {
    const left = Math.max(mostInAll, this.kilobytes * mostPerKilobyte) - this.spent;
    const timeout = Math.ceil(Math.min(most, left));
    if (timeout <= 0) {
      cannotRepeat();
      return tooMuch;
    }
    const begun = performance.now();
    const outcome: { value?: T } = {};
    try {
      const context = vm.createContext({ compute: () => void (outcome.value = compute()) });
      new vm.Script('compute()').runInContext(context, { timeout });
      return { value: outcome.value as T };
    } catch (error) {
      return undecidableReason(error);
    } finally {
      this.spent += performance.now() - begun;
    }
  }
}

const tooMuch: Undecidable = { why: 'checking against it takes too long', isTooMuch: true };

function undecidableReason(error: unknown): Undecidable {
  const {
    code,
    message = '',
    missingRef,
  } = error as { code?: string; message?: string; missingRef?: string };
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || error instanceof RangeError) {
    cannotRepeat();
    return tooMuch;
  }
  if (error instanceof Undecided) return { why: 'it has an unsupported pattern' };
  if (typeof missingRef === 'string')
    return { why: `it refers to ${JSON.stringify(missingRef)}, and no other schema is read` };
  return { why: message };
}

type Judging = new (options: Options) => { compile(schema: unknown): ValidateFunction };

/* eslint-disable @typescript-eslint/no-require-imports -- Large, and most runs have no schema to compile. */
const dialects: Readonly<Record<string, () => Judging>> = {
  'draft-06': () => (require('ajv') as { default: Judging }).default,
  'draft-07': () => (require('ajv') as { default: Judging }).default,
  '2019-09': () => (require('ajv/dist/2019') as { default: Judging }).default,
  '2020-12': () => (require('ajv/dist/2020') as { default: Judging }).default,
};
/* eslint-enable @typescript-eslint/no-require-imports */

/** Uses regular expressions with linear time, as everywhere. */
const patterns = Object.assign(
  (pattern: string) => ({
    test(text: string): boolean {
      const fits = fitsWhole(`(?s:.*)(?:${pattern})(?s:.*)`, text);
      if (fits === undefined) throw new Undecided();
      return fits;
    },
    // The compiler caches patterns by their text.
    toString: () => `/${pattern}/`,
  }),
  { code: 'undefined' },
);

const options: Options = {
  strict: false,
  logger: false,
  // Validating the schema needs the meta-schema of its dialect; an invalid keyword fails to compile anyway.
  validateSchema: false,
  addUsedSchema: false,
  code: { regExp: patterns as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
  formats: Object.fromEntries(
    formatNames.map((name) => [name, (text: string) => formatOf(name)!.fits(text)]),
  ),
};

function schemaProblems(errors: readonly ErrorObject[], value: unknown): readonly SchemaProblem[] {
  // The errors of all alternatives are reported once, at the value that matches none.
  const choices = errors.filter(({ keyword }) => isChoice(keyword)).map(({ instancePath }) => instancePath);
  return errors
    .filter(
      ({ keyword, instancePath }) =>
        !choices.some((choice) => instancePath === choice || instancePath.startsWith(`${choice}/`)) ||
        isChoice(keyword),
    )
    .map((error) => schemaProblem(error, pathOfPointer(error.instancePath, value)));
}

function isChoice(keyword: string): boolean {
  return ['anyOf', 'oneOf', 'not', 'if', 'contains'].includes(keyword);
}

/** The keys and indexes of a JSON pointer. */
function pathOfPointer(pointer: string, value: unknown): readonly (string | number)[] {
  let current = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(current) ? Number(key) : key;
      current = (current as Record<string | number, unknown> | undefined)?.[step];
      return step;
    });
}

function schemaProblem(
  { keyword, params, data, schema, parentSchema, message = '' }: ErrorObject,
  path: readonly (string | number)[],
): SchemaProblem {
  const given = params as Readonly<Record<string, unknown>>;
  const actual = typeof data === 'string' ? data : JSON.stringify(data);
  const unknown = given['additionalProperty'] ?? given['unevaluatedProperty'];
  if (typeof unknown === 'string') return unknownProblem(unknown, parentSchema?.['properties'], path);
  switch (keyword) {
    case 'required':
      return { path, keyword, name: String(given['missingProperty']) };
    case 'type':
      return {
        path,
        keyword,
        expected: [given['type']].flat().map(typeInWords).join(' or '),
        actual: typeInWords(typeName(data)),
      };
    case 'enum': {
      const known = (Array.isArray(schema) ? schema : []).map((one) =>
        typeof one === 'string' ? one : JSON.stringify(one),
      );
      const nearest = nearestName(actual, known);
      return { path, keyword, known, actual, ...(nearest !== undefined && { nearest }) };
    }
    case 'pattern':
      return { path, keyword, expected: String(given['pattern']), actual };
    case 'format':
      return {
        path,
        keyword,
        expected: formatOf(String(given['format']))?.words ?? String(given['format']),
        actual,
      };
    case 'anyOf':
      return {
        path,
        keyword: 'form',
        expected: 'fit one of the alternatives that its schema allows (anyOf)',
      };
    case 'oneOf':
      return {
        path,
        keyword: 'form',
        expected: 'fit exactly one of the alternatives that its schema allows (oneOf)',
      };
    case 'not':
      return { path, keyword: 'form', expected: 'not fit what its schema excludes (not)' };
    default:
      return { path, keyword: 'form', expected: message.replace(/^must /, '') };
  }
}

function unknownProblem(
  name: string,
  properties: unknown,
  path: readonly (string | number)[],
): SchemaProblem {
  const known = isMap(properties) ? Object.keys(properties) : [];
  const nearest = nearestName(name, known);
  return {
    path: [...path, name],
    keyword: 'unknown',
    name,
    known,
    ...(nearest !== undefined && { nearest }),
  };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'a map',
  array: 'a list',
};

function typeInWords(type: unknown): string {
  return typeWords[String(type)] ?? String(type);
}
