import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { folderOf, rolloutText } from '../../support/command.js';
import { Caller } from './connected.js';

const program = path.join(__dirname, '../../../bin/rolloutkit.js');

test('the built command serves a client over stdio, and ends with it', async () => {
  const root = folderOf({ 'a.yaml': rolloutText('web', 'maxsurge: 1') });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', root],
    stderr: 'pipe',
  });
  let told = '';
  transport.stderr?.on('data', (part) => (told += String(part)));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(7);
  const caller = new Caller(client);
  const { data } = await caller.call('lint', {});
  expect(data['summary']).toMatchObject({ errors: 1, rollouts: 1 });
  const simulated = await caller.call('simulate', {});
  expect(simulated.data['rollouts']).toHaveLength(1);
  expect((await caller.call('lint', { folder: '../' })).refusal).toContain('leads out of the root');
  // An expression without an end stops at the limit of the evaluator, and the server goes on.
  const endless = {
    'app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: shop }
  source: { repoURL: https://example.com/shop.git, path: ., targetRevision: HEAD }
  ignoreDifferences:
    - group: argoproj.io
      kind: Rollout
      jqPathExpressions: ['.spec | until(false; .)', 'def f: f; f', 'range(1e18) | select(false)']
`,
    'web.yaml': rolloutText('web'),
  };
  for (const tool of ['lint', 'drift']) {
    const answered = await caller.call(tool, { texts: endless });
    expect(JSON.stringify(answered), tool).toContain('web');
  }
  expect((await caller.call('explain', { rule: 'istio' })).data['page']).toContain('istio/route-exists');
  await client.close();
  expect(told).toBe('');
  expect(readdirSync(root)).toEqual(['a.yaml']);
});

test('a wrong root is a usage error, and standard input that ends stops the server', () => {
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [program, 'mcp', ...args], { input: '', encoding: 'utf8', stdio: 'pipe' });
  expect(() => run('nowhere')).toThrow('"nowhere" is not a folder.');
  expect(run('.')).toBe('');
});
