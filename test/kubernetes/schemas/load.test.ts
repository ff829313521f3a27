import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edited } from '../../../scripts/schemas.mjs';
import { knownVersions, looseSchemaFor, schemaFor } from '../../../src/kubernetes/schemas/load.js';
import { type Schema } from '../../../src/kubernetes/schemas/schema.js';

const folder = join(__dirname, '../../../src/kubernetes/schemas/data');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const { sources, kinds: all } = JSON.parse(texts.get('SOURCES.json')!) as {
  sources: { upstream: string; version: string; file: string; sha256: string }[];
  kinds: { group: string; kind: string; version: string; file: string; input: string }[];
};

const isLoose = ({ group }: { group: string }): boolean => group === 'gateway.networking.k8s.io';
const kinds = all.filter((one) => !isLoose(one));

/** The names of the definitions that a schema refers to. */
const references = (text: string): string[] =>
  [...text.matchAll(/"\$ref":"[^"]*\/([^"/]+)"/g)].map(([, name]) => name!);

describe('schemaFor', () => {
  it.each(kinds)('has what was derived for $kind of $group/$version', ({ group, version, kind, file }) => {
    const { $defs, ...schema } = schemaFor(group, version, kind)!;
    const { $defs: own, ...derived } = JSON.parse(texts.get(file)!) as Schema;
    expect(schema).toEqual(derived);
    expect($defs).toMatchObject(own!);
  });

  it.each(kinds)(
    'has every definition that $kind of $group/$version refers to',
    ({ group, version, kind }) => {
      const schema = schemaFor(group, version, kind)!;
      expect(references(JSON.stringify(schema)).filter((name) => !schema.$defs?.[name])).toEqual([]);
    },
  );

  it.each([
    ['argoproj.io', 'v1', 'Rollout'],
    ['', 'v1', 'Rollout'],
    ['example.com', 'v1', 'Gateway'],
    ['', 'v1', 'constructor'],
  ])('has none for %s/%s %s', (group, version, kind) =>
    expect(schemaFor(group, version, kind)).toBeUndefined(),
  );
});

describe('looseSchemaFor', () => {
  it.each(all.filter(isLoose))('has what was derived for $kind', ({ group, kind, file }) => {
    expect(looseSchemaFor(group, kind)).toEqual(JSON.parse(texts.get(file)!));
    expect(knownVersions(group, kind)).toEqual([]);
  });

  it('has none for others', () => {
    expect(looseSchemaFor('networking.istio.io', 'Gateway')).toBeUndefined();
    expect(looseSchemaFor('gateway.networking.k8s.io', 'UDPRoute')).toBeUndefined();
  });
});

describe('knownVersions', () => {
  it('are those that the upstream projects serve, in their order', () => {
    for (const { group, kind } of kinds) {
      const served = kinds.filter((one) => one.group === group && one.kind === kind);
      expect([kind, ...knownVersions(group, kind)]).toEqual([kind, ...served.map(({ version }) => version)]);
    }
  });

  it.each([
    ['networking.istio.io', 'VirtualService', ['v1', 'v1beta1', 'v1alpha3']],
    ['autoscaling', 'HorizontalPodAutoscaler', ['v2', 'v1']],
    ['argoproj.io', 'Rollout', ['v1alpha1']],
    ['argoproj.io', 'VirtualService', []],
  ])('of %s %s', (group, kind, versions) => expect(knownVersions(group, kind)).toEqual(versions));
});

describe('data', () => {
  it('is as it was derived', () => expect(edited(texts)).toEqual([]));

  it('is used, each file of it', () => {
    const used = new Set(['SOURCES.json', 'pod.json', ...all.map(({ file }) => file)]);
    expect([...texts.keys()].sort()).toEqual([...used].sort());
  });

  it('says where it comes from', () => {
    expect(all.filter(({ input }) => !sources.some(({ file }) => file === input))).toEqual([]);
    expect([...new Set(sources.map(({ upstream }) => upstream))]).toEqual([
      'argo-cd',
      'argo-rollouts',
      'gateway-api',
      'istio',
      'kubernetes',
    ]);
    for (const { version, sha256 } of sources) {
      expect(version).toMatch(/^\d+\.\d+/);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('defines nothing that is not referred to, and no name twice for one kind', () => {
    const defs = (file: string): string[] =>
      Object.keys((JSON.parse(texts.get(file)!) as Schema).$defs ?? {});
    const referred = [...texts.values()].flatMap(references);
    for (const { file } of all) {
      expect(defs(file).filter((name) => !references(texts.get(file)!).includes(name))).toEqual([]);
      expect(
        defs(file).filter((name) => defs('pod.json').includes(name) && texts.get(file)!.includes('pod.json')),
      ).toEqual([]);
    }
    expect(defs('pod.json').filter((name) => !referred.includes(name))).toEqual([]);
  });

  it('holds no prose', () => {
    expect(
      [...texts].filter(([, text]) => /"(description|title)":"/.test(text)).map(([name]) => name),
    ).toEqual([]);
  });
});
