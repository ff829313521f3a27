import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { referencesTo } from '../../../src/editor/language/definition.js';
import { linksOf } from '../../../src/editor/language/links/links.js';
import { linkAt } from '../../../src/editor/language/definition.js';
import { rename } from '../../../src/editor/language/rename.js';
import { lintRead } from '../../../src/lint/lint.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rules } from '../../../src/rules/index.js';
import { edited } from '../../support/renames.js';
import { resolvedDuring } from '../../support/resolved-references.js';
import { filesBelow, fileSource, textSource } from '../../support/sources.js';
import { wholeOr } from '../../support/whole.js';

const examples = readdirSync('examples')
  .filter((name) => !['cdk8s', 'plugin'].includes(name) && !name.endsWith('.md'))
  .flatMap((name) => ['as-published', 'corrected'].map((state) => path.join('examples', name, state)));

describe.each(examples.filter((_, index) => index % wholeOr(1, 3) === 0))('%s', (folder) => {
  const read = readGraph(filesBelow(path.resolve(folder)).map(fileSource));
  const { graph } = read;

  test('what lint resolves from a field of a manifest is what the editor goes to from there', () => {
    const { resolved } = resolvedDuring(() => lintRead(read, rules));
    let checked = 0;
    for (const { reference, found } of resolved) {
      const { from } = reference;
      if (from.shape !== 'scalar' || found.length === 0 || from.place.start < 0) continue;
      const link = linkAt(graph, from.resource.source.path, from.place.end - 1);
      const where = `${from.resource.kind} ${from.path.join('.')} → ${reference.to.kind}`;
      const to = link?.to().map(({ field }) => `${where} ${field?.resource.kind} ${field?.resource.name}`);
      expect(to ?? [where, 'no link']).toEqual(found.map(({ kind, name }) => `${where} ${kind} ${name}`));
      checked++;
    }
    expect(checked).toBeGreaterThan(0);
  });

  test('the references of each definition contain the link that led there', () => {
    let checked = 0;
    for (const resource of graph.given)
      for (const link of linksOf(graph, resource)) {
        const definitions = link.to();
        if (definitions.length === 0) continue;
        const { links } = referencesTo(graph, definitions);
        expect(
          links.some(({ place }) => place.start === link.place.start && place.source === link.place.source),
          `${resource.kind} "${resource.name}" ${link.from.path.join('.')}`,
        ).toBe(true);
        checked++;
      }
    expect(checked).toBeGreaterThan(0);
  });
});

test('the Service in the address of a metric', () => {
  const url = 'http://web-canary.shop.svc.cluster.local:8080/health';
  const template = `apiVersion: argoproj.io/v1alpha1\nkind: AnalysisTemplate\nmetadata:\n  name: health\n  namespace: shop\nspec:\n  metrics:\n    - name: health\n      provider:\n        web:\n          url: ${url}\n`;
  const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web-canary\n  namespace: shop\n';
  const [source, other] = [textSource('/shop/t.yaml', template), textSource('/shop/s.yaml', service)];
  const { graph } = readGraph([source, other]);
  const at = template.indexOf('web-canary');
  const link = linkAt(graph, source.path, at + 1);
  expect(link?.place).toMatchObject({ start: at, end: at + 'web-canary'.length });
  expect(link?.to().map(({ place }) => place)).toEqual([
    { source: other, start: service.indexOf('web-canary'), end: service.indexOf('web-canary') + 10 },
  ]);
});

test('the Service of Endpoints and EndpointSlices that are written by hand', () => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 5432\n';
  const endpoints = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n';
  const slice =
    'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-1\n  labels:\n    kubernetes.io/service-name: db\n';
  const source = textSource('/shop/db.yaml', [service, endpoints, slice].join('---\n'));
  const { graph } = readGraph([source]);
  const there = rename(graph, source.path, service.indexOf('db'), 'store');
  const renamed = 'edits' in there ? edited([source], there.edits).map((one) => one.read()) : there.refusal;
  expect(renamed).toEqual([source.read().replaceAll('name: db\n', 'name: store\n')]);
});

test('the path of the rootService is no managed route, though one has its name', () => {
  const file = path.resolve('test/rules/alb/header-route-name-free/name-of-the-root-service.yaml');
  const { graph } = readGraph([fileSource(file)]);
  const ingress = graph.given.find(({ kind }) => kind === 'Ingress')!;
  expect(linksOf(graph, ingress).map(({ kind, name }) => `${kind} ${name}`)).toContain('object web-root');
});
