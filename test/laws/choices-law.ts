import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isSameJson } from '../../src/kubernetes/objects/json.js';
import { editsOf, Texts } from '../../src/lint/fix/edits.js';
import { round } from '../../src/lint/fix/round.js';
import { lint } from '../../src/lint/lint.js';
import type { Finding } from '../../src/model/finding.js';
import type { Fix } from '../../src/model/fix.js';
import { filledTemplate } from '../../src/model/message.js';
import type { Source } from '../../src/model/source.js';
import { rules } from '../../src/rules/index.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { parseValues } from '../../src/yaml/parse/values.js';
import { type Random, randomFrom } from '../support/random-repository.js';
import { filesBelow, fileSource, textSource } from '../support/sources.js';
import { variedYaml } from '../support/varied-yaml.js';

/** What became of a fix or a choice. */
export interface JudgedChoice {
  readonly where: string;
  readonly rule: string;
  readonly title: string;
  readonly kind: 'safe' | 'unsafe' | 'choice';
  /**
   * `right`: the finding is gone, no error is new, all other bytes are the same, and it is not offered again. `further`: the same,
   * but errors are new: fixtures are parts of systems, in which a finding hides others, and one of several names can be the
   * wrong one. `unfit`:
   * the text cannot be edited in place.
   */
  readonly outcome: 'right' | 'further' | 'unfit' | 'wrong';
  readonly told: readonly string[];
}

type Files = readonly Source[];
type Lint = (sources: Files) => readonly Finding[];

/**
 * Each fix and each choice of what all rules find in the fixtures, made by itself; the fixtures unchanged in the first pass, then
 * their documents in YAML of varied style.
 */
export function* judgedChoices(folder: string, count: number, seed: number): Generator<JudgedChoice> {
  const random = randomFrom(seed);
  let done = 0;
  for (let pass = 0; ; pass++)
    for (const target of fixturesIn(folder)) {
      for (const judged of judgedIn(target, pass === 0 ? undefined : random)) {
        yield judged;
        if (++done === count) return;
      }
    }
}

function fixturesIn(folder: string): readonly string[] {
  return rules.flatMap(({ meta: { name } }) => {
    const own = path.join(folder, name);
    return existsSync(own) ? readdirSync(own).map((fixture) => path.join(own, fixture)) : [];
  });
}

function* judgedIn(target: string, random: Random | undefined): Generator<JudgedChoice> {
  const [earlier, after] = ['before', 'after'].map((state) => path.join(target, state)) as [string, string];
  const isChange = existsSync(earlier);
  const linted = isChange ? after : target;
  const files = statSync(linted).isDirectory() ? filesBelow(linted) : [linted];
  const sources = files.map((file) => (random ? varied(file, random) : fileSource(file)));
  const before = isChange
    ? () =>
        readGraph(
          filesBelow(earlier).map((file) => ({ ...fileSource(file), path: file.replace(earlier, after) })),
        ).graph
    : undefined;
  const lintAll: Lint = (all) => lint(all, rules, { before }).findings;
  const findings = lintAll(sources);
  for (const finding of findings) {
    const { fix, choices = [] } = finding;
    const all = [
      ...(fix ? [[fix.safety, fix] as const] : []),
      ...choices.map((choice) => ['choice', choice] as const),
    ];
    for (const [kind, one] of all)
      yield {
        where: target,
        rule: finding.rule,
        title: one.title,
        kind,
        ...judge(one, finding, { sources, findings, lintAll }),
      };
  }
}

/** A file in another style; unchanged where its documents cannot be read as values. */
function varied(file: string, random: Random): Source {
  const own = fileSource(file);
  if (!/\.ya?ml$/.test(file) || own.read().includes('rolloutkit-')) return own;
  try {
    const values = parseValues(own.read()) as readonly object[];
    return textSource(file, variedYaml(values, random));
  } catch {
    return own;
  }
}

interface Before {
  readonly sources: Files;
  readonly findings: readonly Finding[];
  readonly lintAll: Lint;
}

function judge(
  fix: Fix,
  finding: Finding,
  { sources, findings, lintAll }: Before,
): Pick<JudgedChoice, 'outcome' | 'told'> {
  const edited = editsOf(fix, new Texts());
  if ('unfit' in edited) return { outcome: 'unfit', told: [edited.unfit] };
  const { made, texts } = round([fix]);
  if (made.length === 0) return { outcome: 'wrong', told: ['it is not made'] };
  const after = sources.map((source) => {
    const text = texts.get(source)?.after;
    return text === undefined ? source : { ...source, read: () => text };
  });
  const next = lintAll(after);
  // A list that lost an item has the others under other indexes, and a message can list what there is.
  const known = new Set(findings.flatMap((one) => [wordsOf(one), placeOf(one)]));
  const fresh = next.filter(
    (one) => one.severity === 'error' && !known.has(wordsOf(one)) && !known.has(placeOf(one)),
  );
  const isListed = fix.writes.some(
    ({ path: its, value }) => value === undefined && typeof its.at(-1) === 'number',
  );
  const told = [
    ...next
      .filter((one) => !isListed && isSameFinding(one, finding))
      .map((one) => `left: ${filledTemplate(one.message)}`),
    ...next
      .filter((one) =>
        [one.fix, ...(one.choices ?? [])].some((other) => !isListed && other && isSame(other, fix)),
      )
      .map(() => 'it is offered again'),
    ...edited.edits
      .filter(({ source, start, end, text }) => source.read().slice(start, end) === text)
      .map(() => 'it changes nothing'),
  ];
  if (told.length > 0) return { outcome: 'wrong', told };
  return { outcome: fresh.length === 0 ? 'right' : 'further', told: fresh.map(inWords) };
}

function inWords({ rule, message }: Finding): string {
  return `new: ${rule}: ${filledTemplate(message)}`;
}

/** Whether two fixes write the same. */
function isSame(left: Fix, right: Fix): boolean {
  const said = ({ writes }: Fix): unknown =>
    writes.map(({ resource, path: its, value }) => [
      resource.source.path,
      resource.kind,
      resource.name,
      its,
      value ?? null,
    ]);
  return isSameJson(said(left), said(right));
}

function isSameFinding(left: Finding, right: Finding): boolean {
  return wordsOf(left) === wordsOf(right) && placeOf(left) === placeOf(right);
}

function wordsOf({ rule, resource, message }: Finding): string {
  return JSON.stringify([rule, resource?.kind, resource?.name, filledTemplate(message)]);
}

function placeOf({ rule, resource, path: its = [], place }: Finding): string {
  return JSON.stringify([rule, place.source.path, resource?.kind, resource?.name, its]);
}
