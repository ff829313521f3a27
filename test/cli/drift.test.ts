import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { application, istio } from '../drift/manifests.js';

const root = path.join(__dirname, '../..');
const page = readFileSync(path.join(root, 'docs/drift.md'), 'utf8');

const written = `# The shop.
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  namespace: argocd
spec:
  destination:
    namespace: shop # where it runs
  ignoreDifferences:
    # Weights move.
    - group: networking.istio.io
      kind: VirtualService
      name: web
      jqPathExpressions:
        - .spec.http[]?.route[]?.weight # all of them

  syncPolicy:
    automated:
      selfHeal: true
`;

describe('rolloutkit drift', () => {
  it('prints what docs/drift.md shows', () => {
    const [, folder = '', shown = ''] = /<!-- drift (.+) -->\n\n```text\n([^]*?)\n```/.exec(page) ?? [];
    const { code, stdout } = run(root, 'drift', folder);
    expect(code).toBe(1);
    expect(stdout.replace(/\n\n× 1 Rollout with drift.*\n$/, '')).toBe(shown);
  });

  it('fails for an expression that makes an Application Unknown, also where the Rollout is rejected', () => {
    const { code, stdout } = run(root, 'drift', 'examples/alb-header-route/as-published');
    expect(code).toBe(1);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('has a space after a dot, as a folded scalar leaves it; write .spec.rules');
    expect(words).toContain('makes the whole Application Unknown');
    expect(stdout).not.toContain('✓ 1 Application');
  });

  it('succeeds where entries cover everything', () => {
    const { code, stdout } = run(root, 'drift', 'examples/istio-host/corrected');
    expect(code).toBe(0);
    expect(stdout).toContain('✓ Synced in all ');
  });

  it('prints JSON', () => {
    const { code, stdout } = run(
      folderOf({ 'a.yaml': application() + istio() }),
      'drift',
      '--format',
      'json',
    );
    expect(code).toBe(1);
    const { version, applications } = JSON.parse(stdout) as {
      readonly version: number;
      readonly applications: readonly {
        readonly patch: unknown;
        readonly frames: readonly { id: string; status: string }[];
      }[];
    };
    expect(version).toBe(1);
    expect(applications[0]?.patch).toEqual({
      spec: {
        ignoreDifferences: [
          {
            group: 'networking.istio.io',
            kind: 'VirtualService',
            name: 'web',
            jqPathExpressions: ['.spec.http[]?.route[]?.weight', '.spec.http[]? | select(.name == "beta")'],
          },
        ],
        syncPolicy: { syncOptions: ['ApplyOutOfSyncOnly=true'] },
      },
    });
    expect(applications[0]?.frames.find(({ id }) => id === 'step-0')?.status).toBe('out-of-sync');
  });

  it('prints a page with what Argo CD says', () => {
    const { stdout } = run(folderOf({ 'a.yaml': application() + istio() }), 'drift', '--format', 'html');
    expect(stdout).toMatch(/^<!doctype html>/i);
    expect(stdout).toContain('"status":"out-of-sync"');
  });

  it('writes what is missing, and nothing else', () => {
    const folder = folderOf({ 'app.yaml': written, 'web.yaml': istio() });
    expect(run(folder, 'drift', '--write').stdout).toContain('i app.yaml: written.');
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(
      written
        .replace('# all of them\n', '# all of them\n        - .spec.http[]? | select(.name == "beta")\n')
        .replace(/$/, '    syncOptions:\n      - ApplyOutOfSyncOnly=true\n'),
    );
    expect(run(folder, 'drift', '--write').code).toBe(0);
  });

  it('leaves a file alone that is written in another form', () => {
    const flow = `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: shop}, spec: {destination: {}}}\n`;
    const folder = folderOf({ 'app.yaml': flow, 'web.yaml': istio() });
    const { code, stdout } = run(folder, 'drift', '--write');
    expect(code).toBe(4);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '× app.yaml: nothing was written for "shop": its YAML is written in another form; add by hand what is printed.',
    );
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(flow);
  });

  it('writes nothing outside the repository, and says that it could not', () => {
    const folder = folderOf({
      'app.yaml': written,
      'repo/.git/HEAD': '',
      'repo/apps': { link: '..' },
      'repo/web.yaml': istio(),
    });
    const { code, stdout } = run(path.join(folder, 'repo'), 'drift', '--write', '.', 'apps/app.yaml');
    expect(code).toBe(4);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('× apps/app.yaml: it is a symbolic link that leads out');
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(written);
  });

  it.each([
    [['--argocd', '1.8'], '--argocd is "1.8"; it can be a release of 2.13'],
    [['--rollout', 'wep'], 'There is no Rollout "wep". Is it "web"?'],
    [['--format', 'yaml'], '--format is "yaml"'],
  ])('%j is wrong usage', (args, message) => {
    const { code, stderr } = run(folderOf({ 'a.yaml': istio() }), 'drift', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('says what an Application without settings would say where none is given', () => {
    const { stdout } = run(folderOf({ 'a.yaml': istio() }), 'drift');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('No Application is given');
  });
});
