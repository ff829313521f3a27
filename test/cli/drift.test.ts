import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { application, istio } from '../play/drift/manifests.js';
import { itWhole } from '../support/whole.js';

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
    expect(words).toContain('has a space after a dot, probably left by a folded scalar; write .spec.rules');
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

  itWhole('prints a page with what Argo CD says', () => {
    const { stdout } = run(folderOf({ 'a.yaml': application() + istio() }), 'drift', '--format', 'html');
    expect(stdout).toMatch(/^<!doctype html>/i);
    expect(stdout).toContain('"status":"out-of-sync"');
  });

  it('writes what is missing, and nothing else', () => {
    const folder = folderOf({ 'app.yaml': written, 'web.yaml': istio() });
    const { code, stdout } = run(folder, 'drift', '--write');
    expect(stdout).toContain('i app.yaml: written.');
    // The verdict is that of the files as they are now.
    expect(code).toBe(0);
    expect(stdout).not.toContain('OutOfSync');
    expect(stdout.replace('i app.yaml: written.\n', '').replace(/[\d.]+ s\n$/, '')).toBe(
      run(folder, 'drift').stdout.replace(/[\d.]+ s\n$/, ''),
    );
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(
      written
        .replace('# all of them\n', '# all of them\n        - .spec.http[]? | select(.name == "beta")\n')
        .replace(/$/, '    syncOptions:\n      - ApplyOutOfSyncOnly=true\n'),
    );
  });

  // A commit to a hidden field alone leaves the object Synced, and with the option only what is OutOfSync is applied.
  it('adds no ApplyOutOfSyncOnly beside an entry that also hides what only Git sets, and says so', () => {
    const wide = written.replace('.spec.http[]?.route[]?.weight # all of them', '.spec.http');
    const folder = folderOf({ 'app.yaml': wide, 'web.yaml': istio() });
    const words = run(folder, 'drift', '--write').stdout.replaceAll(/\s+/g, ' ');
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(wide);
    expect(words).toContain('Narrow the entry, then add the option.');
    expect(words).not.toContain('with ApplyOutOfSyncOnly=true no sync applies such a change');
    const both = `${wide}    syncOptions:\n      - ApplyOutOfSyncOnly=true\n`;
    const told = run(folderOf({ 'app.yaml': both, 'web.yaml': istio() }), 'drift').stdout;
    expect(told.replaceAll(/\s+/g, ' ')).toContain(
      'The same if they change in Git: with ApplyOutOfSyncOnly=true no sync applies such a change.',
    );
    expect(told).not.toContain('Narrow the entry');
  });

  itWhole('writes braces and brackets where the file has them', () => {
    const flow = `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: shop}, spec: {destination: {}}}\n`;
    const folder = folderOf({ 'app.yaml': flow, 'web.yaml': istio() });
    expect(run(folder, 'drift', '--write').code).toBe(0);
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(
      flow.replace(
        'destination: {}',
        `destination: {}, ignoreDifferences: [{group: networking.istio.io, kind: VirtualService, name: web, jqPathExpressions: ['.spec.http[]?.route[]?.weight', '.spec.http[]? | select(.name == "beta")']}], syncPolicy: {syncOptions: [ApplyOutOfSyncOnly=true]}`,
      ),
    );
    expect(run(folder, 'drift', '--write').code).toBe(0);
  });

  itWhole('leaves a file alone whose entries are an alias, and says why', () => {
    const aliased = application('syncPolicy: {syncOptions: [ApplyOutOfSyncOnly=true]}').replace(
      'spec:\n',
      'spec:\n  info: &none []\n  ignoreDifferences: *none\n',
    );
    const folder = folderOf({ 'app.yaml': aliased, 'web.yaml': istio() });
    const { code, stdout } = run(folder, 'drift', '--write');
    expect(code).toBe(4);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '× app.yaml: nothing was written for "shop": it is an alias that is also used elsewhere. Add the printed entries by hand.',
    );
    expect(readFileSync(path.join(folder, 'app.yaml'), 'utf8')).toBe(aliased);
  });

  itWhole('writes nothing outside the repository, and says that it could not', () => {
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
    [['--argocd', '1.8'], '--argocd is "1.8"; it must be a release of 2.13'],
    [['--rollout', 'wep'], 'Rollout "wep" is not found. Did you mean "web"?'],
    [['--format', 'yaml'], '--format is "yaml"'],
  ])('%j is wrong usage', (args, message) => {
    const { code, stderr } = run(folderOf({ 'a.yaml': istio() }), 'drift', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  describe('the health of the Rollout in Argo CD', () => {
    const script = `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm, namespace: argocd}\ndata:\n  resource.customizations.health.argoproj.io_Rollout: return {}\n`;

    it('is Suspended at a pause and Degraded after an abort, and what waits for it is said', () => {
      const folder = folderOf({ 'a.yaml': application() + istio() });
      const { stdout } = run(folder, 'drift');
      expect(stdout).toMatch(/^step-\d.* pause .* Suspended$/m);
      expect(stdout).toMatch(/^promoted .* Healthy$/m);
      expect(stdout).toMatch(/^aborted .* Degraded$/m);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'in Argo CD. A sync with several waves or with hooks goes on only once it is Healthy, and fails when it is Degraded.',
      );
    });

    it('is unknown where a script of argocd-cm decides', () => {
      const { stdout } = run(folderOf({ 'a.yaml': application() + istio() + script }), 'drift');
      expect(stdout).toContain('OutOfSync');
      expect(stdout).not.toContain('Suspended');
    });
  });

  describe('comparisons with the same result', () => {
    const of = (name: string, at: string): string =>
      application(`source: {repoURL: https://git.example.com/shop.git, path: ${at}}\n`).replace(
        'name: shop',
        `name: ${name}`,
      );
    const canary = (name: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: ${name}}\nspec:\n  selector: {matchLabels: {app: ${name}}}\n` +
      `  template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: a, image: "a:1"}]}}\n  strategy: {canary: {}}\n`;

    it('are printed once, with all Applications, and the entries name each file to write them to', () => {
      const { stdout } = run(
        folderOf({
          'web/all.yaml': istio(),
          'argocd/dev.yaml': of('dev', 'web'),
          'argocd/prod.yaml': of('prod', 'web'),
        }),
        'drift',
      );
      const text = stdout.replaceAll(/\s+/g, ' ');
      expect(text).toContain(
        'Application argocd/dev argocd/dev.yaml Rollout shop/web web/all.yaml = The same in Application argocd/prod. Argo CD',
      );
      expect(stdout.match(/^frame /gm)).toHaveLength(1);
      expect(stdout).toContain(
        '# Add to Application dev, argocd/dev.yaml\n# and to Application prod, argocd/prod.yaml\nspec:\n',
      );
      expect(stdout.match(/^ {2}ignoreDifferences:/gm)).toHaveLength(1);
      expect(stdout).toMatch(/× OutOfSync in \d+ of \d+ frames: VirtualService web\./);
      expect(text).toMatch(/and \d+ more frames\)/);
    });

    it('are printed once for Rollouts of other names, where nothing is to do', () => {
      const { stdout } = run(
        folderOf({ 'a/a.yaml': canary('web'), 'a/b.yaml': canary('cart'), 'dev.yaml': of('dev', 'a') }),
        'drift',
      );
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'Application argocd/dev dev.yaml Rollout shop/web a/a.yaml = The same for Rollout shop/cart (a/b.yaml) in Application argocd/dev. Argo CD',
      );
      expect(stdout.match(/Synced in all/g)).toHaveLength(1);
    });

    it('are separate where something is to do and the names differ', () => {
      const { stdout } = run(
        folderOf({ 'web.yaml': istio(), 'cart.yaml': istio().replaceAll('web', 'cart') }),
        'drift',
      );
      expect(stdout.match(/^frame /gm)).toHaveLength(2);
    });
  });

  it('says what an Application without settings would say where none is given', () => {
    const { stdout } = run(folderOf({ 'a.yaml': istio() }), 'drift');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('No Application is given');
  });

  describe('a Rollout that no Application deploys', () => {
    const rollout = (name: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: ${name}}\nspec:\n  selector: {matchLabels: {app: a}}\n` +
      '  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: "a:1"}]}}\n  strategy: {canary: {}}\n';
    const ofPath = (name: string, at: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec:\n  project: default\n` +
      `  source: {repoURL: https://git.example.com/shop.git, path: ${at}}\n  destination: {name: in-cluster, namespace: shop}\n`;
    const files = {
      'web/rollout.yaml': rollout('web'),
      'other/rollout.yaml': rollout('other'),
      'argocd/web.yaml': ofPath('web', 'web'),
      'argocd/gone.yaml': ofPath('gone', 'charts/gone'),
      'argocd/lost.yaml': ofPath('lost', 'charts/lost'),
    };

    it('is played beside the others, and named', () => {
      const { code, stdout } = run(folderOf(files), 'drift');
      expect(code).toBe(0);
      const text = stdout.replaceAll(/\s+/g, ' ');
      expect(text).toContain('Application argocd/web argocd/web.yaml Rollout shop/web web/rollout.yaml');
      expect(text).toContain('No Application Rollout other other/rollout.yaml');
      expect(text).toContain('It is unknown which Application deploys Rollout "other"');
      expect(text).toContain('Applications "gone", "lost" deploy none of the files that were read');
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
        /^! 1 Application \(2 more skipped\), 2 Rollouts \(1 without an Application\), 6 frames, /,
      );
    });

    it('is found by its name', () => {
      const { code, stdout } = run(folderOf(files), 'drift', '--rollout', 'other');
      expect({ code, isThere: stdout.includes('Rollout other') }).toEqual({ code: 0, isThere: true });
    });

    it('is told of in JSON, and so is an Application that deploys nothing', () => {
      const { stdout } = run(folderOf(files), 'drift', '--format', 'json');
      const { summary, leftOut, applications } = JSON.parse(stdout) as {
        readonly summary: unknown;
        readonly leftOut: readonly { readonly name: string }[];
        readonly applications: readonly { readonly application: { readonly isGiven: boolean } }[];
      };
      expect(summary).toEqual({
        rollouts: 2,
        applications: 1,
        frames: 6,
        withDrift: 0,
        notJudged: 0,
        withoutApplication: 1,
        leftOut: 2,
      });
      expect(leftOut.map(({ name }) => name)).toEqual(['gone', 'lost']);
      // In the order of the files: other, web.
      expect(applications.map(({ application: { isGiven } }) => isGiven)).toEqual([false, true]);
    });

    it('is a fault of the Rollout where the controller refuses it', () => {
      const refused = rollout('web').replace('{canary: {}}', '{canary: {steps: [{setWeight: 101}]}}');
      const { code, stdout } = run(folderOf({ 'a.yaml': refused }), 'drift');
      expect(code).toBe(1);
      expect(stdout).toContain('× Nothing is compared, because the controller rejects the Rollout: ');
      expect(stdout).toMatch(/\n× 1 Rollout that the controller rejects in 0 Applications, /);
    });

    it('is said to be changed, and not patched, by a kustomization that sets its images', () => {
      const notes = (kustomization: string) =>
        run(
          folderOf({
            'a.yaml': rollout('web'),
            'kustomization.yaml': `resources: [a.yaml]\n${kustomization}`,
          }),
          'drift',
        ).stdout;
      const images = 'images: [{name: a, newTag: "2"}]\n';
      expect(notes(images)).not.toContain('A kustomization');
      expect(notes(`${images}configMapGenerator: [{name: b, literals: [a=1]}]\n`)).toContain(
        'i A kustomization sets fields of Rollout "web"; it is simulated without',
      );
      expect(notes('patches: [{target: {kind: Rollout}, path: p.yaml}]\n')).toContain(
        'i A kustomization patches Rollout "web"; it is simulated without the patch.',
      );
      expect(notes('replicas: [{name: web, count: 2}]\n')).not.toContain('A kustomization');
    });
  });

  itWhole('tells what the entries that are missing freeze where ignored fields are respected', () => {
    const told = (settings: string): boolean =>
      run(folderOf({ 'a.yaml': application(settings) + istio() }), 'drift')
        .stdout.replaceAll(/\s+/g, ' ')
        .includes(
          'keep changes of Git in spec.http of VirtualService "web" from being deployed; take the option out.',
        );
    expect(told('syncPolicy: {syncOptions: [RespectIgnoreDifferences=true]}\n')).toBe(true);
    expect(told('')).toBe(false);
  });

  itWhole('fails where edits of the strategy are never deployed, and not where replicas are', () => {
    const codeFor = (pointer: string): number =>
      run(
        folderOf({
          'a.yaml':
            application(`ignoreDifferences:
  - {group: networking.istio.io, kind: VirtualService, jsonPointers: [/spec]}
  - {group: argoproj.io, kind: Rollout, jsonPointers: ['${pointer}']}
syncPolicy: {syncOptions: [RespectIgnoreDifferences=true]}
`) + istio(),
        }),
        'drift',
      ).code;
    expect(codeFor('/spec/strategy')).toBe(1);
    expect(codeFor('/spec/replicas')).toBe(0);
  });

  itWhole('fails where a sync of any commit takes away what does not come back', () => {
    const weightsOnly = `ignoreDifferences:
  - group: networking.istio.io
    kind: VirtualService
    name: web
    jqPathExpressions: ['.spec.http[]?.route[]?.weight', '.spec.http[]? | select(.name == "beta")']
syncPolicy:
  syncOptions: [ApplyOutOfSyncOnly=true]
`;
    const every = weightsOnly.replace('  syncOptions: [ApplyOutOfSyncOnly=true]', '  automated: {}');
    const result = (settings: string): { code: number; last: string | undefined; isLost: boolean } => {
      const { code, stdout } = run(folderOf({ 'a.yaml': application(settings) + istio() }), 'drift');
      return {
        code,
        last: stdout.trimEnd().split('\n').at(-1)?.slice(0, 1),
        isLost: /× [^×]*A\s+sync\s+of\s+any\s+commit[^×]*It\s+is\s+lost/.test(stdout),
      };
    };
    expect(result(every)).toEqual({ code: 1, last: '×', isLost: true });
    // What only a commit of that very object takes away is no fault of the Application.
    expect(result(weightsOnly)).toEqual({ code: 0, last: '✓', isLost: false });
  });

  describe('managedFieldsManagers', () => {
    const of = (manager: string, more = ''): string =>
      application(`ignoreDifferences:
  - {group: networking.istio.io, kind: VirtualService, managedFieldsManagers: [${manager}]}
${more}`);
    const statuses = (files: string): { readonly code: number; readonly statuses: readonly string[] } => {
      const { code, stdout } = run(folderOf({ 'a.yaml': files }), 'drift', '--format', 'json');
      const { applications } = JSON.parse(stdout) as {
        readonly applications: readonly { readonly frames: readonly { status: string }[] }[];
      };
      const all = applications.flatMap(({ frames }) => frames.map(({ status }) => status));
      return { code, statuses: [...new Set(all)].sort() };
    };

    itWhole('that are no writers ignore nothing', () => {
      expect(statuses(of('nonsense') + istio())).toEqual({ code: 1, statuses: ['out-of-sync', 'synced'] });
    });

    // The controller's update owns all of spec.http: test/argocd/ignored-differences.test.ts has the case of upstream.
    it('ignore what the controller has written', () => {
      expect(statuses(of('rollouts-controller') + istio()).statuses).toEqual(['synced']);
    });

    it('cannot be judged with a server-side diff, which is no success', () => {
      const annotated = of('rollouts-controller').replace(
        '  namespace: argocd\n',
        '  namespace: argocd\n  annotations: {argocd.argoproj.io/compare-options: ServerSideDiff=true}\n',
      );
      const folder = folderOf({ 'a.yaml': annotated + istio() });
      const { code, stdout } = run(folder, 'drift');
      expect(code).toBe(4);
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
        /1 Rollout that cannot be compared in 1 Application, /,
      );
    });
  });
});
