import fc from 'fast-check';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { isSameJson } from '../../src/kubernetes/objects/json.js';
import { type FixRun, settled } from '../../src/lint/fix/settle.js';
import { lint } from '../../src/lint/lint.js';
import { messageOf } from '../../src/model/finding.js';
import type { Source } from '../../src/model/source.js';
import { parseValues } from '../../src/yaml/parse/values.js';
import routerFieldsIgnored from '../../src/rules/argocd/router-fields-ignored.js';
import { canaryProps } from '../support/canary-props.js';
import { type Random, randomFrom } from '../support/random-repository.js';
import { textSource } from '../support/sources.js';
import { variedYaml } from '../support/varied-yaml.js';

/** What fixes made of an ApplicationSet whose Applications ignore nothing. */
export interface FixedSet {
  readonly generator: string;
  /** `ignored` where its template has the entries, `kept` where nothing was written, `silent` where nothing is found. */
  readonly outcome: 'ignored' | 'kept' | 'silent' | 'wrong';
  readonly told: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** A way to generate the Applications of two clusters, and the expression that names the cluster. */
interface GeneratorCase {
  readonly name: string;
  readonly generators: readonly Json[];
  readonly cluster: string;
}

const elements = [{ cluster: 'a' }, { cluster: 'b' }];
const repoURL = 'https://git.example.com/shop.git';
const git = { repoURL, revision: 'HEAD', directories: [{ path: 'clusters/*' }] };
const generators: readonly GeneratorCase[] = [
  { name: 'list', generators: [{ list: { elements } }], cluster: 'cluster' },
  { name: 'git', generators: [{ git }], cluster: 'path.basename' },
  {
    name: 'matrix',
    generators: [{ matrix: { generators: [{ list: { elements: [{ team: 'x' }] } }, { git }] } }],
    cluster: 'path.basename',
  },
];

/** Fixes ApplicationSets that ignore nothing, of canaries by chance; the same for the same seed. */
export function* fixedSets(count: number, seed: number): Iterable<FixedSet> {
  const random = randomFrom(seed);
  let done = 0;
  for (let start = 0; ; start++)
    for (const { props, namespace } of fc.sample(canaryProps, { numRuns: 20, seed: seed + start })) {
      if (done++ === count) return;
      const objects = orderedManifests(canaryManifests('shop', props, { namespace }));
      yield fixedSet(JSON.parse(JSON.stringify(objects)) as readonly object[], random);
    }
}

function fixedSet(objects: readonly object[], random: Random): FixedSet {
  const { name, generators: its, cluster } = random.pick(generators);
  const isGo = random.below(2) === 0;
  const isNested = random.below(5) === 0;
  const value = `{{${isGo ? '.' : ''}${cluster}}}`;
  const spec = {
    project: 'default',
    source: { repoURL, targetRevision: 'HEAD', path: 'shop' },
    destination: { name: value, namespace: 'shop' },
  };
  const own = { template: { metadata: {}, spec: { project: 'shops' } } };
  const set = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'shops', namespace: 'argocd' },
    spec: {
      ...(isGo ? { goTemplate: true } : {}),
      generators: isNested ? its.map((one) => withTemplate(one, own)) : its,
      template: { metadata: { name: `shop-${value}` }, spec },
    },
  };
  const files = [
    textSource('/argocd/set.yaml', variedYaml([set], random)),
    textSource('/shop/all.yaml', variedYaml(objects, random)),
    ...['a', 'b'].map((one) => textSource(`/clusters/${one}/values.yaml`, '{}\n')),
  ];
  const generator = `${name}${isGo ? ' with Go templates' : ''}${isNested ? ' with a template' : ''}`;
  return { generator, ...judged(files, set, isNested) };
}

function withTemplate(generator: Json, template: Json): Json {
  return Object.fromEntries(
    Object.entries(generator).map(([kind, settings]) => [kind, { ...(settings as Json), ...template }]),
  );
}

function judged(files: readonly Source[], set: Json, isNested: boolean): Omit<FixedSet, 'generator'> {
  const broken = runOver(files);
  if (broken.findings.length === 0) return { outcome: 'silent', told: [] };
  const { run, changed } = settled(broken, runOver, 'safe');
  const told = [...broken.findings, ...run.findings].map(messageOf);
  const after = run.sources[0]!.read();
  if (changed.size === 0) return { outcome: 'kept', told };
  const [written] = parseValues(after);
  const isRight =
    !isNested &&
    run.findings.length === 0 &&
    run.sources.slice(1).every((source, index) => source.read() === files[index + 1]!.read()) &&
    isSameJson(withoutEntries(written), set);
  return isRight ? { outcome: 'ignored', told: [] } : { outcome: 'wrong', told: [...told, after] };
}

/** An ApplicationSet without the entries in its template, which have to be there. */
function withoutEntries(value: unknown): unknown {
  const { spec, ...others } = value as { spec: { template: { spec: Record<string, unknown> } } };
  const { ignoreDifferences, ...rest } = spec.template.spec;
  if (!Array.isArray(ignoreDifferences) || ignoreDifferences.length === 0) return undefined;
  return { ...others, spec: { ...spec, template: { ...spec.template, spec: rest } } };
}

function runOver(sources: readonly Source[]): FixRun {
  const { findings, faults } = lint(sources, [routerFieldsIgnored]);
  if (faults.length > 0) throw faults[0]!.error;
  return { sources, findings, reported: findings };
}
