import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { broken, folderOf, good, rolloutText, run, template } from '../support/command.js';
import { istioRollout } from '../play/simulate/manifests.js';

const root = path.join(__dirname, '../..');
const corrected = 'examples/istio-host/corrected';
const published = 'examples/istio-host/as-published';

interface Output {
  readonly version: number;
  readonly traces: readonly {
    readonly rollout: unknown;
    readonly rollouts: string;
    readonly frames: readonly {
      readonly id: string;
      readonly weight: number;
      readonly writes: readonly { readonly object: string; readonly patch: unknown }[];
      readonly objects: Readonly<Record<string, number>>;
    }[];
    readonly objects: readonly unknown[];
    readonly files: unknown;
  }[];
  readonly findings: readonly { readonly rule: string }[];
}

const json = (folder: string, ...args: string[]): Output =>
  JSON.parse(run(folder, 'simulate', ...args, '--format', 'json').stdout) as Output;

describe('rolloutkit simulate', () => {
  it('shows the frames in a table', () => {
    const { code, stdout, stderr } = run(root, 'simulate', corrected);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(`Rollout bookshop/catalog  ${corrected}/rollout.yaml  Argo Rollouts 1.9`);
    expect(lines.find((line) => line.startsWith('step-2 '))?.split(/ {2,}/)).toEqual([
      'step-2',
      '20s',
      'setWeight: 50',
      '50',
      '4/4',
      '2/2',
      'VirtualService',
    ]);
    expect(stdout).toContain('What would happen instead');
    expect(stdout).toMatch(/\n✓ 1 Rollout, 27 frames, \d+\.\d\d s\n$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('names the same fate at several steps once', () => {
    const { stdout } = run(root, 'simulate', corrected);
    expect(stdout.split('\n').filter((line) => line.startsWith('aborted '))).toEqual([
      expect.stringMatching(/^aborted +step-0\.\.1 +0 +4\/4 +1\/1 +Degraded$/),
      expect.stringMatching(/^aborted +step-2\.\.3 +0 +4\/4 +2\/2 +Degraded$/),
    ]);
  });

  it('fails for what the controller rejects', () => {
    const { code, stdout } = run(folderOf({ 'a.yaml': istioRollout('- setWeight: 120') }), 'simulate');
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '× invalid: InvalidSpec: The Rollout "checkout" is invalid: spec.strategy.steps[0].setWeight: Invalid value: 120: SetWeight needs to be between 0 and 100',
    );
    expect(stdout).toMatch(/\n× 1 frame with errors in 1 Rollout, 1 frame, /);
  });

  it('fails for broken YAML', () => {
    const folder = folderOf({ 'a.yaml': broken, 'b.yaml': good });
    const { code, stdout } = run(folder, 'simulate');
    expect(code).toBe(1);
    expect(stdout).toContain('error  yaml/parses');
    expect(stdout).toContain('Rollout good');
    expect(json(folder).findings.map(({ rule }) => rule)).toEqual(['yaml/parses']);
  });

  it('says which inputs it could not read', () => {
    const { code, stdout } = run(folderOf({ 'a.yaml': good }), 'simulate', 'a.yaml', 'gone.yaml');
    expect(code).toBe(4);
    expect(stdout).toContain('× gone.yaml: file or folder not found.');
  });

  it('is wrong usage without a Rollout', () => {
    const { code, stderr } = run(folderOf({ 'chart/templates/a.yaml': template }), 'simulate');
    expect(code).toBe(2);
    expect(stderr).toContain('The given files contain no Rollout.');
    expect(stderr).toContain('rolloutkit simulate --render chart');
  });
});

describe('the Rollouts of several', () => {
  it('are chosen by name and namespace', () => {
    const names = (...args: string[]): unknown[] =>
      json(root, 'examples', ...args).traces.map(({ rollout }) => rollout);
    const catalog = (folder: string): unknown => ({
      namespace: 'bookshop',
      name: 'catalog',
      file: `${folder}/rollout.yaml`,
    });
    expect(names('--rollout', 'catalog')).toEqual([catalog(published), catalog(corrected)]);
    expect(names('--rollout', 'bookshop/catalog')).toEqual(names('--rollout', 'catalog'));
    expect(run(root, 'simulate', 'examples', '--rollout', 'catalogue').stderr).toContain(
      'Rollout "catalogue" is not found. Did you mean "catalog"?',
    );
  });

  it('are chosen by a name in the place of a path, which wins', () => {
    const text = good.replaceAll('good', 'cart');
    const folder = folderOf({ 'good.yaml': good, 'cart/a.yaml': good, 'b.yaml': text });
    const names = (...args: string[]): readonly string[] =>
      (JSON.parse(run(folder, 'simulate', ...args, '--format', 'json').stdout) as Output).traces.map(
        ({ rollout }) => {
          const { file, name } = rollout as { file: string; name: string };
          return `${file}: ${name}`;
        },
      );
    expect(names('good').toSorted()).toEqual(['cart/a.yaml: good', 'good.yaml: good']);
    expect(names('good', 'good.yaml')).toEqual(['good.yaml: good']);
    expect(names('cart')).toEqual(['cart/a.yaml: good']);
    expect(names('good', '--rollout', 'cart')).toHaveLength(3);
    const wrong = run(folder, 'simulate', 'god');
    expect(wrong.code).toBe(4);
    expect(wrong.stdout).toContain('× god: file or folder not found.');
    expect(wrong.stdout).toContain('No Rollout has the name "god", either. Did you mean "good"?');
  });

  it.each(['simulate', 'drift'])('are no more on a page of %s than a browser can take', (command) => {
    const many = Array.from({ length: 1001 }, (_, index) => good.replaceAll('good', `r${index}`)).join(
      '---\n',
    );
    const { code, stderr, stdout } = run(folderOf({ 'a.yaml': many }), command, '--format', 'html');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      '1001 Rollouts are too many for one page; choose some with --rollout, or use --format json.',
    );
  });

  it('are all played before a step is missed, and nothing is printed then', () => {
    const step = '[{setWeight: 20}, {pause: {}}, {setWeight: 50}]';
    const folder = folderOf({
      'a.yaml': istioRollout(step.replace(', {setWeight: 50}', '')).replaceAll('checkout', 'short'),
      'b.yaml': istioRollout(step),
    });
    const at = (number: string): ReturnType<typeof run> =>
      run(folder, 'simulate', '--abort-at', number, '--format', 'json');
    const { code, stdout, stderr } = at('2');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('the update of Rollout "short" reaches steps 0 to 1.');
    const { traces } = JSON.parse(at('1').stdout) as Output;
    const aborted = traces.map(({ frames }) => frames.filter(({ id }) => id.includes('aborted')).length);
    expect(aborted).toEqual([1, 1]);
  });

  it('are one line each if they are many, with the worst that is said of each', () => {
    const bad = rolloutText('bad', 'steps: [{setWeight: 120}]');
    const texts = Array.from({ length: 11 }, (_, index) => good.replaceAll('good', `r${index}`));
    const folder = folderOf({ 'a.yaml': [...texts, bad].join('---\n') });
    const { code, stdout } = run(folder, 'simulate');
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^Rollout +ends +after +frames/);
    expect(lines.filter((line) => /^r\d+ +promoted +\S+ +\d+/.test(line))).toHaveLength(11);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('invalid: InvalidSpec: The Rollout "bad" is invalid');
    expect(lines.at(-2)).toMatch(/^× 1 frame with errors in 12 Rollouts, \d+ frames, /);
    expect(json(folder).traces.length).toBe(12);
    // As many as fit are shown whole.
    expect(run(folder, 'simulate', '--rollout', 'r3,r4').stdout).toContain('Rollout r4');
  });
});

describe('--step', () => {
  it('shows the objects of a frame with what has changed', () => {
    const { code, stdout } = run(root, 'simulate', corrected, '--step', '2');
    expect(code).toBe(0);
    expect(stdout).toContain(
      '# step-2: setWeight: 50, after: pods start and stop; marked against step-2-scaling\n',
    );
    expect(stdout).toContain('\n# VirtualService bookshop/catalog, changed\n');
    expect(stdout).toContain(
      '\n          - destination:\n              host: catalog-stable\n-           weight: 95\n+           weight: 50\n',
    );
    expect(stdout).toContain('\n# Service bookshop/catalog-stable\n  apiVersion: v1\n');
  });

  it.each([
    ['--step', '7', '--step is "7", but that frame is not found. The frames are installed, started, step-0'],
    ['--step', 'promote', '--step is "promote", but that frame is not found. Did you mean "promoted"?'],
    ['--diff', 'installed', '--diff is "installed"; it must be two frames, such as installed..step-0.'],
    ['--abort-at', '4', '--abort-at is 4, but the update of Rollout "catalog" reaches steps 0 to 3.'],
    ['--abort-at', '-1', 'needs a value'],
    ['--abort-at', 'one', '--abort-at is "one"; it must be the number of a step, counted from 0.'],
    ['--rollouts', '1.6', '--rollouts is "1.6"; it must be one of 1.7, 1.8, 1.9, 1.10, 1.11.'],
    ['--rollouts', 'latest', '--rollouts is "latest"; it must be one of 1.7, 1.8, 1.9, 1.10, 1.11.'],
    ['--format', 'yaml', '--format is "yaml"; it must be one of text, json, html.'],
    ['--stepp', '1', 'Unknown option "--stepp". Did you mean "--step"?'],
  ])('%s %s is wrong usage', (option, value, message) => {
    const { code, stderr } = run(root, 'simulate', corrected, option, value);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('is for one Rollout and for text', () => {
    expect(run(root, 'simulate', published, corrected, '--step', '1').stderr).toContain(
      'choose it with --rollout',
    );
    expect(run(root, 'simulate', corrected, '--step', '1', '--format', 'json').stderr).toContain(
      'need --format text',
    );
    expect(run(root, 'simulate', corrected, '--step', '1', '--diff', 'a..b').stderr).toContain(
      'cannot be used together',
    );
  });
});

describe('--diff', () => {
  it('is what changes, for tools that know diffs', () => {
    const { code, stdout } = run(root, 'simulate', corrected, '--diff', 'step-1..step-2');
    expect(code).toBe(0);
    expect(stdout).toContain(
      `--- step-1/bookshop/VirtualService/catalog.yaml
+++ step-2/bookshop/VirtualService/catalog.yaml
@@ -21,7 +21,7 @@
       route:
         - destination:
             host: catalog-stable
-          weight: 95
+          weight: 50
         - destination:
             host: catalog-canary
-          weight: 5
+          weight: 50
`,
    );
    expect(stdout).not.toContain('Service/catalog-stable.yaml');
  });
});

describe('--format json', () => {
  const [trace] = json(root, corrected).traces;

  it('has every frame, with objects by their place in a list', () => {
    const frame = trace?.frames.find(({ id }) => id === 'step-2');
    const place = frame?.objects['networking.istio.io/VirtualService/bookshop/catalog'] ?? -1;
    expect(trace?.objects[place]).toMatchObject({
      spec: { http: [{ name: 'moved' }, { name: 'primary', route: [{ weight: 50 }, { weight: 50 }] }] },
    });
    expect(frame).toMatchObject({
      kind: 'step',
      title: 'setWeight: 50',
      step: 2,
      weight: 50,
      isSettled: true,
    });
    expect(frame?.writes.map(({ object }) => object)).toContain(
      'networking.istio.io/VirtualService/bookshop/catalog',
    );
    const service = frame?.objects['/Service/bookshop/catalog-stable'];
    expect(trace?.frames.find(({ id }) => id === 'step-0')?.objects['/Service/bookshop/catalog-stable']).toBe(
      service,
    );
  });

  it('is the same each time', () => {
    const args = ['simulate', corrected, '--format', 'json'];
    expect(run(root, ...args).stdout).toBe(run(root, ...args).stdout);
  });

  it('tells the version that was simulated', () => {
    expect(trace?.rollouts).toBe('1.9');
    expect(json(root, corrected, '--rollouts', 'v1.8.3').traces[0]?.rollouts).toBe('1.8');
    expect(json(root, corrected, '--rollouts', '1.10').traces[0]?.rollouts).toBe('1.10');
  });
});

describe('--format html', () => {
  it('is a page', () => {
    const { code, stdout } = run(root, 'simulate', corrected, '--format', 'html');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain('"catalog"');
  });
});

describe('--ready-after', () => {
  it('is a duration', () => {
    const { stdout } = run(root, 'simulate', corrected, '--ready-after', '1m30s');
    expect(stdout).toMatch(/^step-0 +1m 30s /m);
    expect(stdout).toContain('Times assume that pods are ready after 1m 30s');
    expect(run(root, 'simulate', corrected, '--ready-after', 'soon')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--ready-after is "soon"; it must be a duration') as string,
    });
  });
});

describe('--fail', () => {
  const rollout = (steps: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  replicas: 5
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: 'web:1'}]}}
  strategy: {canary: {steps: ${steps}}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: check, namespace: shop}
spec: {metrics: [{name: errors, count: 3, interval: 1m, provider: {prometheus: {address: 'http://p', query: up}}}]}
`;
  const files = {
    'web.yaml': rollout('[{setWeight: 20}, {analysis: {templates: [{templateName: check}]}}]'),
  };

  it('shows how a bad version ends', () => {
    const { code, stdout } = run(folderOf(files), 'simulate', '--fail', 'errors@30s');
    expect(code).toBe(0);
    // Good at 10 s, bad at 1 min 10 s.
    expect(stdout).toMatch(/^aborted-scaling +1m 10s /m);
    expect(stdout).not.toContain('What would happen instead');
  });

  it('knows the metrics of a Rollout', () => {
    const folder = folderOf(files);
    const expected = 'has no such metric. Its metrics are errors.';
    for (const format of ['text', 'json'])
      expect(run(folder, 'simulate', '--fail', 'latency', '--format', format)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(expected) as string,
      });
    expect(run(folder, 'simulate', '--fail', 'all', '--abort-at', '0').stderr).toContain(
      '--fail and --abort-at cannot be used together',
    );
  });
});
