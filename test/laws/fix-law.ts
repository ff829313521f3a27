import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { isSameJson } from '../../src/kubernetes/objects/json.js';
import { editsOf } from '../../src/lint/fix/edits.js';
import { type FixRun, settled } from '../../src/lint/fix/settle.js';
import { lint } from '../../src/lint/lint.js';
import { applicationManifest } from '../../src/constructs/manifests/application.js';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { messageOf } from '../../src/model/finding.js';
import type { Safety } from '../../src/model/fix.js';
import type { Node } from '../../src/model/node.js';
import type { Source } from '../../src/model/source.js';
import { Reader } from '../../src/yaml/parse/read.js';
import { parseValues } from '../../src/yaml/parse/values.js';
import { rules } from '../../src/rules/index.js';
import { canaryProps } from '../support/canary-props.js';
import { edited, type Random, randomFrom } from '../support/random-repository.js';
import { filesBelow, textSource } from '../support/sources.js';
import { variedYaml } from '../support/varied-yaml.js';

/** A way to break a text that is right, and the rule that says how it was. */
export interface Breaking {
  readonly kind: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** What stood there, and what came in its place. */
  readonly edit: string;
}

export interface Judged extends Breaking {
  /** `same` where the text is restored, `silent` where nothing is found, `kept` where nothing is fixed. */
  readonly outcome: 'same' | 'silent' | 'kept' | 'other';
  /** What is wrong with the outcome. */
  readonly told: readonly string[];
}

/** Breaks correct systems, one place each, fixes them and compares; the same for the same seed. */
export function* judgedFixes(count: number, seed: number): Generator<Judged> {
  const random = randomFrom(seed);
  let done = 0;
  for (const values of systems(seed, random)) {
    const files = values.map(([file, documents]) => [file, variedYaml(documents, random)] as const);
    for (const [index, [file, text]] of files.entries()) assertSame(file, text, values[index]![1]);
    const texts = new Map(files);
    const right = runOver(sourcesOf(texts));
    if (right.findings.length > 0)
      throw new Error(
        `${right.findings.map(messageOf).join('\n')}\n${[...texts.values()].join('\n=====\n')}`,
      );
    const all = breakings(texts, random);
    for (let left = Math.min(10, all.length); left > 0; left--) {
      const breaking = all.splice(random.below(all.length), 1)[0]!;
      yield judge(breaking, texts);
      if (++done === count) return;
    }
  }
}

function judge(breaking: Breaking, texts: ReadonlyMap<string, string>): Judged {
  const broken = runOver(sourcesOf(new Map([...texts, [breaking.file, breaking.after]])));
  if (broken.findings.length === 0) return { ...breaking, outcome: 'silent', told: [] };
  const { run, changed } = settled(broken, runOver, 'safe');
  const told = broken.findings.map((finding) => `${finding.rule}: ${messageOf(finding)}`);
  if (changed.size === 0) return { ...breaking, outcome: 'kept', told };
  const isSame = run.sources.every((source) => source.read() === texts.get(source.path));
  const left = run.findings.map((finding) => `left: ${finding.rule}: ${messageOf(finding)}`);
  if (isSame && left.length === 0) return { ...breaking, outcome: 'same', told: [] };
  const now = [...changed.values()].map(({ after }) => after);
  return { ...breaking, outcome: 'other', told: [...told, ...left, ...now] };
}

/** Systems with several faults, and what is left of them. */
export function* faultyFolders(count: number, seed: number) {
  if (count === 0) return;
  const random = randomFrom(seed);
  let done = 0;
  for (const values of systems(seed, random)) {
    const right = new Map(values.map(([file, documents]) => [file, variedYaml(documents, random)]));
    const texts = new Map(right);
    const edits: string[] = [];
    for (let left = 1 + random.below(6); left > 0; left--) {
      const all = breakings(texts, random);
      const breaking = all[random.below(all.length)];
      if (!breaking) break;
      texts.set(breaking.file, breaking.after);
      edits.push(`${breaking.kind}: ${breaking.edit}`);
    }
    for (let left = random.below(3); left > 0; left--) {
      const file = random.pick([...texts.keys()]);
      const files = [...texts].map(([path, text]) => ({ path, text }));
      const { text, edit } = edited(texts.get(file)!, files, random);
      texts.set(file, text);
      edits.push(edit);
    }
    const fixed = fixedTwice(texts, 'safe');
    const left = fixed.first.run.findings.map((finding) => ({
      ...finding,
      isUnfit: finding.fix !== undefined && 'unfit' in editsOf(finding.fix),
    }));
    yield { ...fixed, left, right, edits };
    if (++done === count) return;
  }
}

/** What judges an update or a pod, and how exact a weight is, is a choice, and no edit of a manifest in one place changes what is found of it. */
const choices: readonly string[] = [
  'analysis/update-judged',
  'pods/readiness-probed',
  'steps/weight-fits-pods',
];
const asked = rules.filter(({ meta }) => !choices.includes(meta.name));

/** Lints sources, all of whose findings are to be reported. */
function runOver(sources: readonly Source[]): FixRun {
  const { findings, faults } = lint(sources, asked);
  if (faults.length > 0) throw faults[0]!.error;
  return { sources, findings, reported: findings };
}

function sourcesOf(texts: ReadonlyMap<string, string>): readonly Source[] {
  return [...texts].map(([file, text]) => textSource(file, text));
}

/** Fixes whatever can be fixed in some texts, and again. */
function fixedTwice(texts: ReadonlyMap<string, string>, safety: Safety) {
  const first = settled(runOver(sourcesOf(texts)), runOver, safety);
  const after = new Map(first.run.sources.map((source) => [source.path, source.read()]));
  const second = settled(runOver(sourcesOf(after)), runOver, safety);
  return { first, after, second };
}

type Documents = readonly (readonly [file: string, documents: readonly object[]])[];

/** Examples and canaries by chance, each as values. */
function* systems(seed: number, random: Random): Generator<Documents> {
  const examples = exampleSystems();
  for (let start = 0; ; start++) {
    for (const { props, namespace } of fc.sample(canaryProps, { numRuns: 20, seed: seed + start })) {
      const objects = orderedManifests(canaryManifests('shop', props, { namespace }));
      const application = applicationManifest(
        'shop',
        {
          source: { repoURL: 'https://git.example.com/shop.git', path: 'shop' },
          destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
        },
        objects,
      );
      const cut = random.below(objects.length);
      const parts = [objects.slice(0, cut), objects.slice(cut)].filter((part) => part.length > 0);
      yield [
        ...parts.map((part, index) => [`/shop/part-${index}.yaml`, plain(part)] as const),
        ['/argocd/app.yaml', plain([application])],
      ];
      if (random.below(2) === 0) yield random.pick(examples);
    }
  }
}

function plain(objects: readonly object[]): readonly object[] {
  return JSON.parse(JSON.stringify(objects)) as readonly object[];
}

function exampleSystems(): readonly Documents[] {
  const root = path.join(process.cwd(), 'examples');
  return ['alb-header-route', 'gateway-header-route', 'istio-host', 'istio-subset', 'configmap-revision'].map(
    (name) => {
      const folder = path.join(root, name, 'corrected');
      return filesBelow(folder).map((file) => [
        `/${path.relative(root, file)}`,
        parseValues(readFileSync(file, 'utf8')) as readonly object[],
      ]);
    },
  );
}

/** What was written has to be what was meant, by another reader. */
function assertSame(file: string, text: string, values: readonly object[]): void {
  const read = parseAllDocuments(text.replace(/^\uFEFF/, ''), { version: '1.2' });
  const values2 = read.flatMap((document) => (document.contents ? [document.toJS() as object] : []));
  const problems = read.flatMap(({ errors }) => errors.map(({ message }) => message));
  if (problems.length > 0 || !isSameJson(values2, values))
    throw new Error(`${file}: ${problems.join('; ')}\n${text}`);
}

/** A scalar of an object, and where it stands. */
interface Site {
  readonly file: string;
  readonly text: string;
  /** `Kind path.to.it` */
  readonly field: string;
  readonly value: string | number | boolean | null;
  readonly start: number;
  readonly end: number;
}

/** Names that refer: to objects, and to parts of them. */
const references = [
  /^Rollout spec\.strategy\.(canary|blueGreen)\.(canary|stable|active|preview)Service$/,
  /^Rollout .*\.istio\.virtualServices?(\.\d+)?\.name$/,
  /^Rollout .*\.istio\.virtualServices?(\.\d+)?\.routes\.\d+$/,
  /^Rollout .*\.istio\.destinationRule\.(name|canarySubsetName|stableSubsetName)$/,
  /^Rollout .*\.(alb\.ingress|nginx\.stableIngress|nginx\.stableIngresses\.\d+)$/,
  /^Rollout .*gatewayAPI\.(http|grpc|tcp|tls)Routes?(\.\d+\.name)?$/,
  /^Rollout .*\.set(Header|Mirror)Route\.name$/,
  /^Rollout .*(httpGet|tcpSocket)\.port$/,
  /^Rollout .*volumes\.\d+\.configMap\.name$/,
  /^Rollout .*\.templateName$/,
  /^Service spec\.ports\.\d+\.targetPort$/,
  /^VirtualService .*destination\.(host|subset)$/,
  /^VirtualService spec\.gateways\.\d+$/,
  /^Ingress .*backend\.service\.name$/,
  /^(HTTP|GRPC|TCP|TLS)Route .*(backendRefs|parentRefs)\.\d+\.name$/,
  /^HorizontalPodAutoscaler spec\.scaleTargetRef\.name$/,
];

function breakings(texts: ReadonlyMap<string, string>, random: Random): Breaking[] {
  const sites = [...texts].flatMap(([file, text]) => sitesOf(file, text));
  const names = new Set(
    sites.flatMap(({ field, value }) =>
      typeof value === 'string' && (/\bname$/i.test(field) || references.some((one) => one.test(field)))
        ? [value.split('.')[0]!]
        : [],
    ),
  );
  return sites.flatMap((site) => [
    ...misspelt(site, names, random),
    ...unrested(site, sites, random),
    ...unannotated(site),
    ...misread(site),
    ...misnumbered(site, random),
    ...undeclared(site),
  ]);
}

function sitesOf(file: string, text: string): readonly Site[] {
  const found: Site[] = [];
  const walk = (node: Node, field: string): void => {
    if (text[node.start] === '*' || isShared(text, node)) return;
    if (node.kind === 'map')
      for (const { key, value } of node.entries)
        walk(value, field.endsWith(' ') ? `${field}${key}` : `${field}.${key}`);
    else if (node.kind === 'list')
      for (const [index, item] of node.items.entries()) walk(item, `${field}.${index}`);
    else if (node.end > node.start)
      found.push({ file, text, field, value: node.value, start: node.start, end: node.end });
  };
  for (const { root, kind } of new Reader().read(textSource(file, text)).resources) walk(root, `${kind} `);
  return found;
}

/** Whether an alias repeats a value. */
function isShared(text: string, { start }: Node): boolean {
  const anchor = /&(\w+)\s+$/.exec(text.slice(Math.max(0, start - 60), start))?.[1];
  return anchor !== undefined && new RegExp(String.raw`\*${anchor}\b`).test(text);
}

function put(kind: string, { file, text, start, end }: Site, inside: string): Breaking {
  const after = text.slice(0, start) + inside + text.slice(end);
  return { kind, file, before: text, after, edit: `${text.slice(start, end)} → ${inside}` };
}

/** A letter too few, one twice, or two in the other order; of a name to which no other one comes near. */
function misspelt(site: Site, names: ReadonlySet<string>, random: Random): readonly Breaking[] {
  const { field, value, text, start, end } = site;
  const kind = references.findIndex((one) => one.test(field));
  if (kind === -1 || typeof value !== 'string') return [];
  const [name = ''] = value.split('.');
  if (!/^[a-z][a-z0-9-]{2,}$/.test(name)) return [];
  const at = 1 + random.below(name.length - 2);
  const wrong = random.pick([
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name[at]! + name.slice(at),
    name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2),
  ]);
  const most = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3)) + 1;
  const isFree = [...names].every((other) => other === name || distance(wrong, other) > most);
  if (wrong === name || names.has(wrong) || !/[a-z0-9]$/.test(wrong) || !isFree) return [];
  const written = text.slice(start, end);
  const inside = written.replace(name, wrong);
  return inside === written ? [] : [put(String(references[kind]), site, inside)];
}

/** The weight of a destination beside one that has the other weight. */
function unrested(site: Site, sites: readonly Site[], random: Random): readonly Breaking[] {
  const { field, value } = site;
  const isWeight =
    /^VirtualService spec\.http\.\d+\.route\.\d+\.weight$/.test(field) ||
    /^(HTTP|GRPC|TCP|TLS)Route .*backendRefs\.\d+\.weight$/.test(field);
  if (!isWeight || (value !== 0 && value !== 100)) return [];
  const beside = sites.filter(
    (other) =>
      other.file === site.file &&
      other.field.replace(/\d+\.weight$/, '') === field.replace(/\d+\.weight$/, ''),
  );
  return beside.length < 2 ? [] : [put('resting weights', site, String(10 + random.below(80)))];
}

/** Another port in the place of the annotation. */
function unannotated(site: Site): readonly Breaking[] {
  const { value, text, start, end } = site;
  if (value !== 'use-annotation') return [];
  const line = text.slice(0, start);
  const key = /name: $/.exec(line);
  return [
    put('use-annotation', site, text.slice(start, end).replace('use-annotation', 'http')),
    ...(key && text.slice(start, end) === value
      ? [put('use-annotation by number', { ...site, start: start - key[0].length }, 'number: 80')]
      : []),
  ];
}

/** The last of the managed routes is gone, with its line or within brackets. */
function undeclared(site: Site): readonly Breaking[] {
  const { field, text, start, end, value } = site;
  if (!/^Rollout .*managedRoutes\.[1-9]\d*\.name$/.test(field) || text.slice(start, end) !== value) return [];
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const after = text.slice(end);
  const next = /^\r?\n( *)(.?)/.exec(after);
  const column = line.indexOf('-');
  const isLast =
    next !== null && (next[1]!.length < column || (next[1]!.length === column && next[2] !== '-'));
  // A comment above it would be left, and nobody could tell whether what comes back belongs before or behind it.
  const isBehindComment = /\n *#[^\n]*\n$/.test(text.slice(0, text.lastIndexOf('\n', start) + 1));
  const isPlain =
    !isBehindComment &&
    /^ *- name: $/.test(line) &&
    isLast &&
    next[2] !== '#' &&
    next[2] !== '' &&
    next[2] !== '\r';
  if (isPlain) {
    const from = text.lastIndexOf('\n', start) + 1;
    const to = text.indexOf('\n', end) + 1;
    return [put('managedRoutes', { ...site, start: from, end: to }, '')];
  }
  const isInBrackets = line.endsWith(', {name: ') && after.startsWith('}]');
  return isInBrackets
    ? [put('managedRoutes in brackets', { ...site, start: start - ', {name: '.length, end: end + 1 }, '')]
    : [];
}

/** Another number of a port. */
function misnumbered(site: Site, random: Random): readonly Breaking[] {
  const isPort =
    /^(VirtualService .*destination\.port\.number|Rollout .*alb\.servicePort|Ingress .*service\.port\.number|\w+Route .*backendRefs\.\d+\.port)$/;
  if (!isPort.test(site.field) || typeof site.value !== 'number') return [];
  return [put('ports', site, String(site.value + 1 + random.below(9)))];
}

/** A jq expression of one of the kinds that people write. */
function misread(site: Site): readonly Breaking[] {
  const { field, value, text, start, end } = site;
  if (!/^Application .*jqPathExpressions\.\d+$/.test(field) || typeof value !== 'string') return [];
  const written = text.slice(start, end);
  if (!written.includes('.spec.')) return [];
  // In a folded block, a line that ends behind a dot gets a space there.
  const [, indent] = /^>[^\n]*(\r?\n *)/.exec(written) ?? [];
  return [
    put('jq without a dot', site, written.replace('.spec.', 'spec.')),
    ...(indent === undefined
      ? []
      : [put('jq folded behind a dot', site, written.replace('.spec.', `.spec.${indent}`))]),
  ];
}

/** Levenshtein, by the table. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++)
      next.push(
        Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[right.length]!;
}
