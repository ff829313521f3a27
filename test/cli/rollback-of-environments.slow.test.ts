import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: {{ .Chart.Name }}
spec:
  template:
    spec:
      containers:
        - name: app
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
`;

const tagged = (tag: string): string => `image:\n  tag: ${tag}\n`;

/** A chart with values of its own, and files of each environment that an ApplicationSet lists. */
const shop = {
  'charts/checkout/Chart.yaml': 'apiVersion: v2\nname: checkout\nversion: 1.0.0\n',
  'charts/checkout/values.yaml': 'image:\n  repository: shop/checkout\n  tag: v0\n',
  'charts/checkout/templates/rollout.yaml': rollout,
  'apps/set.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: shop, namespace: argocd }
spec:
  goTemplate: true
  generators: [{ list: { elements: [{ env: stage }, { env: prod }] } }]
  template:
    metadata: { name: 'checkout-{{.env}}' }
    spec:
      project: default
      sources:
        - repoURL: https://git.example.com/shop.git
          path: charts/checkout
          helm: { valueFiles: ['$values/envs/{{.env}}/checkout.yaml', '$values/elsewhere/{{.env}}.yaml'] }
        - { repoURL: https://git.example.com/shop.git, ref: values }
      destination: { server: https://kubernetes.default.svc, namespace: '{{.env}}' }
`,
  'envs/stage/checkout.yaml': tagged('v1'),
  'envs/prod/checkout.yaml': tagged('v1'),
};

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('rollback of a chart whose ApplicationSet lists values files', () => {
  const released = (): Repository => {
    const repository = new Repository(shop);
    repository.write({ 'envs/prod/checkout.yaml': tagged('v2') });
    repository.commit('v2 in production');
    return repository;
  };
  const changed = (repository: Repository): string => repository.git('status', '--porcelain').trim();

  it.each([
    ['the namespace of an Application', ['prod/checkout']],
    ['the file', ['checkout', 'envs/prod/checkout.yaml']],
    ['the name of an Application', ['checkout-prod', 'envs/prod']],
  ])('edits the file of the environment that is meant, by %s', (_, args) => {
    const repository = released();
    const { code, stderr } = run(repository.folder, 'rollback', ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(changed(repository)).toBe('M envs/prod/checkout.yaml');
    expect(readFileSync(path.join(repository.folder, 'envs/prod/checkout.yaml'), 'utf8')).toBe(tagged('v1'));
  });

  it('lists the environments where none is named', () => {
    const { code, stderr } = run(released().folder, 'rollback', 'checkout');
    expect(code).toBe(2);
    for (const file of ['charts/checkout/values.yaml', 'envs/stage/checkout.yaml', 'envs/prod/checkout.yaml'])
      expect(stderr).toContain(`  ${file}\n`);
  });

  it('says which files were not searched where it finds nothing', () => {
    const repository = released();
    const { code, stderr } = run(repository.folder, 'rollback', 'stage/checkout');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'in the history of envs/stage/checkout.yaml, Rollout "stage/checkout" never had another image or configuration. Its Applications also list $values/elsewhere/stage.yaml, which is not in this repository and was not searched.',
    );
    expect(changed(repository)).toBe('');
  });

  it('names no Rollout by an expression', () => {
    const { stderr } = run(released().folder, 'rollback', 'nothing-like-it');
    expect(stderr).toContain('checkout-prod');
    expect(stderr).not.toContain('{{');
  });
});
