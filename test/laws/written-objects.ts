import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Yaml } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import '../support/seed.js';
import { judge } from '../../src/kubernetes/cel/judge.js';
import { groupOf, type KubeObject } from '../../src/kubernetes/objects/object.js';
import type { PodTemplate } from '../../src/kubernetes/objects/rollout-object.js';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { lint } from '../../src/lint/lint.js';
import { fromValue } from '../../src/model/node.js';
import { isPlaceholder } from '../../src/model/placeholder.js';
import { Resource } from '../../src/model/resource.js';
import type { Source } from '../../src/model/source.js';
import metadataOutsideSelectors from '../../src/rules/rollout/metadata-outside-selectors.js';
import writesAccepted from '../../src/rules/rollout/writes-accepted.js';
import { looseSchemaFor, schemaFor } from '../../src/kubernetes/schemas/load.js';
import { validate } from '../../src/kubernetes/schemas/validate.js';
import { simulateSources } from '../../src/play/simulate/simulate-sources.js';
import { errorMessage } from '../../src/kubernetes/validation/field-error.js';
import { refusalsOf } from '../../src/kubernetes/validation/istio/refusals.js';
import { metadataRefusals } from '../../src/kubernetes/validation/kubernetes/metadata.js';
import { nameRefusals } from '../../src/kubernetes/validation/kubernetes/names.js';
import { specRefusals } from '../../src/kubernetes/validation/kubernetes/refusals.js';
import { podTemplateErrors, unselectedErrors } from '../../src/kubernetes/validation/pod-template.js';
import { canaryProps } from '../support/canary-props.js';
import { filesBelow, fileSource, textSource } from '../support/sources.js';

type Simulated = ReturnType<typeof simulateSources>;

/** Everything that is refused of an object in Git, by what lint asks there, and of the pods of a ReplicaSet. */
function refusedOf(written: KubeObject): readonly string[] {
  // A simulation writes H1 where a hash would be.
  const object = JSON.parse(JSON.stringify(written).replaceAll(/\bH\d+\b/g, '0123456789')) as KubeObject;
  const { apiVersion, kind, metadata } = object;
  const [group, version] = [groupOf(apiVersion), apiVersion.slice(apiVersion.indexOf('/') + 1)];
  const root = fromValue(object);
  const identity = { group, version, kind, name: metadata.name, namespace: metadata.namespace };
  const resource = new Resource(identity, { path: '', name: '', read: () => '' }, 0, { root });
  const schema = schemaFor(group, version, kind) ?? looseSchemaFor(group, kind);
  // A simulated object has no uid by which another one may name it.
  const problems = (schema ? validate(schema, root) : []).filter(
    ({ keyword, path: at }) => keyword !== 'unknown' && at[1] !== 'ownerReferences',
  );
  return [
    ...[
      ...nameRefusals(resource),
      ...metadataRefusals(resource),
      ...specRefusals(resource),
      ...(group === 'networking.istio.io' ? refusalsOf(resource) : []),
    ].map(({ at, problem }) => `${at.path.join('.')} ${problem}`),
    ...problems.map(({ path: at, keyword }) => `${at.join('.')} ${keyword}`),
    ...(schema && problems.length === 0 ? judge(schema, object).refusals : []).map((one) =>
      JSON.stringify(one),
    ),
    ...(kind === 'ReplicaSet' ? podProblems(object) : []),
  ];
}

function podProblems(object: KubeObject): readonly string[] {
  const { template, selector } = (
    object as unknown as { spec: { template: PodTemplate; selector: Parameters<typeof unselectedErrors>[1] } }
  ).spec;
  return [...unselectedErrors(template, selector), ...podTemplateErrors(template, '1.9')].map(errorMessage);
}

/** What is written in a simulation and would be refused, other than for what was wrong before. */
function faultsIn({ traces }: Simulated, count: { writes: number }): readonly string[] {
  return traces.flatMap(({ frames }) =>
    frames.flatMap(({ id, writes }) =>
      writes.flatMap(({ before, after }) => {
        if (!after || after.kind === 'Rollout') return [];
        count.writes += 1;
        const known = before ? refusedOf(before) : [];
        return refusedOf(after)
          .filter((problem) => !known.includes(problem) && !isPlaceholder(problem))
          .map((problem) => `${id}: ${after.kind} ${after.metadata.name}: ${problem}`);
      }),
    ),
  );
}

/** What both laws say of a fixture or an example, which is played once. */
interface Judged {
  readonly faults: readonly string[];
  readonly writes: number;
  readonly untold: readonly string[];
}

const known = new Map<string, Judged>();

function judged(target: string): Judged {
  const before = known.get(target);
  if (before) return before;
  const sources = sourcesOf(target);
  const simulated = simulateSources(sources);
  const count = { writes: 0 };
  const faults = faultsIn(simulated, count);
  const made = { faults, writes: count.writes, untold: untoldIn(sources, simulated) };
  known.set(target, made);
  return made;
}

const here = path.join(__dirname, '..');

/** Each fixture of a rule: a file, or a folder that is read as a whole. */
function fixtures(): readonly string[] {
  const rules = path.join(here, 'rules');
  return readdirSync(rules)
    .map((area) => path.join(rules, area))
    .filter((area) => statSync(area).isDirectory())
    .flatMap((area) => readdirSync(area).map((rule) => path.join(area, rule)))
    .filter((rule) => statSync(rule).isDirectory())
    .flatMap((rule) => readdirSync(rule).map((fixture) => path.join(rule, fixture)));
}

function sourcesOf(target: string): readonly Source[] {
  const files = statSync(target).isDirectory() ? filesBelow(target) : [target];
  return files.filter((file) => /\.ya?ml$/.test(file)).map(fileSource);
}

/** Of a Rollout, and of what is in Git, it is said in other words. */
const refusedWrite =
  /[A-Z]\w+\.[\w.]+ "[^"]+" is invalid: |: Service "[^"]+" is invalid: |denied the request/;

/** Refused writes that a simulation shows and lint does not tell of any Rollout of the files. */
function untoldIn(sources: readonly Source[], { traces }: Simulated): readonly string[] {
  // What is filled in later may be right.
  if (sources.some((source) => isPlaceholder(source.read()))) return [];
  const errors = traces.flatMap(({ frames }) =>
    frames.flatMap((frame) => frame.errors.map(({ message }) => message)),
  );
  const refused = errors.filter((message) => refusedWrite.test(message));
  if (refused.length === 0) return [];
  const { findings } = lint(sources, [writesAccepted, metadataOutsideSelectors]);
  return findings.length > 0 ? [] : [...new Set(refused)];
}

/** Of the fixtures every so many are played, and always those of the rule that tells of refused writes; of the examples, some or all. */
export function writtenObjects(every: number, runs: number): void {
  describe('an object that a simulated controller writes', () => {
    it('is one that the API server takes, in each fixture and example', { timeout: 900_000 }, () => {
      const examples = path.join(here, '..', 'examples');
      const played = [
        ...fixtures().filter((file, index) => index % every === 0 || file.includes('writes-accepted')),
        ...readdirSync(examples)
          .filter((_, index) => every === 1 || index % 4 === 0)
          .map((name) => path.join(examples, name, 'corrected'))
          .filter((folder) => existsSync(folder)),
      ];
      const faults = played.flatMap((target) =>
        judged(target).faults.map((fault) => `${path.relative(here, target)} ${fault}`),
      );
      expect(faults).toEqual([]);
      const writes = played.reduce((sum, target) => sum + judged(target).writes, 0);
      expect(writes).toBeGreaterThan(played.length);
    });

    it('is told by lint where it is not taken', { timeout: 900_000 }, () => {
      const played = fixtures().filter(
        (file, index) => index % every === 0 || /writes-accepted|metadata-outside-selectors/.test(file),
      );
      const untold = played.flatMap((target) =>
        judged(target).untold.map((text) => `${path.relative(here, target)} ${text}`),
      );
      expect(untold).toEqual([]);
    });

    it('is one that it takes, in systems by chance', { timeout: 20_000 + runs * 6_000 }, () => {
      const count = { writes: 0 };
      fc.assert(
        fc.property(canaryProps, ({ props, namespace }) => {
          const text = Yaml.stringify(...orderedManifests(canaryManifests('shop', props, { namespace })));
          expect(faultsIn(simulateSources([textSource('/shop/app.yaml', text)]), count)).toEqual([]);
        }),
        { numRuns: runs },
      );
      expect(count.writes).toBeGreaterThan(runs);
    });
  });
}
