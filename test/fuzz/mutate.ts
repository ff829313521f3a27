import { emit, flow, isMap, Raw, type Dict, type Value } from './emit.js';
import { type Input, type InputOptions, maxSize, states, type Target } from './input.js';
import type { Random } from './random.js';
import type { Seeds, System } from './seeds.js';

/** A place in a document: what it holds, and where. */
interface Slot {
  readonly holder: Value[] | Dict;
  readonly key: string | number;
  /** The nearest key above, or of itself. */
  readonly under: string;
}

type Files = Record<string, Value[]>;

const read = ({ holder, key }: Slot): Value => (holder as Dict)[key]!;
const write = ({ holder, key }: Slot, value: Value): void => set(holder, key, value);

/** As a key of its own, `__proto__` too. */
function set(holder: Value[] | Dict, key: string | number, value: Value): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function copy(value: Value): Value {
  if (Array.isArray(value)) return value.map(copy);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]));
}

/** All places of the files, the documents themselves among them. */
function slotsOf(files: Files): Slot[] {
  const slots: Slot[] = [];
  const visit = (holder: Value[] | Dict, under: string): void => {
    for (const name of Object.keys(holder)) {
      const key = Array.isArray(holder) ? Number(name) : name;
      const own = Array.isArray(holder) ? under : name;
      slots.push({ holder, key, under: own });
      const value = (holder as Dict)[key]!;
      if (Array.isArray(value) || isMap(value)) visit(value, own);
    }
  };
  for (const documents of Object.values(files)) visit(documents, '');
  return slots;
}

/** What stands where something else was expected. */
const oddities: readonly Value[] = [
  ...[null, true, false, 0, 1, -1, 50, 100, 101, 1.5, 65535, 2147483647, 2147483648, -2147483649],
  ...[9007199254740993, 9000000000000000, 1e21, 1e308, -0.0001],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '0x7fffffff',
    '0o17',
    '017',
    '1_000',
  ].map((text) => new Raw(text)),
  ...['.nan', '.inf', '-.inf', '1e400', '2001-12-14', '2001-12-14t21:59:43.10-05:00', '12:30:45', '~'].map(
    (text) => new Raw(text),
  ),
  ...[
    '',
    '!!str',
    '!!binary aGVsbG8=',
    '!!set {a, b}',
    '!foo bar',
    '!!int "3"',
    '&x y',
    '"\\ud800"',
    '"\\0"',
  ].map((text) => new Raw(text)),
  ...['{{ .Values.x }}', '${NAME}', '$(NAME)', '<name>', 'PLACEHOLDER', '@@name@@', '%NAME%'],
  ...[
    '',
    ' ',
    'a',
    'A',
    '0',
    '-1',
    '50%',
    '101%',
    '-5%',
    '%',
    'true',
    'null',
    'yes',
    '~',
    '1s',
    '5m',
    '9e9h',
    '1h30m',
  ],
  ...[
    'a/b/c',
    '/',
    '..',
    '.',
    '*',
    '**',
    'a.b',
    'a.b.svc.cluster.local',
    '*.example.com',
    'http://[::1',
    '::1',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'prototype'],
  ...['é', 'ß', '名前', '😀', '\u202eabc', '\u200b', '\u2028', 'a\nb', '\t', '\u0007', '\ufeff', 'ﬀ', 'İ'],
  ...['(a+)+c', '[', '(?=a)', '\\', '^$', '.*', '{{', '}}', '{{if}}', 'a'.repeat(300), '-'.repeat(64)],
  ...['{"a": 1}', '[1, null]', '- op: add\n  path: /a\n', 'json: {', '.spec.x', '.[', '.. | .a', 'not json'],
  ...[
    [],
    {},
    [null],
    [[]],
    [{}],
    { a: null },
    { '': '' },
    [1],
    ['a', 'a'],
    { a: { b: { c: null } } },
    [[[null]]],
  ],
];

const anyKey = [
  'name',
  'kind',
  'metadata',
  'spec',
  '',
  'null',
  '__proto__',
  'constructor',
  'toString',
  'a.b/c',
  '0',
  '-',
];

/** One structural change. It may find nothing to do. */
type Mutation = (context: Context) => void;

interface Context {
  readonly files: Files;
  readonly slots: readonly Slot[];
  readonly slot: Slot;
  readonly random: Random;
  readonly seeds: Seeds;
}

const remove: Mutation = ({ slot: { holder, key } }) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
};

const retype: Mutation = ({ slot, random }) => write(slot, copy(random.pick(oddities)));

const duplicate: Mutation = ({ slot, random, seeds }) => {
  const { holder, key } = slot;
  if (Array.isArray(holder)) holder.splice(random.below(holder.length + 1), 0, copy(read(slot)));
  else set(holder, random.chance(0.5) ? `${key}2` : random.pick(seeds.keys), copy(read(slot)));
};

const wrap: Mutation = ({ slot, random }) => {
  const value = read(slot);
  write(slot, random.chance(0.5) ? [value] : { [random.pick(anyKey)]: value });
};

const unwrap: Mutation = ({ slot, random }) => {
  const value = read(slot);
  const inner = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
  if (inner.length > 0) write(slot, random.pick(inner));
};

const asOtherShape: Mutation = ({ slot }) => {
  const value = read(slot);
  if (Array.isArray(value))
    write(slot, Object.fromEntries(value.map((item, index) => [String(index), item])));
  else if (isMap(value))
    write(
      slot,
      Object.entries(value).map(([name, item]) => ({ name, item })),
    );
  else if (typeof value === 'number') write(slot, String(value));
  else if (typeof value === 'string') write(slot, value.length);
};

const asText: Mutation = ({ slot }) => write(slot, flow(read(slot)));

const swap: Mutation = ({ slot, slots, random }) => {
  const other = random.pick(slots);
  const [one, two] = [copy(read(slot) ?? null), copy(read(other) ?? null)];
  write(slot, two);
  write(other, one);
};

const move: Mutation = (context) => {
  const target = context.random.pick(context.slots);
  write(target, copy(read(context.slot) ?? null));
  if (context.random.chance(0.5)) remove(context);
};

const rename: Mutation = ({ slot: { holder, key }, random, seeds }) => {
  if (Array.isArray(holder)) return;
  const value = holder[key]!;
  delete holder[key];
  set(holder, random.pick(random.chance(0.7) ? seeds.keys : anyKey), value);
};

/** Another value that was seen under the same key. */
const another: Mutation = ({ slot, random, seeds }) => {
  const known = seeds.values.get(slot.under);
  if (known && !Array.isArray(slot.holder)) write(slot, copy(random.pick(known)));
  else if (known) {
    const list = random.pick(known);
    write(slot, copy(Array.isArray(list) && list.length > 0 ? random.pick(list) : list));
  }
};

/** Another key that was seen beside such keys. */
const member: Mutation = ({ slot, random, seeds }) => {
  const value = read(slot);
  const holder = isMap(value) ? value : Array.isArray(slot.holder) ? undefined : slot.holder;
  const known = seeds.members.get(isMap(value) ? slot.under : '');
  if (!holder || !known) return;
  const [key, item] = random.pick(known);
  set(holder, key, copy(item));
};

const splice: Mutation = ({ slot, random, seeds }) => {
  const system = random.pick(seeds.systems);
  const slots = slotsOf(system.files as Files);
  write(slot, copy(read(random.pick(slots))));
};

/** A name that stands somewhere else in the same system: references lead where they should not. */
const link: Mutation = ({ slot, slots, random, seeds }) => {
  const texts = slots.filter((one) => typeof read(one) === 'string');
  const target = random.chance(0.7) && texts.length > 0 ? random.pick(texts) : slot;
  const source = random.chance(0.8) && texts.length > 0 ? read(random.pick(texts)) : random.pick(seeds.names);
  write(target, source);
};

const tweak: Mutation = ({ slots, slot, random }) => {
  const numbers = slots.filter((one) => typeof read(one) === 'number');
  const target = numbers.length > 0 ? random.pick(numbers) : slot;
  const value = read(target);
  write(
    target,
    typeof value === 'number'
      ? random.pick([value + 1, value - 1, -value, value * 1000, 0, value / 2, 100, `${value}%`, `${value}`])
      : 1,
  );
};

const nest: Mutation = ({ slot, random }) => {
  let value = copy(read(slot) ?? null);
  for (let depth = random.pick([2, 5, 60, 300]); depth > 0; depth -= 1)
    value = random.chance(0.5) ? [value] : { a: value };
  write(slot, value);
};

const repeat: Mutation = ({ slot, random }) => {
  const value = read(slot);
  const times = random.pick([2, 3, 10, 60]);
  if (Array.isArray(value) && value.length > 0)
    write(
      slot,
      Array.from({ length: times * value.length }, (_, index) => copy(value[index % value.length]!)),
    );
  else if (isMap(value))
    for (let index = 0; index < times; index += 1) value[`k${index}`] = copy(Object.values(value)[0] ?? null);
};

const identity: Mutation = ({ files, random, seeds }) => {
  const documents = random.pick(Object.values(files));
  if (documents.length === 0) return;
  const document = random.pick(documents);
  if (!isMap(document)) return;
  const metadata = document['metadata'];
  const key = random.pick(['apiVersion', 'kind', 'metadata', 'name', 'namespace', 'annotations', 'labels']);
  const holder = key in document || !isMap(metadata) ? document : metadata;
  if (random.chance(0.3)) delete holder[key];
  else if (random.chance(0.5)) holder[key] = copy(random.pick(seeds.values.get(key) ?? [null]));
  else holder[key] = copy(random.pick(oddities));
};

const addDocument: Mutation = ({ files, random, seeds }) => {
  const system = random.pick(seeds.systems);
  const [path, documents] = random.pick(Object.entries(system.files));
  const target = random.chance(0.3) ? path : random.pick(Object.keys(files));
  (files[target] ??= []).splice(0, 0, copy(random.pick(documents)));
};

const renameFile: Mutation = ({ files, random }) => {
  const path = random.pick(Object.keys(files));
  const documents = files[path]!;
  if (random.chance(0.5)) delete files[path];
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
  files[`${random.pick([folder, folder, 'other', `${folder}/sub`])}/${random.pick(fileNames)}`] = copy(
    documents,
  ) as Value[];
};

const fileNames = [
  'kustomization.yaml',
  'kustomization.yml',
  'Chart.yaml',
  'values.yaml',
  'rolloutkit.yaml',
  'a.yaml',
  'b.json',
];

const weighted: readonly (readonly [number, Mutation])[] = [
  [5, remove],
  [6, retype],
  [2, duplicate],
  [2, wrap],
  [2, unwrap],
  [1, asOtherShape],
  [0.5, asText],
  [1.5, swap],
  [1, move],
  [2, rename],
  [6, another],
  [6, member],
  [2, splice],
  [3, link],
  [3, tweak],
  [0.4, nest],
  [0.6, repeat],
  [1, identity],
  [2, addDocument],
  [0.3, renameFile],
];
const total = weighted.reduce((sum, [weight]) => sum + weight, 0);

function draw(random: Random): Mutation {
  let left = random.next() * total;
  for (const [weight, mutation] of weighted) if ((left -= weight) < 0) return mutation;
  return remove;
}

/** The smaller one of two: small inputs are many inputs. */
function small(systems: readonly System[], random: Random): System {
  const [one, other] = [random.pick(systems), random.pick(systems)];
  return one.size < other.size ? one : other;
}

/** A system of the seeds with a few things wrong. */
export function mutatedSystem(seeds: Seeds, random: Random, from: readonly System[]): Record<string, string> {
  return textsOf(mutatedFiles(seeds, random, from), random);
}

function mutatedFiles(seeds: Seeds, random: Random, from: readonly System[]): Files {
  const files: Files = {};
  const isLarge = random.chance(0.005);
  const systems = isLarge ? random.between(10, 40) : random.chance(0.15) ? 2 : 1;
  for (let count = systems; count > 0; count -= 1)
    for (const [path, documents] of Object.entries(small(count === 1 ? from : seeds.systems, random).files))
      files[isLarge ? `s${count}/${path}` : path] = documents.map(copy);
  mutate(files, isLarge ? 40 : random.few(8), seeds, random);
  return files;
}

function mutate(files: Files, times: number, seeds: Seeds, random: Random): void {
  for (let count = times; count > 0; count -= 1) {
    const slots = slotsOf(files);
    if (slots.length === 0) break;
    draw(random)({ files, slots, slot: random.pick(slots), random, seeds });
  }
}

function textsOf(files: Files, random: Random, most = maxSize): Record<string, string> {
  const texts: Record<string, string> = {};
  let size = 0;
  for (const [path, documents] of Object.entries(files)) {
    const text = emit(documents, random);
    if ((size += text.length) > most) break;
    texts[path] = text;
  }
  return texts;
}

/** Two states of a system, with a few things otherwise in the second: mostly an image, as most changes are. */
export function mutatedStates(
  seeds: Seeds,
  random: Random,
  from: readonly System[],
): Readonly<Record<keyof typeof states, Record<string, string>>> {
  const files = mutatedFiles(seeds, random, from);
  const before = textsOf(files, random, maxSize / 2);
  if (random.chance(0.5)) return { before, after: withOtherImages(before, random) };
  const later: Files = Object.fromEntries(
    Object.entries(files).flatMap(([path, documents]) =>
      path in before ? [[path, documents.map(copy)]] : [],
    ),
  );
  mutate(later, random.below(5), seeds, random);
  const written = textsOf(later, random, maxSize / 2);
  return { before, after: random.chance(0.3) ? withOtherImages(written, random) : written };
}

function withOtherImages(files: Record<string, string>, random: Random): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text.replaceAll(
        /((?:image|newTag|tag): *["']?[\w./:@-]*?)([\w.-]+)(?=["']?$)/gm,
        (_, start: string, tag: string) =>
          start + random.pick([tag, `${tag}.1`, '1.10', 'latest', 'v2', '"', "a'b"]),
      ),
    ]),
  );
}

export function changeInput(target: Target, seeds: Seeds, random: Random): Input {
  return {
    target,
    files: inStates(mutatedStates(seeds, random, seeds.rolling)),
    options: optionsFor(target, random),
  };
}

/** Both states in one list of files, as an input has them. */
export function inStates(
  both: Readonly<Record<keyof typeof states, Record<string, string>>>,
): Record<string, string> {
  return Object.fromEntries(
    (['before', 'after'] as const).flatMap((state) =>
      Object.entries(both[state]).map(([path, text]) => [states[state] + path, text]),
    ),
  );
}

const rolloutsVersions = ['1.7', '1.8', '1.9', '1.10', '1.11'] as const;
const argoCdVersions = [
  '2.13',
  '2.14',
  '3.0',
  '3.1',
  '3.2.0',
  '3.2.1',
  '3.2',
  '3.3.9',
  '3.3',
  '3.4.1',
  '3.4',
  '3.5.0-rc1',
  '3.5',
];

const migrationRouters = ['istio-host', 'istio-subset', 'alb', 'nginx', 'gateway', 'none'] as const;

/** Targets that are told nothing of releases. */
const untold: ReadonlySet<Target> = new Set([
  'reader',
  'lint',
  'formats',
  'cdk8s',
  'rollback',
  'edits',
  'init',
]);

/** Whatever a command can be told beside the files. */
export function optionsFor(target: Target, random: Random): InputOptions {
  const columns = random.pick([40, 80, 80, 200]);
  if (untold.has(target)) return { columns };
  return {
    columns,
    rollouts: random.pick(rolloutsVersions),
    html: random.chance(0.1),
    ...(random.chance(0.3) && { branches: false }),
    ...((target === 'drift' || target === 'impact') && { argocd: random.pick(argoCdVersions) }),
    ...(target === 'migrate' && {
      ...(random.chance(0.7) && { router: random.pick(migrationRouters) }),
      ...(random.chance(0.5) && { way: random.pick(['workload-ref', 'replace']) }),
    }),
  };
}

export function structuralInput(target: Target, seeds: Seeds, random: Random): Input {
  const isOfFindings = target === 'lint' || target === 'formats' || target === 'edits' || target === 'cdk8s';
  const from = isOfFindings && random.chance(0.3) ? seeds.systems : seeds.rolling;
  return { target, files: mutatedSystem(seeds, random, from), options: optionsFor(target, random) };
}
