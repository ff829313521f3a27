import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rules } from '../../src/rules/index.js';
import { fieldsOf, type ListedField, type ListedKind, resolved } from './listed.js';
import { type Mutated, mutated } from './mutated.js';
import { type Question, type Seen, seenInFixtures } from './seen.js';

/** What answers a question about a field. */
export interface Cell {
  /** Rules that say it, as a mutation or a fixture of theirs shows at this field. */
  readonly shown: readonly string[];
  /** Rules that say it according to the file of cells, or that a fixture shows at a field of the same definition. */
  readonly named: readonly string[];
  /** A code of the reasons, or `hole`, if no rule says it. */
  readonly reason: string | undefined;
}

export const questions = ['absent', 'type', 'wrong', 'idle', 'fights'] as const;

/** A field with the answer to each question. */
export interface Row {
  readonly field: ListedField;
  readonly cells: Readonly<Record<(typeof questions)[number], Cell>>;
  /** What rules of the schema say of the field in a valid object. */
  readonly right: readonly string[];
}

interface ByHand {
  readonly kind: string;
  readonly fields: string;
  readonly absent?: string | readonly string[];
  readonly wrong?: string | readonly string[];
  readonly idle?: string | readonly string[];
  readonly fights?: string | readonly string[];
  /** Whether its reasons are about maps and lists, too, not about scalars alone. */
  readonly parts?: boolean;
}

const data = JSON.parse(readFileSync(path.join(__dirname, 'cells.json'), 'utf8')) as {
  readonly reasons: Readonly<Record<string, string>>;
  readonly rows: readonly ByHand[];
};

/** The reasons for which no rule answers a question, by their codes. */
export const reasons = data.reasons;

/** The cells that a person filled in; the first pattern that fits decides. */
export const byHand = data.rows;
const patterns = byHand.map(({ fields }) => new RegExp(fields));

/** The rows of some kinds. */
export function rowsOf(kinds: readonly ListedKind[]): readonly Row[] {
  const seen = seenInFixtures();
  return kinds.flatMap((kind) => {
    const fields = fieldsOf(kind);
    const evidence = new Evidence(kind, fields, seen);
    const machine = mutated(fields);
    return fields.map((field, index) => rowOf(field, machine[index]!, evidence));
  });
}

function rowOf(field: ListedField, machine: Mutated, evidence: Evidence): Row {
  const cell = (question: Question, shown: readonly string[]): Cell => {
    const all = [...new Set([...shown, ...evidence.at(field.name, question)])].sort();
    const alike = evidence.like(field.name, question).filter((rule) => !all.includes(rule));
    const given = handOf(field, question);
    const named = [...new Set([...alike, ...(typeof given === 'string' ? [] : given)])].sort();
    const others = named.filter((rule) => !all.includes(rule));
    const isAnswered = all.length + others.length > 0;
    return { shown: all, named: others, reason: isAnswered ? undefined : (given as string) };
  };
  return {
    field,
    right: machine.right,
    cells: {
      absent: cell('absent', machine.absent),
      type: {
        shown: machine.type ?? [],
        named: [],
        reason: machine.type === undefined ? 'any' : machine.type.length === 0 ? 'hole' : undefined,
      },
      wrong: cell('wrong', [...(machine.value ?? []), ...machine.odd]),
      idle: cell('idle', []),
      fights: cell('fights', machine.rival ?? []),
    },
  };
}

/** A cell as in the file of the table: a rule that is only named has `~` before it. */
export function cellText({ shown, named, reason }: Cell): string {
  return reason ?? [...shown, ...named.map((rule) => `~${rule}`)].join(' ');
}

/** What the file of cells says, or what holds of all fields of this shape. */
function handOf(field: ListedField, question: Question): string | readonly string[] {
  const types = [field.way.at(-1)!.schema.type ?? 'object'].flat();
  const row = byHand.find(
    (one, index) =>
      one.kind === field.kind.kind && one[question] !== undefined && patterns[index]!.test(field.name),
  );
  const own = row?.[question];
  if (own !== undefined && (typeof own !== 'string' || row?.parts === true)) return own;
  const isPart = hasRowsBelow(field);
  // A reason of a pattern is about scalars, unless it is about conflicts.
  if (question === 'fights') return own ?? 'alone';
  if (question === 'absent') return own ?? 'default';
  if (isPart) return 'below';
  if (question === 'wrong' && types.includes('boolean')) return 'any';
  return own ?? (question === 'idle' ? 'effect' : 'hole');
}

/** Whether a field is a map, or a list of maps or lists. The items of other lists have no rows, so its own row is about them. */
function hasRowsBelow({ kind, way }: ListedField): boolean {
  const { type, items } = way.at(-1)!.schema;
  const types = [type ?? 'object'].flat();
  if (!types.includes('array')) return types.includes('object');
  const ofItems = items && [resolved(kind, items).type ?? 'object'].flat();
  return ofItems === undefined || ofItems.includes('object') || ofItems.includes('array');
}

/** What fixtures show of the fields of a kind. */
class Evidence {
  private readonly own = new Map<string, Set<string>>();
  private readonly alike = new Map<string, Set<string>>();

  constructor(kind: ListedKind, fields: readonly ListedField[], seen: readonly Seen[]) {
    const names = new Map(fields.map((field) => [field.name, field.way.at(-1)!.schema]));
    for (const one of seen) {
      if (one.kind.replace(/^Cluster(?=Analysis)/, '') !== kind.kind) continue;
      const name = listedFor(one.name, names);
      if (name === undefined) continue;
      put(this.own, `${one.question} ${name}`, one.rule);
      put(this.alike, `${one.question} ${definitionOf(name)}`, one.rule);
    }
  }

  at(name: string, question: Question): readonly string[] {
    return [...(this.own.get(`${question} ${name}`) ?? [])];
  }

  like(name: string, question: Question): readonly string[] {
    return [...(this.alike.get(`${question} ${definitionOf(name)}`) ?? [])];
  }
}

function put(map: Map<string, Set<string>>, key: string, rule: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(rule));
}

/** The listed field for a place: itself, the list of an item, or the map of a key that is the user's. */
function listedFor(
  place: string,
  names: ReadonlyMap<string, { readonly properties?: unknown }>,
): string | undefined {
  const list = place.replace(/\[\]$/, '');
  if (names.has(list)) return list;
  for (let end = place.lastIndexOf('.'); end > 0; end = place.lastIndexOf('.', end - 1)) {
    const above = place.slice(0, end);
    const schema = names.get(above);
    if (schema) return schema.properties === undefined ? above : undefined;
  }
  return undefined;
}

/** The same text for fields that upstream defines once and uses in several places. */
export function definitionOf(name: string): string {
  return name
    .replace(
      /(?:blueGreen\.(?:pre|post)PromotionAnalysis|canary\.(?:steps\[\]\.)?analysis)(?=\.)/,
      'analysis',
    )
    .replace(/experiment\.analyses\[\]\.(?=args|templateName|clusterScope)/, 'analysis.')
    .replace('istio.virtualServices[]', 'istio.virtualService')
    .replace(/^spec\.(?:subsets\[\]\.)?trafficPolicy(?:\.portLevelSettings\[\])?(?=\.)/, 'trafficPolicy')
    .replace('backendRefs[].filters[]', 'filters[]')
    .replace(/^spec\.sources\[\]/, 'spec.source')
    .replace(/(?:active|preview|canary|stable)Metadata/, 'metadata');
}

/** Rules named in a row that do not exist. */
export function unknownRules(rows: readonly Row[]): readonly string[] {
  const known = new Set(rules.map(({ meta }) => meta.name));
  return rows
    .flatMap(({ cells }) =>
      questions.flatMap((question) => [...cells[question].shown, ...cells[question].named]),
    )
    .filter((rule) => !known.has(rule));
}
