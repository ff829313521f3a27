import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ValidationContext } from 'cdk8s-cli/plugins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cdk8sSynth } from '../support/cdk8s.js';
import { installPackage } from '../support/package.js';

let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-synth-')));
  await installPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Synth {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly manifests: readonly string[];
}

interface Given {
  readonly canaryService?: string;
  readonly app?: string;
  readonly properties?: object;
  readonly plugin?: string;
}

/** Runs the real `cdk8s synth` on an app with a Rollout that names this canary Service. */
function synth(
  {
    canaryService = 'checkout-canary',
    app = rollout(canaryService),
    properties = {},
    plugin = './node_modules/rolloutkit/dist/cdk8s/index.js',
  }: Given,
  ...args: string[]
): Synth {
  writeFileSync(path.join(folder, 'main.js'), app);
  writeFileSync(
    path.join(folder, 'cdk8s.yaml'),
    JSON.stringify({
      language: 'typescript',
      app: `"${process.execPath}" main.js`,
      output: 'dist',
      validations: [
        {
          package: plugin,
          version: '1.2.3',
          class: 'RolloutValidation',
          properties,
        },
      ],
    }),
  );
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  rmSync(path.join(folder, 'report.json'), { force: true });
  const { status, stdout, stderr } = cdk8sSynth(folder, ...args);
  return { code: status, stdout, stderr, manifests: manifestsIn(path.join(folder, 'dist')) };
}

function manifestsIn(output: string): readonly string[] {
  try {
    return readdirSync(output).filter((name) => name.endsWith('.yaml'));
  } catch {
    return [];
  }
}

function rollout(canaryService: string): string {
  return `
const { ApiObject, App, Chart } = require('cdk8s');
const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'shop' });
const labels = { app: 'checkout' };
for (const [id, name] of [['stable', 'checkout'], ['canary', 'checkout-canary']])
  new ApiObject(chart, id, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
  });
new ApiObject(chart, 'rollout', {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'checkout' },
  spec: {
    replicas: 4,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'checkout', image: 'checkout:1', ports: [{ containerPort: 8080 }], readinessProbe: { tcpSocket: { port: 8080 } } }] },
    },
    strategy: {
      canary: {
        stableService: 'checkout',
        maxUnavailable: 0,
        canaryService: '${canaryService}',
        steps: [{ setWeight: 25 }, { pause: {} }],
      },
    },
  },
});
app.synth();
`;
}

const dangling =
  'spec.strategy.canary.canaryService (line 39): Service "checkout-canry", the canary Service of Rollout "checkout", is not found; did you mean "checkout-canary"? [line 17: probably meant]';

// Each run takes a second, and several where the machine is busy.
describe('cdk8s synth with RolloutValidation', { timeout: 60_000 }, () => {
  it('exits with 0 and writes the manifests of an app that is right', () => {
    const { code, stdout, manifests } = synth({});

    expect(stdout).toContain('Validations ended succesfully');
    expect(stdout).toMatch(/ resources +│ 3 /);
    expect(stdout).toMatch(/ rollouts +│ 1 /);
    expect(stdout).toMatch(/ errors +│ 0 /);
    expect(manifests).toEqual(['shop.k8s.yaml']);
    expect(code).toBe(0);
  });

  it('exits with 2, prints what is wrong and writes it into the report', () => {
    const app = rollout('checkout-canry').replace('app.synth();', `${misspelt}\n$&`);
    const { code, stdout, stderr } = synth({ app }, '--validation-reports-output-file', 'report.json');

    expect(stdout).toContain('rollout/services-exist (1 occurrences)');
    expect(stdout).toContain(`> ${dangling}`);
    expect(stderr).toContain('Validation failed');
    expect(code).toBe(2);
    const { reports } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as Reports;
    expect(reports[0]?.summary).toMatchObject({
      status: 'failure',
      metadata: { errors: '2', warnings: '0', rollouts: '1' },
    });
    expect(
      reports[0]?.violations.map(({ ruleName, violatingConstructs }) => [ruleName, violatingConstructs]),
    ).toEqual([
      [
        'rollout/services-exist',
        // The Service has the same name: no path is better than that of another object.
        [{ resourceName: 'Rollout/checkout', locations: [dangling], manifestPath: 'dist/shop.k8s.yaml' }],
      ],
      [
        'schema/fields-known',
        [
          {
            resourceName: 'route',
            locations: [expect.stringMatching(/^spec\.hots \(line \d+\): .*"hosts"/)],
            manifestPath: 'dist/shop.k8s.yaml',
            constructPath: 'shop/route',
          },
        ],
      ],
    ]);
  });

  it('exits with 0 and prints warnings when there are only those', () => {
    const app = rollout('checkout-canary').replace('canary: {', "$& maxSurge: '1',");
    const { code, stdout } = synth({ app });

    expect(stdout).toContain('warning: steps/surge-unquoted (1 occurrences)');
    expect(stdout).toContain('Validations ended succesfully');
    expect(code).toBe(0);
  });

  it('leaves out what a construct is told to suppress', () => {
    const app = (suppress: object) => `
const { App, Chart, JsonPatch } = require('cdk8s');
const { CanaryRollout, IstioTraffic, Steps } = require('rolloutkit/constructs');
const app = new App();
const { virtualService } = new CanaryRollout(new Chart(app, 'shop', { namespace: 'shop' }), 'checkout', {
  pod: { image: 'checkout:1', port: 8080, readinessProbe: { tcpSocket: { port: 8080 } } },
  traffic: IstioTraffic.subsets(),
  steps: Steps.ramp([20, 50]),
  suppress: ${JSON.stringify(suppress)},
});
for (const route of [0, 1]) virtualService.addJsonPatch(JsonPatch.add(\`/spec/http/0/route/\${route}/weight\`, 50));
app.synth();
`;
    const refused = synth({ app: app({}) });
    expect(refused.stderr).toContain('[shop/checkout]');
    expect(refused.code).toBe(1);
    const rules = [...new Set(refused.stderr.match(/[a-z]+\/[a-z-]+(?=\))/g))];
    expect(rules.length).toBeGreaterThan(0);

    const reasons = Object.fromEntries(rules.map((rule) => [rule, 'another team runs it']));
    const { code, stdout } = synth({ app: app(reasons) });
    expect(stdout).toMatch(/ errors +│ 0 /);
    expect(stdout).toContain('Validations ended succesfully');
    expect(code).toBe(0);
  });

  // cdk8s-cli pipes files to its output and does not wait for that: on a busy machine it can end before.
  it('leaves --stdout --no-validate pure YAML', { retry: 3 }, () => {
    const { code, stdout } = synth({ canaryService: 'checkout-canry' }, '--stdout', '--no-validate');

    const documents = parseAllDocuments(stdout);
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(documents.map((document) => document.get('kind'))).toEqual(['Service', 'Service', 'Rollout']);
    expect(code).toBe(0);
  });

  it('exits with 1 for a property that there is not', () => {
    const { code, stderr } = synth({ properties: { failon: 'never' } });

    expect(stderr).toContain('The properties of RolloutValidation: Unknown property "failon".');
    expect(code).toBe(1);
  });
});

describe('the package', { timeout: 60_000 }, () => {
  const evaluate = (where: string, script: string) =>
    spawnSync(process.execPath, ['--eval', script], { cwd: where, encoding: 'utf8' });

  it('has lintApp beside the plugin', () => {
    const app = rollout('checkout-canry').replace(
      'app.synth();',
      "const { lintApp } = require('rolloutkit/cdk8s');\nconsole.log(lintApp(app).map(({ construct }) => construct).join());",
    );

    expect(evaluate(folder, app)).toMatchObject({ stdout: 'shop/rollout\n', stderr: '' });
  });

  it('is found by its name among the plugins that cdk8s-cli has installed, without cdk8s', async () => {
    const plugins = path.join(folder, 'plugins');
    await installPackage(path.join(plugins, 'rolloutkit/1.2.3'), []);
    const { code, stdout } = synth(
      { canaryService: 'checkout-canry', plugin: 'rolloutkit' },
      '--plugins-dir',
      plugins,
    );

    expect(stdout).toContain('Validation Report (rolloutkit@1.2.3)');
    expect(stdout).toContain(`> ${dangling}`);
    expect(code).toBe(2);
  });

  it('has a plugin that needs no cdk8s', () => {
    const modules = path.join(folder, 'node_modules');
    rmSync(path.join(modules, 'cdk8s'));
    rmSync(path.join(modules, 'constructs'));

    const script = `const { RolloutValidation } = require('rolloutkit/cdk8s'); console.log(typeof new RolloutValidation().validate)`;
    expect(evaluate(folder, script)).toMatchObject({ stdout: 'function\n', stderr: '' });
  });
});

const misspelt = `new ApiObject(chart, 'route', {
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata: { name: 'route' },
  spec: { hosts: ['checkout'], hots: [], http: [{ redirect: { uri: '/' } }] },
});`;

interface Reports {
  readonly reports: readonly ReturnType<ValidationContext['report']['toJson']>[];
}
