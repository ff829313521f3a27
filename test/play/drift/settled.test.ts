import { describe, expect, it } from 'vitest';
import { unsettled } from '../../../src/play/drift/settled.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const spec = `project: default
source: { repoURL: https://example.com/a/shop.git, path: apps/web }
destination: { server: https://kubernetes.default.svc, namespace: shop }
`.replaceAll(/^(?=.)/gm, '      ');
const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
${spec}`;
const set = (more: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: web, namespace: argocd }
spec:
  generators: [{ list: { elements: [{}] } }]
  template:
    metadata: { name: web }
    spec:
${spec}${more}`;
const patch = `  templatePatch: |
    spec:
      ignoreDifferences:
        - kind: Service
          jsonPointers: [/spec/selector]
`;
const open = patch.replace('/spec/selector', '"{{pointer}}"');
const kustomization = `resources: [application.yaml]
patches:
  - target: { kind: Application }
    patch: |
      - { op: add, path: /spec/ignoreDifferences, value: [] }
`;
function reasons(files: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const sources = Object.entries(files);
  const { graph } = readGraph(sources.map(([path, text]) => textSource(`/r/${path}`, text)));
  return graph.allApplications.map((one) => unsettled(graph, one));
}

describe('what an Application ignores is unknown', () => {
  it('where its ApplicationSet patches it with a template that is not evaluated', () => {
    expect(reasons({ 'argocd/set.yaml': set(open) })).toEqual([
      'the templatePatch of its ApplicationSet may change what the Application ignores or how it syncs.',
    ]);
  });

  it('where kustomize patches it', () => {
    const files = { 'argocd/application.yaml': application, 'argocd/kustomization.yaml': kustomization };
    expect(reasons(files)).toEqual([
      'a patch of kustomize may change what the Application ignores or how it syncs.',
    ]);
  });

  it('nowhere else', () => {
    expect(reasons({ 'argocd/application.yaml': application })).toEqual([undefined]);
    expect(reasons({ 'argocd/set.yaml': set('') })).toEqual([undefined]);
    expect(reasons({ 'argocd/set.yaml': set(patch) })).toEqual([undefined]);
  });
});
