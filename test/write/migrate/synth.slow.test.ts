import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as constructs from '../../../src/constructs/index.js';
import { planMigration } from '../../../src/write/migrate/plan.js';
import { cdk8sSynth } from '../../support/cdk8s.js';
import { run } from '../../support/command.js';
import { installPackage } from '../../support/package.js';
import { textSource } from '../../support/sources.js';
import { cdk8sSystem, systemRouters } from './systems.js';

let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-migrated-')));
  await installPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
}

const keyOf = ({ kind, metadata: { name } }: Manifest): string => `${kind}/${name}`;

/** An app that has some objects as they are, and behind them the statements that migrate tells. */
function appOf(objects: readonly Manifest[], code: readonly string[]): string {
  return `
const { ApiObject, App, Chart } = require('cdk8s');
const { ${Object.keys(constructs).join(', ')} } = require('rolloutkit/constructs');
const app = new App({ outputFileExtension: '.k8s.yaml' });
const chart = new Chart(app, 'checkout', { disableResourceNameHashes: true });
const others = ${JSON.stringify(objects)}.map((object, index) => new ApiObject(chart, 'object-' + index, object));
const deployment = others.find(({ kind }) => kind === 'Deployment');
${code.join('\n')}
app.synth();
`;
}

function withoutSilence({ metadata: { annotations = {}, ...metadata }, ...object }: Manifest): object {
  const kept = Object.entries(annotations).filter(([key]) => !/^(?:suppress|assume)\.rolloutkit\//.test(key));
  return {
    ...object,
    metadata: { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) },
  };
}

describe.each(systemRouters)('cdk8s synth makes what migrate has planned, with %s', (router) => {
  const system = cdk8sSystem(router);
  const files = Object.entries(system).map(([name, text]) => textSource(name, text));
  const { steps } = planMigration(files, 'checkout');

  it.each(['beside', 'routed'])('in step "%s"', (id) => {
    const { code, changes } = steps.find((step) => step.id === id)!;
    const { after = '' } = changes.find(({ name }) => name === 'dist/checkout.k8s.yaml')!;
    const wanted = parseAllDocuments(after).map((one) => one.toJS() as Manifest);
    const isMade = ({ kind, metadata: { name } }: Manifest): boolean =>
      kind === 'Rollout' || (id === 'beside' && name === 'checkout-canary');
    writeFileSync(
      path.join(folder, 'main.js'),
      appOf(
        wanted.filter((object) => !isMade(object)),
        code,
      ),
    );
    writeFileSync(
      path.join(folder, 'cdk8s.yaml'),
      JSON.stringify({
        language: 'typescript',
        app: `"${process.execPath}" main.js`,
        output: 'dist',
        validations: [
          {
            package: './node_modules/rolloutkit/dist/cdk8s/index.js',
            version: '1.0.0',
            class: 'RolloutValidation',
          },
        ],
      }),
    );
    rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
    const { status, stdout, stderr } = cdk8sSynth(folder);
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
    const made = readdirSync(path.join(folder, 'dist'))
      .filter((name) => name.endsWith('.yaml'))
      .flatMap((name) => parseAllDocuments(readFileSync(path.join(folder, 'dist', name), 'utf8')))
      .map((one) => one.toJS() as Manifest);
    expect(made.map(keyOf).sort()).toEqual(wanted.map(keyOf).sort());
    for (const object of made)
      expect(withoutSilence(object)).toEqual(wanted.find((other) => keyOf(other) === keyOf(object)));
    mkdirSync(path.join(folder, 'argocd'), { recursive: true });
    const told = changes.find(({ name }) => name === 'argocd/checkout.yaml')?.after;
    writeFileSync(path.join(folder, 'argocd/checkout.yaml'), told ?? system['argocd/checkout.yaml']!);
    expect(run(folder, 'lint', 'dist', 'argocd')).toMatchObject({ code: 0 });
  });
});
