import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cdk8sSynth } from '../support/cdk8s.js';
import { installPackage } from '../support/package.js';

let folder: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-uncaught-')));
  await installPackage(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const start = `const { ApiObject, App, Chart } = require('cdk8s');
const { Analysis, BlueGreenRollout, CanaryRollout, NoTraffic, Steps } = require('rolloutkit/constructs');
const app = new App();
const chart = new Chart(app, 'shop');
const pod = { image: 'shop:1', port: 8080 };
const traffic = NoTraffic.replicas();
`;
const tooMuch = `new CanaryRollout(chart, 'cart', {
  pod,
  traffic,
  steps: [Steps.setWeight(120)],
});
`;

/** What Node prints for a program, and its exit code. */
function run(
  program: string,
  file = 'main.js',
  options: readonly string[] = [],
): { readonly stderr: string; readonly status: number | null } {
  writeFileSync(path.join(folder, file), start + program);
  const { stderr, status } = spawnSync(process.execPath, [...options, file], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { stderr, status };
}

const tooMuchSaid = 'error [shop/cart] steps[0].setWeight is 120; it must be an integer from 0 to 100.\n';

describe('an error that a program does not catch', () => {
  it('is one line with the line of the program', () => {
    expect(run(tooMuch)).toEqual({ stderr: `main.js:7:1 - ${tooMuchSaid}`, status: 1 });
  });

  it('is the line of the call that makes the props impossible', () => {
    const added = `const cart = new CanaryRollout(chart, 'cart', { pod, traffic });
console.log('added');
cart.addStep(Steps.setWeight(120));
`;
    expect(run(added)).toEqual({ stderr: `main.js:9:6 - ${tooMuchSaid}`, status: 1 });
  });

  it('is the line of a preset of an analysis', () => {
    const preset = `const analysis = Analysis.prometheus({ address: 'http://prometheus:9090', atLeast: 99 });\n`;
    expect(run(preset)).toEqual({
      stderr: 'main.js:7:27 - error "atLeast" is 99; it must be a share above 0, up to 1.\n',
      status: 1,
    });
  });

  it('has a line for each problem of the validation', () => {
    const two = `for (const name of ['cart', 'checkout'])
  new BlueGreenRollout(chart, name, {
    pod: { ...pod, readinessProbe: { httpGet: { path: '/', port: 'web' } } },
  });
chart.node.addValidation({ validate: () => ['of the user'] });
app.synth();
`;
    const { stderr, status } = run(two);
    const errors = stderr.split('\n').filter((line) => line.includes('error '));
    expect(status).toBe(1);
    expect(errors.map((line) => line.replace(/\].*\(/, '] ('))).toEqual([
      'error [shop] of the user',
      'main.js:8:3 - error [shop/cart] (pods/probe-port-exists)',
      'main.js:8:3 - error [shop/checkout] (pods/probe-port-exists)',
    ]);
    expect(stderr).not.toContain(' at ');
  });

  it('has no line of a construct for an object that another part of the program makes', () => {
    const beside = `new BlueGreenRollout(chart, 'cart', { pod });
new ApiObject(chart, 'autoscaler', {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'other' },
  spec: { scaleTargetRef: { kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1', name: 'other' }, minReplicas: 3, maxReplicas: 2 },
});
app.synth();
`;
    const { stderr } = run(beside);
    const errors = stderr.split('\n').filter((line) => line.includes('error '));
    expect(errors.length).toBeGreaterThan(0);
    for (const line of errors) {
      expect(line).toMatch(/^error \[shop\/cart\] /);
      expect(line).toContain('HorizontalPodAutoscaler "other" (shop/autoscaler)');
    }
  });

  it('is so in a module, too', () => {
    const imported = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
`;
    writeFileSync(path.join(folder, 'main.mjs'), imported + start + tooMuch);
    const { stderr, status } = spawnSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: `main.mjs:9:1 - ${tooMuchSaid}`, status: 1 });
  });

  it('is said once by cdk8s synth, before the error of its own that names the command', () => {
    writeFileSync(path.join(folder, 'main.js'), start + tooMuch);
    writeFileSync(
      path.join(folder, 'cdk8s.yaml'),
      JSON.stringify({ language: 'typescript', app: `"${process.execPath}" main.js`, output: 'dist' }),
    );
    const { stderr, status } = cdk8sSynth(folder);
    const [first, second = ''] = stderr.split('\n');
    expect(status).toBe(1);
    expect(`${first}\n`).toBe(`main.js:7:1 - ${tooMuchSaid}`);
    expect(second).toContain('returned a non-zero exit code 1');
    expect(stderr.split('setWeight is 120')).toHaveLength(2);
  });

  it('of others is printed by Node', () => {
    const other = `try {\n${tooMuch}} catch {}\nthrow new Error('of the user');\n`;
    const { stderr, status } = run(other);
    expect(status).not.toBe(0);
    expect(stderr).toContain('Error: of the user\n    at ');
  });

  // ts-node loads node:domain, through node:repl.
  it.each(['node:domain', 'node:repl'])('is told and ends the program where %s is loaded', (name) => {
    expect(run(`require('${name}');\n${tooMuch}`)).toEqual({
      stderr: `main.js:8:1 - ${tooMuchSaid}`,
      status: 1,
    });
    expect(run(tooMuch, 'loaded.js', ['--require', name])).toEqual({
      stderr: `loaded.js:7:1 - ${tooMuchSaid}`,
      status: 1,
    });
    const other = `try {\n${tooMuch}} catch {}\nthrow new Error('of the user');\n`;
    const { stderr, status } = run(other, 'other.js', ['--require', name]);
    expect(status).not.toBe(0);
    expect(stderr).toContain('Error: of the user\n    at ');
  });

  it('is left to a listener of the program', () => {
    const heard = `process.on('uncaughtException', ({ message }) => console.error('heard: ' + message));\n${tooMuch}`;
    expect(run(heard).stderr).toBe(
      'heard: [shop/cart] steps[0].setWeight is 120; it must be an integer from 0 to 100.\n',
    );
  });
});
