import { describe, expect, it } from 'vitest';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { application, blueGreen, istio } from './manifests.js';

/** What one Application says of those of its Rollouts that are asked for; of all without names. */
function driftsIn(text: string, ...names: readonly string[]): readonly Drift[] {
  const [, settings = '', ...manifests] = text.split(/^---\n/m);
  const files = [
    textSource('/repository/shop/all.yaml', manifests.join('---\n')),
    textSource('/repository/apps/shop.yaml', from('shop', settings)),
  ];
  const { graph } = readGraph(files);
  const asked = graph.rollouts.filter(({ name }) => names.length === 0 || names.includes(name));
  const { drifts } = driftOf(graph, asked);
  if (drifts.length !== asked.length) throw new Error('A test compares Rollouts of one Application.');
  return drifts;
}

function from(folder: string, application: string): string {
  return application.replace('spec:', `spec:\n  source:\n    path: ${folder}`);
}

/** The same manifests for a Rollout of another name. */
function called(name: string, manifests: string): string {
  return manifests
    .replaceAll('name: web', `name: ${name}`)
    .replaceAll('host: web', `host: ${name}`)
    .replaceAll('Service: web', `Service: ${name}`);
}

describe('sync options', () => {
  const serverSide = application('syncPolicy:\n  syncOptions:\n    - ServerSideApply=true');
  const mesh = called('mesh', istio());
  const options = (text: string, ...names: readonly string[]): readonly (readonly string[])[] =>
    driftsIn(text, ...names).map((drift) => drift.options);
  const both = ['ApplyOutOfSyncOnly=true', 'RespectIgnoreDifferences=true'];

  it('are those that each Rollout needs where they do no harm to another one', () => {
    expect(options(serverSide + blueGreen + called('store', blueGreen))).toEqual([both, both]);
  });

  it('leave RespectIgnoreDifferences out where it freezes the routes of another Rollout', () => {
    expect(options(serverSide + blueGreen)).toEqual([both]);
    expect(options(serverSide + blueGreen + mesh)).toEqual([
      ['ApplyOutOfSyncOnly=true'],
      ['ApplyOutOfSyncOnly=true'],
    ]);
  });

  it('leave ApplyOutOfSyncOnly out where the corrected entry is respected', () => {
    const entry = (name: string): string => `
ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    name: ${name}
    jqPathExpressions:
      - .spec.http[]?.route[]?.weight`;
    const respecting = (name: string): string =>
      application(`syncPolicy:\n  syncOptions:\n    - RespectIgnoreDifferences=true${entry(name)}`);
    expect(options(respecting('mesh') + mesh)).toEqual([[]]);
    // The misspelt name is corrected by the same edit that would add the option.
    expect(options(respecting('mehs') + mesh)).toEqual([[]]);
    // Without RespectIgnoreDifferences a sync writes what is ignored, too.
    expect(options(application(`syncPolicy:${entry('mehs').replace('\n', ' {}\n')}`) + mesh)).toEqual([
      ['ApplyOutOfSyncOnly=true'],
    ]);
  });

  it('heed the Rollouts that nobody asked for', () => {
    expect(options(serverSide + blueGreen + mesh, 'web')).toEqual([['ApplyOutOfSyncOnly=true']]);
  });

  it('do not heed those of other Applications', () => {
    const other = serverSide
      .replace('name: shop', 'name: mesh')
      .replace('namespace: shop', 'namespace: mesh');
    const texts = {
      '/repository/shop/all.yaml': blueGreen,
      '/repository/mesh/all.yaml': mesh.replaceAll('namespace: shop', 'namespace: mesh'),
      '/repository/apps/shop.yaml': from('shop', serverSide),
      '/repository/apps/mesh.yaml': from('mesh', other),
    };
    const files = Object.entries(texts).map(([path, text]) => textSource(path, text));
    const { graph } = readGraph(files);
    const { drifts } = driftOf(graph, graph.rollouts);
    const found = drifts.map((drift) => [drift.deployer.application.name, drift.options]);
    expect(Object.fromEntries(found)).toEqual({ shop: both, mesh: ['ApplyOutOfSyncOnly=true'] });
  });
});

describe('a Rollout that differs all the time', () => {
  /** Of namespace `shop` the selectors are ignored, of others not. */
  const policy = (...options: readonly string[]): string =>
    application(`syncPolicy:
  automated:
    selfHeal: true
  syncOptions:
${['ServerSideApply=true', ...options].map((option) => `    - ${option}\n`).join('')}ignoreDifferences:
  - kind: Service
    namespace: shop
    jsonPointers:
      - /spec/selector/rollouts-pod-template-hash`);
  const elsewhere = blueGreen.replaceAll('namespace: shop', 'namespace: store');
  const triggers = ({ syncs }: Drift | undefined = {} as Drift): readonly string[] =>
    [...new Set(syncs.flatMap((sync) => sync.triggers))].sort();

  it('has self-heal write its namesakes in other namespaces, too, which are Synced', () => {
    const [shop, store] = driftsIn(policy() + blueGreen + elsewhere);
    expect(new Set(shop?.frames.map(({ status }) => status))).toEqual(new Set(['synced']));
    expect(store?.frames.map(({ status }) => status)).toContain('out-of-sync');
    expect(triggers(shop)).toEqual(['self-heal', 'sync']);
    const healed = shop?.syncs.filter((sync) => sync.triggers.includes('self-heal')) ?? [];
    expect(healed.map(({ outcome }) => outcome)).toContain('promoted');
  });

  it('leaves objects of other names to syncs', () => {
    const [shop] = driftsIn(policy() + blueGreen + called('store', elsewhere));
    expect(triggers(shop)).toEqual(['sync']);
  });

  it('does not touch its namesakes with ApplyOutOfSyncOnly', () => {
    const [shop] = driftsIn(policy('ApplyOutOfSyncOnly=true') + blueGreen + elsewhere);
    expect(triggers(shop)).toEqual(['change']);
  });

  it('has each commit write all objects', () => {
    const notes = (text: string): string => driftsIn(text)[0]?.notes.join('\n') ?? '';
    const said = 'Rollout "store" keeps the Application OutOfSync even between updates';
    expect(notes(policy() + blueGreen + called('store', elsewhere))).toContain(said);
    expect(notes(policy('ApplyOutOfSyncOnly=true') + blueGreen + called('store', elsewhere))).not.toContain(
      said,
    );
    expect(notes(policy() + blueGreen + called('store', blueGreen))).not.toContain(said);
  });
});
