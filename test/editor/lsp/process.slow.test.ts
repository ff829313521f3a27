import { once } from 'node:events';
import path from 'node:path';
import { InitializeRequest } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { bad, folderOf } from '../../support/command.js';
import { startBuilt } from './client.js';

describe('rolloutkit lsp, as it is built', () => {
  it.each([[[]], [['--stdio']], [['--stdio', '--clientProcessId=1']]])(
    'serves with the arguments %j until exit',
    async (args) => {
      const folder = folderOf({ 'rollout.yaml': bad });
      const { client, process: server } = startBuilt(folder, args);
      await client.initialize([folder]);
      await client.until(() => client.of(path.join(folder, 'rollout.yaml')).length > 0);
      const [uri] = [...client.published.keys()];
      expect(uri).toContain('rollout.yaml');
      // The page of the rule is a file of the package.
      const [finding] = client.of(path.join(folder, 'rollout.yaml'));
      expect(finding?.codeDescription?.href).toMatch(/^file:.*docs\/rules\/.*\.md$/);
      const exit = once(server, 'exit');
      await client.end();
      expect((await exit)[0]).toBe(0);
    },
    60_000,
  );

  it('ends with 1 when its input ends without a shutdown', async () => {
    const folder = folderOf({ 'rollout.yaml': bad });
    const { client, process: server } = startBuilt(folder);
    await client.initialize([folder]);
    const exit = once(server, 'exit');
    server.stdin?.end();
    expect((await exit)[0]).toBe(1);
  }, 60_000);

  it('ends when the process of the editor is gone', async () => {
    const folder = folderOf({ 'rollout.yaml': bad });
    const { client, process: server } = startBuilt(folder);
    const exit = once(server, 'exit');
    await client.connection.sendRequest(InitializeRequest.type, {
      // No system has a process of this number.
      processId: 2 ** 30,
      rootUri: null,
      capabilities: {},
      workspaceFolders: [],
    });
    expect((await exit)[0]).toBe(1);
  }, 60_000);
});
