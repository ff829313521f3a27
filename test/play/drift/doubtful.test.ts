import { describe, expect, it } from 'vitest';
import { driftOf } from '../../../src/play/drift/drift.js';
import { tallyOf } from '../../../src/play/drift/judged.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { istio } from './manifests.js';

/** An ApplicationSet of two elements, by the text of its name and its path. */
const set = (name: string, path: string, elements: string) => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all, namespace: argocd}
spec:
  generators: [{list: {elements: ${elements}}}]
  template:
    metadata: {name: '${name}'}
    spec:
      project: default
      source: {repoURL: https://git.example.com/repo.git, targetRevision: HEAD, path: '${path}'}
      destination: {server: https://kubernetes.default.svc}
`;

function judged(text: string) {
  const files = [textSource('/repo/sets/all.yaml', text), textSource('/repo/apps/shop/all.yaml', istio())];
  const { graph } = readGraph(files);
  const { drifts } = driftOf(graph, graph.rollouts);
  return {
    statuses: [...new Set(drifts.flatMap(({ frames }) => frames.map(({ status }) => status)))],
    notJudged: tallyOf(drifts).counts.notJudged,
    doubts: drifts.flatMap(({ deployer }) => deployer.doubt ?? []),
  };
}

describe('a Rollout whose ApplicationSet does not generate its Application', () => {
  it('is not judged with a placeholder that has no value', () =>
    expect(judged(set('shop-{{.env}}', 'apps/shop', '[{env: dev}]'))).toEqual({
      statuses: ['cannot-tell'],
      notJudged: 1,
      doubts: [
        'ApplicationSet "all" may deploy it, but its placeholder "{{.env}}" has no value, so its Applications are unknown',
      ],
    }));

  it('is not judged where the path of the Application is not a folder', () =>
    expect(judged(set('shop-{{env}}', '{{folder}}', '[{env: dev, folder: apps/shpo}]'))).toEqual({
      statuses: ['cannot-tell'],
      notJudged: 1,
      doubts: [
        'Path "apps/shpo" of Application "shop-dev" is not a folder, so Argo CD deploys nothing from it',
      ],
    }));

  it('is judged by the Application of another element', () =>
    expect(
      judged(
        set('shop-{{env}}', '{{folder}}', '[{env: dev, folder: apps/shop}, {env: prod, folder: apps/shpo}]'),
      ).notJudged,
    ).toBe(0));
});
