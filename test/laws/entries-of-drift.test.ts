import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { lint } from '../../src/lint/lint.js';
import { messageOf } from '../../src/model/finding.js';
import type { Source } from '../../src/model/source.js';
import type { IgnoreEntry } from '../../src/play/drift/argo.js';
import { driftOf } from '../../src/play/drift/drift.js';
import { patchOf } from '../../src/play/drift/patch.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import rule from '../../src/rules/argocd/router-fields-ignored.js';
import { randomServices } from '../support/random-services.js';
import { filesBelow, textSource } from '../support/sources.js';
import { wholeOr } from '../support/whole.js';

const root = path.join(__dirname, '../..');
const fixtures = path.join(root, 'test/rules/argocd');

/** The manifests of a file, without what Applications ignore. */
function bare(text: string): string {
  if (!text.includes('ignoreDifferences')) return text;
  return parseAllDocuments(text)
    .map((document) => {
      if (document.hasIn(['spec', 'ignoreDifferences'])) document.deleteIn(['spec', 'ignoreDifferences']);
      return `---\n${document.toString()}`;
    })
    .join('');
}

const sourcesOf = (place: string): readonly Source[] =>
  (statSync(place).isDirectory() ? filesBelow(place) : [place]).map((file) =>
    textSource(file, bare(readFileSync(file, 'utf8'))),
  );

const mirrored = (text: string): string =>
  text.replace(
    '      steps:\n',
    '      steps:\n        - setMirrorRoute: { name: shadow, percentage: 50, match: [{ method: { exact: GET } }] }\n',
  );

/** HTTPRoutes with the label that the plugin sets during an update, as one copied from a cluster has it. */
const labelled = (text: string): string =>
  text.replace(
    /(kind: HTTPRoute\nmetadata:\n)/,
    '$1  labels: { rollouts.argoproj.io/gatewayapi-canary: in-progress }\n',
  );

const gateway = path.join(root, 'examples/gateway-header-route/corrected');
const example = path.join(root, 'examples/istio-subset/corrected');
const systems: readonly (readonly [string, readonly Source[]])[] = [
  ...['router-fields-ignored', 'header-route-ignored', 'jq-runs'].flatMap((name) =>
    readdirSync(path.join(fixtures, name)).map(
      (file) => [`${name}/${file}`, sourcesOf(path.join(fixtures, name, file))] as const,
    ),
  ),
  ...readdirSync(path.join(root, 'examples')).flatMap((name) => {
    const folder = path.join(root, 'examples', name, 'corrected');
    return existsSync(folder) ? [[`examples/${name}`, sourcesOf(folder)] as const] : [];
  }),
  [
    'a mirror route',
    sourcesOf(example).map((source) =>
      textSource(
        source.path,
        mirrored(source.read()).replace(
          '        istio:\n',
          '        managedRoutes: [{ name: shadow }]\n        istio:\n',
        ),
      ),
    ),
  ],
  ['a label in Git', sourcesOf(gateway).map((source) => textSource(source.path, labelled(source.read())))],
  ...randomServices(wholeOr(150, 12), 1).map(
    ({ files }, index) =>
      [`service ${index}`, files.map(({ path: at, text }) => textSource(at, bare(text)))] as const,
  ),
];

describe('the entry of argocd/router-fields-ignored is the one that drift --write adds', () => {
  let compared = 0;
  it.each(systems)('%s', (_, sources) => {
    const { findings } = lint(sources, [rule], {});
    const written = findings.flatMap(({ fix }) => fix?.writes.map(({ value }) => value) ?? []);
    if (written.length === 0) return;
    const { graph } = readGraph(sources);
    const needed = driftOf(graph, graph.rollouts).drifts.flatMap(
      (drift) => patchOf(drift)?.spec.ignoreDifferences ?? [],
    );
    // Fixtures whose Rollout the controller does not accept are not played.
    if (needed.length === 0) return;
    compared += 1;
    for (const entry of written) expect(needed).toContainEqual(entry);
    const said = findings.map(messageOf).join();
    for (const { jqPathExpressions = [], jsonPointers = [] } of written as IgnoreEntry[])
      for (const text of [...jqPathExpressions, ...jsonPointers]) expect(said).toContain(`'${text}'`);
  });

  it('compares some', () => {
    expect(compared).toBeGreaterThan(8);
  });
});
