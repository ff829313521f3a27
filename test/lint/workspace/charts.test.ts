import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.js';
import { Workspace } from '../../../src/lint/workspace/workspace.js';
import { rules as all } from '../../../src/rules/index.js';
import { folderOf, rolloutText } from '../../support/command.js';

const rules = all.filter(({ meta }) => ['schema/fields-known', 'rollout/services-exist'].includes(meta.name));

const service = (name: string) => `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`;
const strategy = 'stableService: web\n      canaryService: {{ .Values.canary }}';
const chart = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'shop/values.yaml': 'canary: web-canary\n',
  'shop/templates/_helpers.tpl': '{{ define "own.canary" }}web-canary{{ end }}\n',
  'shop/templates/rollout.yaml': rolloutText('web', strategy),
  'shop/templates/web.yaml': service('web'),
  'shop/templates/canary.yaml': service('{{ include "own.canary" . }}'),
  'other.yaml': rolloutText('other', 'maxsurge: 1'),
};
const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: shop }
  source:
    repoURL: https://git.example.com/shop.git
    path: shop
    helm: { valueFiles: [../env.yaml] }
`;

function workspaceOf(more: Readonly<Record<string, string>> = {}) {
  const folder = folderOf({ ...chart, ...more });
  const workspace = new Workspace(folder, { rules, reads: 'folder' });
  const at = (name: string) => path.join(folder, name);
  const line = ({ place: { source, start } }: Finding) => source.read().slice(0, start).split('\n').length;
  const told = (findings: readonly Finding[] = workspace.state().findings) =>
    findings.map((one) => `${one.place.source.name}:${line(one)} ${one.rule}`);
  return { workspace, at, told };
}

const other = 'other.yaml:11 schema/fields-known';
const atValue = 'shop/values.yaml:1 rollout/services-exist';

describe('charts in a workspace', () => {
  it('are read with unsaved values, and the finding is at the value', () => {
    const { workspace, at, told } = workspaceOf();
    expect(told()).toEqual([other]);
    workspace.edit(at('shop/values.yaml'), 'canary: web-next\n');
    expect(told()).toEqual([other, atValue]);
    workspace.release(at('shop/values.yaml'));
    expect(told()).toEqual([other]);
  });

  it('are read with unsaved templates, and with helpers that are no manifests', () => {
    const { workspace, at, told } = workspaceOf();
    expect(told()).toEqual([other]);
    expect(workspace.edit(at('shop/templates/_helpers.tpl'), '{{ define "own.canary" }}next{{ end }}')).toBe(
      false,
    );
    expect(told()).toEqual([other, atValue]);
    workspace.release(at('shop/templates/_helpers.tpl'));
    workspace.edit(at('shop/templates/canary.yaml'), service('web-next'));
    expect(told()).toEqual([other, atValue]);
  });

  it('have no findings while a template is half-typed', () => {
    const { workspace, at, told } = workspaceOf({ 'shop/values.yaml': 'canary: web-next\n' });
    expect(told()).toEqual([other, atValue]);
    workspace.edit(at('shop/templates/canary.yaml'), service('{{ include "own.'));
    expect(told()).toEqual([other]);
    expect(told(workspace.roughState().findings)).toEqual([other]);
    workspace.release(at('shop/templates/canary.yaml'));
    expect(told()).toEqual([other, atValue]);
  });

  it('have templates and helpers that are added, renamed and deleted', () => {
    const { workspace, at, told } = workspaceOf();
    expect(told()).toEqual([other]);
    renameSync(at('shop/templates/canary.yaml'), at('shop/templates/next.yaml'));
    workspace.refresh();
    expect(told()).toEqual([other]);
    rmSync(at('shop/templates/next.yaml'));
    workspace.refresh();
    expect(told()).toEqual([other, atValue]);
    workspace.edit(at('shop/templates/new.yaml'), service('web-canary'));
    expect(told()).toEqual([other]);
    writeFileSync(
      at('shop/templates/_helpers.tpl'),
      '{{ define "own.canary" }}web-canary{{ end }} {{ fail }}',
    );
    writeFileSync(at('shop/templates/canary.yaml'), service('{{ randAlpha 5 }}'));
    workspace.refresh();
    expect(told()).toEqual([other]);
  });

  it('are released by Applications, also with values outside of them', () => {
    const env = { 'env.yaml': 'canary: web-prod\n', 'application.yaml': application };
    const { workspace, at, told } = workspaceOf(env);
    const atEnv = 'env.yaml:1 rollout/services-exist';
    expect(told()).toEqual([atEnv, other]);
    workspace.edit(at('env.yaml'), 'canary: web-canary\n');
    expect(told()).toEqual([other]);
    workspace.edit(at('application.yaml'), application.replace('../env.yaml', '../env-2.yaml'));
    workspace.edit(at('env-2.yaml'), 'canary: web-2\n');
    expect(told()).toEqual(['env-2.yaml:1 rollout/services-exist', other]);
  });

  it('keep their findings when another file changes', () => {
    const { workspace, at } = workspaceOf({ 'shop/values.yaml': 'canary: web-next\n' });
    const of = () => workspace.state().byPlace.get(at('shop/values.yaml'))?.[0];
    const before = of();
    const { rendered } = workspace.state().inputs;
    expect(before).toBeDefined();
    workspace.edit(at('other.yaml'), rolloutText('other', 'maxsurge: 2'));
    expect(of()).toBe(before);
    expect(workspace.state().inputs.rendered[0]).toBe(rendered[0]);
  });

  it('are not read where the configuration says so', () => {
    const { told } = workspaceOf({
      'rolloutkit.yaml': 'render: false\n',
      'shop/values.yaml': 'canary: web-next\n',
    });
    expect(told()).toEqual([other]);
  });

  it('leave questions about places in templates to the files', () => {
    const { workspace, at } = workspaceOf();
    const { graph } = workspace.state();
    expect(graph.given.map(({ source }) => source.path)).toContain(at('shop/templates/web.yaml'));
    expect(graph.given.some(({ source }) => source.name.includes('rendered'))).toBe(false);
  });
});
