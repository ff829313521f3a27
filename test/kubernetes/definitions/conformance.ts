/* eslint-disable @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access -- JSON, of which a test looks at any part. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { judge } from '../../../src/kubernetes/cel/judge.js';
import { readDefinition } from '../../../src/kubernetes/definitions/definition.js';
import type { Path } from '../../../src/model/field.js';
import { fromValue } from '../../../src/model/node.js';
import { Chance } from '../cel/mutants.js';
import { type Json, made, mutated } from './objects.js';

/** A definition, and one of its versions that is served. */
export interface Asked {
  readonly manifest: Json;
  readonly version: string;
  readonly schema: Json;
}

/** The versions of all definitions in a text; without one, of those of our own. */
export function definitionsIn(
  text = readFileSync(path.join(__dirname, 'crds.yaml'), 'utf8'),
): readonly Asked[] {
  return (loadAll(text) as (Json | null)[]).flatMap((manifest) => {
    if (manifest?.['kind'] !== 'CustomResourceDefinition') return [];
    return (manifest['spec'].versions as Json[])
      .filter(({ served }) => served)
      .map((version) => ({
        manifest,
        version: version['name'] as string,
        schema: version['schema'].openAPIV3Schema as Json,
      }));
  });
}

/** Objects of a definition, most of them with something wrong; the same ones for a seed. */
export function objectsOf(
  { manifest, version, schema }: Asked,
  count: number,
  seed: number,
): readonly Json[] {
  const chance = new Chance(seed, []);
  const { group, names } = manifest['spec'];
  return Array.from({ length: count }, () => {
    const object = {
      ...made(schema, chance, 0),
      apiVersion: `${group}/${version}`,
      kind: names.kind as string,
      metadata: { name: chance.in(10) ? 'a-name-that-is-long' : 'web' },
    };
    return mutated(object, chance);
  });
}

interface Told {
  readonly path: string;
  readonly message: string;
}

/** What the API server's code says of an object. */
export interface Answer {
  readonly blocked: boolean;
  readonly structure: readonly Told[];
  readonly repeated: readonly Told[];
  readonly rules: readonly Told[];
  readonly unknown?: readonly string[];
}

export interface Outcome {
  readonly differences: readonly string[];
  /** How many rules could not be judged. */
  readonly unknown: number;
  readonly isRefused: boolean;
}

/** What differs between what we say of an object and what the API server's code says. */
export function compare({ manifest, version: name }: Asked, object: Json, answer: Answer): Outcome {
  const definition = readDefinition(manifest, { left: 1e9 })!;
  const version = definition.version(name);
  if ('why' in version) return { differences: [version.why], unknown: 0, isRefused: false };
  const all = version.problems(fromValue(object));
  if ('why' in all) return { differences: [all.why], unknown: 0, isRefused: false };
  // What metadata may hold is the same for all kinds, and told by others.
  const problems = all.filter(({ path }) => path[0] !== 'metadata' || path[1] === 'name');
  const unknown = problems.filter(({ keyword }) => keyword === 'unknown');
  const wrong = problems.filter(({ keyword }) => keyword !== 'unknown');
  const mistyped = wrong.filter(({ keyword }) => keyword === 'type').map(({ path }) => inText(path));
  const differences = [
    ...differing(
      'unknown',
      unknown.map(({ path }) => inText(path)),
      (answer.unknown ?? []).filter(
        (path) => !mistyped.some((one) => path.startsWith(`${one}.`) || path.startsWith(`${one}[`)),
      ),
    ),
  ];
  const ours = wrong.map(({ path, keyword, name: field }) =>
    inText(keyword === 'required' ? [...path, field!] : path),
  );
  const structure = answer.structure.map(({ path, message }) => ({
    // What is between alternatives is told of no path, but in words.
    path: /^"([^"]*)" must (?:not )?validate/.exec(message)?.[1] ?? plain(path),
    isMissing: message === '',
    isOfAll: message.includes('(allOf)'),
  }));
  const theirs = structure.map(({ path }) => path);
  const choices = wrong
    .filter(({ keyword }) => keyword === 'form' || keyword === 'exclusive')
    .map(({ path }) => inText(path));
  const misspelt = new Set(unknown.map(({ path, nearest }) => inText([...path.slice(0, -1), nearest ?? ''])));
  // Of alternatives upstream also tells what the nearest one lacks.
  const counted = structure
    .filter(
      ({ path, isMissing, isOfAll }) =>
        !isOfAll && !(isMissing && misspelt.has(path)) && !choices.some((choice) => path.startsWith(choice)),
    )
    .map(({ path }) => path);
  differences.push(
    ...differing(
      'structure',
      ours.filter((path) => !choices.some((choice) => path.startsWith(choice))),
      counted,
    ),
    ...choices.filter((choice) => !theirs.includes(choice)).map((choice) => `only ours: choice ${choice}`),
  );
  let skipped = 0;
  if (wrong.length === 0 && answer.structure.length === 0) {
    const judged = judge(version.schema, object);
    skipped = judged.unknown.length;
    const rules = judged.refusals.filter(({ kind }) => kind === 'rule').map(({ path }) => inText(path));
    const repeated = judged.refusals
      .filter(({ kind }) => kind === 'repeated')
      .map(({ path }) => inText(path));
    const others = answer.rules.map(({ path }) => plain(path));
    if (skipped === 0) differences.push(...differing('rule', rules, others));
    else
      differences.push(
        ...rules.filter((rule) => !others.includes(rule)).map((rule) => `only ours: rule ${rule}`),
      );
    differences.push(
      ...differing(
        'repeated',
        repeated,
        answer.repeated.map(({ path }) => plain(path)),
      ),
    );
  }
  const isRefused = answer.structure.length + answer.repeated.length + answer.rules.length > 0;
  return { differences, unknown: skipped, isRefused };
}

function differing(what: string, ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const [left, right] = [new Set(ours), new Set(theirs)];
  return [
    ...[...left].filter((one) => !right.has(one)).map((one) => `only ours: ${what} ${one}`),
    ...[...right].filter((one) => !left.has(one)).map((one) => `only theirs: ${what} ${one}`),
  ];
}

/** Upstream writes keys of maps in brackets in some places. */
function plain(path: string): string {
  return path.replaceAll(/\[([^\]]*[^\]\d][^\]]*)\]/g, '.$1').replace(/^<nil>$/, '');
}

function inText(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}
