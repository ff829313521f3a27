import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { application, istio } from '../play/drift/manifests.js';

const settings = (data: string): string => `---
apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-cm
  namespace: argocd
data:
${data.replaceAll(/^(?=.)/gm, '  ')}
`;

/** Applications of other tools: SIG Apps, Open Application Model, and one without a group. */
const others = ['app.k8s.io/v1beta1', 'core.oam.dev/v1beta1', 'v1']
  .map(
    (apiVersion) => `---
apiVersion: ${apiVersion}
kind: Application
metadata:
  name: shop
  namespace: shop
spec:
  source: 5
  ignoreDifferences: all
  syncPolicy: [x]
  destination: [y]
`,
  )
  .join('');

describe('what Argo CD reads and others write', () => {
  // A number is none of a ConfigMap's values, and never gets into the cluster.
  it.each([
    ['text that is no YAML', 'resource.customizations: "a: [b"\n', true],
    ['a list for a map', 'resource.customizations: "- a\\n- b"\n', true],
    ['a text for pointers', 'resource.customizations.ignoreDifferences.all: "jsonPointers: /a"\n', true],
    ['two underscores', 'resource.customizations.ignoreDifferences.a_b_c: "jsonPointers: []"\n', true],
    ['nonsense for options', 'resource.compareoptions: "[[["\n', true],
    ['a number for a text', 'resource.customizations.ignoreDifferences.all: 5\n', false],
  ])('argocd-cm with %s ', (_, data, isUnknown) => {
    const folder = folderOf({ 'a.yaml': application() + settings(data) + istio() });
    const linted = run(folder, 'lint', '--only', 'argocd/settings-load');
    expect([linted.code, linted.stderr]).toEqual([isUnknown ? 1 : 0, '']);
    if (isUnknown) expect(linted.stdout).toMatch(/^a\.yaml:\d+:\d+ {2}error {2}argocd\/settings-load\n/);
    const { code, stdout, stderr } = run(folder, 'drift');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout.includes('Unknown in all frames')).toBe(isUnknown);
  });

  it('a ConfigMap of Argo CD without data, or with a list for it', () => {
    for (const data of ['data:\n', 'data: []\n', 'data: text\n']) {
      const broken = settings('').replace(/data:\n*$/, data);
      const { code, stderr } = run(folderOf({ 'a.yaml': application() + broken + istio() }), 'drift');
      expect([code, stderr]).toEqual([1, '']);
    }
  });

  it('Applications of other tools deploy nothing', () => {
    const folder = folderOf({ 'a.yaml': others + istio() });
    const { stdout, stderr } = run(folder, 'drift');
    expect(stderr).toBe('');
    expect(stdout).not.toContain('Application shop/shop');
    const linted = run(folder, 'lint', '--only', 'argocd');
    expect([linted.code, linted.stderr]).toEqual([0, '']);
  });

  it('an Application beside those of other tools is the one that counts', () => {
    const { stdout } = run(folderOf({ 'a.yaml': others + application() + istio() }), 'drift');
    expect(stdout).toContain('Application argocd/shop');
  });

  it('an expression that never ends is given up, and is not taken for one that ignores nothing', () => {
    const endless = application(`ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    jqPathExpressions:
      - '.spec | until(false; .)'`);
    const start = performance.now();
    const { code, stdout, stderr } = run(
      folderOf({ 'a.yaml': endless + istio() }),
      'drift',
      '--format',
      'json',
    );
    expect(stderr).toBe('');
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(stdout).toContain('it takes too many steps');
    expect(code).toBe(4); // What cannot be told is no drift, and was not told.
  });
});
