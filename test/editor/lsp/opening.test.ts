import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { CodeActionRequest, HoverRequest } from 'vscode-languageserver-protocol/node';
import { Root } from '../../../src/editor/lsp/root.js';
import { uriOf } from '../../../src/editor/lsp/uris.js';
import { bad, folderOf, good, rolloutText } from '../../support/command.js';
import { type Client, startHere } from './client.js';

let client: Client;

afterEach(async () => {
  vi.restoreAllMocks();
  await client.end();
});

const other = rolloutText('other', 'maxsurge: 1');

/** A large folder whose files are not checked before `goOn` is called, except for open ones. */
async function opened(
  files: Parameters<typeof folderOf>[0],
): Promise<{ at: (name: string) => string; goOn: () => void }> {
  const folder = folderOf(files);
  const held = vi.spyOn(Root.prototype, 'goOn').mockImplementation(() => undefined);
  client = startHere({ fewFiles: 0 });
  await client.initialize([folder]);
  return { at: (name) => path.join(folder, name), goOn: () => held.mockRestore() };
}

const rulesIn = (file: string) => client.of(file).map(({ code }) => code);

it('an open file has its diagnostics before other files are checked, also after an edit', async () => {
  const { at, goOn } = await opened({ 'rollout.yaml': bad, 'other.yaml': other });
  await client.open(at('rollout.yaml'), bad);
  await client.until(() => rulesIn(at('rollout.yaml')).length > 0);
  expect(rulesIn(at('rollout.yaml'))).toEqual(['schema/fields-known']);
  await client.change(at('rollout.yaml'), { text: good });
  await client.until(() => rulesIn(at('rollout.yaml')).length === 0);
  await client.change(at('rollout.yaml'), { text: bad });
  await client.until(() => rulesIn(at('rollout.yaml')).length > 0);
  expect(client.published.has(uriOf(at('other.yaml')))).toBe(false);
  goOn();
  await client.until(() => rulesIn(at('other.yaml')).length > 0);
  expect([rulesIn(at('rollout.yaml')), rulesIn(at('other.yaml'))]).toEqual([
    ['schema/fields-known'],
    ['schema/fields-known'],
  ]);
});

it('a change that came before other files were checked counts for these', async () => {
  const { at, goOn } = await opened({ 'rollout.yaml': good, 'other.yaml': other });
  await client.open(at('other.yaml'), other);
  await client.until(() => rulesIn(at('other.yaml')).length > 0);
  await client.change(at('other.yaml'), { text: good.replace('name: web', 'name: other') });
  await client.open(at('rollout.yaml'), bad);
  await client.until(() => rulesIn(at('rollout.yaml')).length > 0);
  await client.close(at('rollout.yaml'));
  goOn();
  await client.until(() => [...client.published.values()].flat().length === 0);
  expect(client.session!.roots.all[0]!.workspace.state().findings).toEqual([]);
});

it('a request about a place is answered before other files are checked, and one for fixes afterwards', async () => {
  const { at, goOn } = await opened({ 'rollout.yaml': bad, 'other.yaml': other });
  await client.open(at('rollout.yaml'), bad);
  const textDocument = { uri: uriOf(at('rollout.yaml')) };
  const position = { line: 10, character: 8 };
  const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument, position });
  expect(hover?.contents).toMatchObject({ value: expect.stringContaining('schema/fields-known') as unknown });
  let isAnswered = false;
  const range = { start: position, end: position };
  const asked = client.connection
    .sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } })
    .then((actions) => ((isAnswered = true), actions));
  await client.connection.sendRequest(HoverRequest.type, { textDocument, position });
  expect(isAnswered).toBe(false);
  goOn();
  expect((await asked)?.map(({ title }) => title)).toContain('Explain schema/fields-known');
});
