import { expect, it } from 'vitest';
import { defaultArgoCdVersion } from '../../../src/argocd/version.js';
import { carriersOf } from '../../../src/play/impact/carriers.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { surroundingsOf } from '../../../src/play/impact/surroundings.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import { edited, type Files, graphsOf, without } from './stories.js';
import { application, replicaOnly } from './systems.js';

const internal = replicaOnly['app.yaml']!.split('---\n').find((part) => part.includes('web-internal'))!;
const kubectl: Files = {
  ...edited(replicaOnly, ['app.yaml', `---\n${internal}`, '']),
  'internal.yaml': internal,
};
const named = (name: string): Files => ({
  ...kubectl,
  ...edited(application(), ['argocd.yaml', 'name: shop\n', `name: ${name}\n`]),
});

// An Application deletes what it has deployed itself. The Rollout is called "web", too.
it.each([
  ['the same Application', named('web'), named('web'), true],
  ['another Application', named('web'), named('shop'), false],
  ['kubectl apply, before and after', kubectl, kubectl, true],
  ['kubectl apply, and then an Application of the name of the Rollout', kubectl, named('web'), false],
  ['an Application of the name of the Rollout, and then kubectl apply', named('web'), kubectl, false],
])('a Service that is gone belongs to what deploys the rest now: %s', (_name, before, after, isOwn) => {
  const { graphs, sources } = graphsOf(before, without(after, 'internal.yaml'));
  const [pair] = touchedPairs(graphs.before, graphs.after, changedSources(sources.before, sources.after));
  const states = statesOf(graphs, { before: pair!.before!, after: pair!.after! });
  const [carrier, ...others] = carriersOf(states.before, states.after, defaultArgoCdVersion);
  expect(others).toEqual([]);
  const names = [...carrier!.resources].map(({ kind, name }) => `${kind}/${name}`);
  expect(names.includes('Service/web-internal')).toBe(isOwn);
  expect(names).toContain('Rollout/web');
});

it('requests reach a Rollout through the Services that select its pods, and through no other', () => {
  const other = internal.replaceAll('web-internal', 'other').replace('app: web', 'app: other');
  const route = (service: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: to-${service}, namespace: shop }
spec: { defaultBackend: { service: { name: ${service}, port: { number: 80 } } } }
`;
  const files = {
    ...kubectl,
    'other.yaml': other,
    'a.yaml': route('web-internal'),
    'b.yaml': route('other'),
  };
  const graph = graphsOf(files, files).graphs.after;
  expect(
    surroundingsOf(graph, graph.rollouts[0]!)
      .map(({ kind, name }) => `${kind}/${name}`)
      .sort(),
  ).toEqual(['Ingress/to-web-internal', 'Service/web', 'Service/web-internal']);
});
