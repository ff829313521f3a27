import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DiagnosticSeverity } from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { discover } from '../../../src/repository/files/discover.js';
import { lint } from '../../../src/lint/lint.js';
import { bad, folderOf, good, rolloutText } from '../../support/command.js';
import { type Client, startHere } from './client.js';

const examples = path.join(__dirname, '../../../examples');
let client: Client;

afterEach(async () => {
  await client.end();
});

async function opened(files: Parameters<typeof folderOf>[0]): Promise<string> {
  const folder = folderOf(files);
  client = startHere();
  await client.initialize([folder]);
  return folder;
}

/** The rules of the diagnostics of a file. */
const rulesIn = (file: string) => client.of(file).map(({ code }) => code);

const services = (stable: string) => `apiVersion: v1
kind: Service
metadata:
  name: ${stable}
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web-canary
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
`;

const rollout = rolloutText('web', 'stableService: web-stable\n      canaryService: web-canary')
  .replace('name: web\nspec', 'name: web\n  namespace: shop\nspec')
  .replace(
    'image: web:1\n',
    'image: web:1\n          readinessProbe:\n            tcpSocket:\n              port: 80\n',
  );

describe('the diagnostics of the language server', () => {
  it.each(readdirSync(examples).filter((name) => !['cdk8s', 'plugin'].includes(name)))(
    'are what lint finds in the example %s',
    async (name) => {
      const folder = path.join(examples, name, 'as-published');
      const { findings } = lint(
        discover(['.'], folder).sources,
        (await import('../../../src/rules/index.js')).rules,
      );
      expect(findings.length).toBeGreaterThan(0);
      client = startHere();
      await client.initialize([folder]);
      const told = () => [...client.published.values()].flat().map(({ code }) => String(code));
      await client.until(() => told().length === findings.length);
      expect(told().sort()).toEqual(findings.map(({ rule }) => rule).sort());
    },
  );

  it('have the place, the severity, the page and the related places', async () => {
    const folder = await opened({ 'rollout.yaml': bad });
    const file = path.join(folder, 'rollout.yaml');
    await client.until(() => client.of(file).length > 0);
    expect(client.of(file)).toMatchObject([
      {
        range: { start: { line: 10, character: 6 }, end: { line: 10, character: 14 } },
        severity: DiagnosticSeverity.Error,
        code: 'schema/fields-known',
        codeDescription: { href: 'file:///docs/schema/fields-known.md' },
        source: 'rolloutkit',
      },
    ]);
  });

  it('follow unsaved texts, in other files, too', async () => {
    const folder = await opened({ 'rollout.yaml': rollout, 'services.yaml': services('web-stable') });
    const [file, other] = [path.join(folder, 'services.yaml'), path.join(folder, 'rollout.yaml')];
    await client.open(file, services('web-stable'));
    await client.change(file, {
      range: { start: { line: 3, character: 8 }, end: { line: 3, character: 18 } },
      text: 'web-old',
    });
    await client.until(() => rulesIn(other).includes('rollout/services-exist'));
    await client.change(file, { text: services('web-stable') });
    await client.until(() => rulesIn(other).length === 0);
    await client.change(file, { text: services('web-older') });
    await client.until(() => rulesIn(other).length > 0);
    await client.close(file);
    await client.until(() => rulesIn(other).length === 0);
  });

  it('see files that come, go and are renamed on disk', async () => {
    const folder = await opened({ 'rollout.yaml': rollout, 'services.yaml': services('web-stable') });
    const at = (name: string) => path.join(folder, name);
    await client.open(at('rollout.yaml'), rollout);
    rmSync(at('services.yaml'));
    await client.save(at('rollout.yaml'));
    await client.until(() => rulesIn(at('rollout.yaml')).length > 0);
    writeFileSync(at('others.yaml'), services('web-stable'));
    await client.save(at('rollout.yaml'));
    await client.until(() => rulesIn(at('rollout.yaml')).length === 0);
    renameSync(at('others.yaml'), at('others.txt'));
    await client.save(at('rollout.yaml'));
    await client.until(() => rulesIn(at('rollout.yaml')).length > 0);
  });

  it('keep those of the last valid configuration while it is typed', async () => {
    const folder = await opened({ 'rollout.yaml': bad, 'rolloutkit.yaml': 'ignore: []\n' });
    const [file, config] = [path.join(folder, 'rollout.yaml'), path.join(folder, 'rolloutkit.yaml')];
    await client.until(() => rulesIn(file).length === 1);
    await client.open(config, 'ignore: []\nrul');
    await client.until(() => client.of(config).length === 1);
    expect(client.of(config)).toMatchObject([{ range: { start: { line: 1, character: 0 } } }]);
    expect(rulesIn(file)).toEqual(['schema/fields-known']);
    await client.change(config, { text: 'rules:\n  schema/fields-known: off\n' });
    await client.until(() => client.of(config).length + client.of(file).length === 0);
    await client.close(config);
    await client.until(() => rulesIn(file).length === 1);
  });

  it('use the configuration above the folder, as lint does there', async () => {
    const folder = folderOf({
      '.git/HEAD': '',
      'rolloutkit.yaml': 'rules:\n  schema/fields-known: warning\n',
      'apps/rollout.yaml': bad,
    });
    client = startHere();
    await client.initialize([path.join(folder, 'apps')]);
    const file = path.join(folder, 'apps/rollout.yaml');
    await client.until(() => client.of(file).length > 0);
    expect(client.of(file)[0]?.severity).toBe(DiagnosticSeverity.Warning);
  });

  it('are those of each open folder', async () => {
    const [one, other] = [folderOf({ 'a.yaml': bad }), folderOf({ 'b.yaml': good })];
    client = startHere();
    await client.initialize([one, other]);
    await client.until(() => rulesIn(path.join(one, 'a.yaml')).length === 1);
    await client.open(path.join(other, 'b.yaml'), bad);
    await client.until(() => rulesIn(path.join(other, 'b.yaml')).length === 1);
  });

  it('are none for what is not a file of an open folder', async () => {
    const folder = await opened({ 'rollout.yaml': bad });
    const outside = path.join(folder, '../outside.yaml');
    await client.open(outside, bad);
    await client.open(path.join(folder, 'notes.txt'), bad);
    await client.until(() => rulesIn(path.join(folder, 'rollout.yaml')).length === 1);
    client.session?.flush();
    expect([...client.published.values()].flat()).toHaveLength(1);
    expect(readFileSync(path.join(folder, 'rollout.yaml'), 'utf8')).toBe(bad);
  });
});

it('prepares for the next change while nothing is asked', async () => {
  const folder = await opened({ 'rollout.yaml': bad });
  const [root] = client.session!.roots.all;
  const prepare = vi.spyOn(root!, 'prepare');
  const isPrepared = () => vi.waitFor(() => expect(prepare.mock.results.at(-1)?.value).toBe(false), 20_000);
  await isPrepared();
  prepare.mockClear();
  await client.open(path.join(folder, 'rollout.yaml'), good);
  await isPrepared();
  expect(rulesIn(path.join(folder, 'rollout.yaml'))).toEqual([]);
});
