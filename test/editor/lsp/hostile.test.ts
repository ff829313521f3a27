import { mkdirSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import path from 'node:path';
import {
  CodeActionRequest,
  CodeActionResolveRequest,
  DefinitionRequest,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  HoverRequest,
  ShowMessageRequest,
} from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../src/editor/lsp/serve.js';
import { pathOfUri, uriOf } from '../../../src/editor/lsp/uris.js';
import { rules } from '../../../src/rules/index.js';
import { bad, folderOf, good } from '../../support/command.js';
import { type Client, startHere } from './client.js';
import { itWhole } from '../../support/whole.js';

/** The files that something is said of. */
const told = (client: Client) =>
  [...client.published].filter(([, all]) => all.length > 0).map(([uri]) => path.basename(uri));

const start = { line: 0, character: 0 };

describe('the language server', () => {
  it.each([
    ['file:///../../etc/passwd', '/etc/passwd'],
    ['file:///shop/%2e%2e/%2e%2e/etc/passwd', '/etc/passwd'],
    ['file:///shop/a%00.yaml', undefined],
    ['file://host/shop/a.yaml', undefined],
    ['file:///shop/%zz.yaml', undefined],
    ['file:///shop/a%2fb.yaml', undefined],
    ['http://example.com/a.yaml', undefined],
    ['untitled:Untitled-1', undefined],
    ['', undefined],
    [undefined, undefined],
    [7, undefined],
  ])('takes %j for the path %j', (uri, file) => {
    if (process.platform !== 'win32') expect(pathOfUri(uri)).toBe(file);
  });

  itWhole('reads nothing outside of the folder, neither by links nor by addresses', async () => {
    const outside = folderOf({
      'rollout.yaml': bad,
      'rolloutkit.yaml': 'rules:\n  schema/fields-known: off\n',
    });
    const folder = folderOf({
      'own.yaml': bad,
      'link.yaml': { link: path.join(outside, 'rollout.yaml') },
      linked: { link: outside },
      'rolloutkit.yaml': { link: path.join(outside, 'rolloutkit.yaml') },
    });
    mkdirSync(path.join(folder, '.git'));
    writeFileSync(path.join(folder, '.git/HEAD'), '');
    const client = startHere();
    await client.initialize([folder]);
    await client.until(() => told(client).includes('rolloutkit.yaml'));
    // The configuration leads out, so it counts as invalid; nothing is linted before there is a valid one.
    expect(told(client)).toEqual(['rolloutkit.yaml']);
    await client.open(path.join(folder, 'rolloutkit.yaml'), '');
    await client.until(() => told(client).includes('own.yaml'));
    await client.open(`${folder}/../${path.basename(outside)}/other.yaml`, bad);
    client.session?.flush();
    const request = { textDocument: { uri: uriOf(path.join(outside, 'rollout.yaml')) }, position: start };
    expect(await client.connection.sendRequest(HoverRequest.type, request)).toBeNull();
    expect(await client.connection.sendRequest(DefinitionRequest.type, request)).toEqual([]);
    expect(told(client)).toEqual(['own.yaml']);
    await client.end();
  });

  it('takes no new file behind a link, which would be written outside', async () => {
    const outside = folderOf({});
    const folder = folderOf({
      'real/own.yaml': bad,
      linked: { link: outside },
      inner: { link: 'real' },
      'dangling.yaml': { link: path.join(outside, 'none.yaml') },
    });
    const client = startHere();
    await client.initialize([folder]);
    for (const name of ['linked/a.yaml', 'linked/b/c.yaml', 'inner/d.yaml', 'dangling.yaml'])
      await client.open(path.join(folder, name), bad.replace('bad', path.basename(name, '.yaml')));
    await client.open(path.join(folder, 'real/new.yaml'), bad.replace('bad', 'new'));
    await client.until(() => ['new.yaml', 'own.yaml'].every((name) => told(client).includes(name)));
    client.session?.flush();
    expect(told(client).toSorted()).toEqual(['new.yaml', 'own.yaml']);
    await client.end();
  });

  it('answers a request with nonsense by an error, and goes on', async () => {
    const folder = folderOf({ 'own.yaml': bad });
    const client = startHere();
    await client.initialize([folder]);
    const { connection } = client;
    const nonsense: readonly unknown[] = [
      {},
      { textDocument: null, range: null, context: null },
      { textDocument: { uri: 7 }, range: { start: {}, end: {} }, context: {} },
      { textDocument: { uri: uriOf(path.join(folder, 'own.yaml')) } },
    ];
    for (const params of nonsense)
      await connection.sendRequest(CodeActionRequest.method, params).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Error);
      });
    await connection
      .sendRequest(CodeActionResolveRequest.method, { data: { file: '/etc/passwd' } })
      .catch(() => {});
    await connection.sendRequest(CodeActionResolveRequest.method, { data: { file: 7 } }).catch(() => {});
    await connection.sendRequest(ExecuteCommandRequest.method, {
      command: 'rolloutkit.explain',
      arguments: ['../x'],
    });
    await connection.sendRequest(ExecuteCommandRequest.method, { command: 'rm' });
    await expect(connection.sendRequest('no/such/request', {})).rejects.toThrow();
    await connection.sendNotification(DidOpenTextDocumentNotification.method, {
      textDocument: { uri: 'file:///%00', languageId: 'yaml', version: 1, text: bad },
    });
    const at = { textDocument: { uri: uriOf(path.join(folder, 'own.yaml')) }, context: { diagnostics: [] } };
    const far = { line: 1e9, character: 1e9 };
    for (const range of [
      { start: far, end: far },
      { start: { line: -1, character: -1 }, end: start },
      { start: far, end: start },
    ])
      expect(await connection.sendRequest(CodeActionRequest.type, { ...at, range })).toEqual([]);
    await client.until(() => told(client).includes('own.yaml'));
    await client.end();
  });

  it('is not ended by messages that are no JSON-RPC', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let written = '';
    output.on('data', (part: Buffer) => (written += part.toString()));
    serve(input, output, {
      version: '0',
      granted: { rules },
      folder: '/nowhere',
      refused: [],
      pageOf: () => undefined,
    });
    const send = (body: string) => input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    send('{');
    send('[]');
    send('"text"');
    send('{"jsonrpc":"2.0"}');
    send('{"jsonrpc":"2.0","id":{},"method":7}');
    send('{"jsonrpc":"2.0","id":3,"result":1}');
    send(
      '{"jsonrpc":"2.0","id":5,"method":"initialize","params":{"capabilities":{},"workspaceFolders":[],"processId":null}}',
    );
    await expect.poll(() => written, { timeout: 10_000 }).toContain('"id":5,"result"');
  });

  itWhole('takes huge, deep and odd texts', async () => {
    const folder = folderOf({ 'own.yaml': bad });
    const client = startHere();
    await client.initialize([folder]);
    const at = (name: string) => path.join(folder, name);
    await client.open(at('long.yaml'), `${bad}# ${'x'.repeat(3_000_000)}`);
    await client.open(at('deep.yaml'), '['.repeat(50_000));
    await client.open(
      at('aliases.yaml'),
      `a: &a [x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: [*a, *a]`).join('\n')}`,
    );
    await client.open(at('nul.yaml'), `kind: Rollout\0\n${bad}`);
    await client.open(at('surrogate.yaml'), bad.replace('bad', '\ud800'));
    await client.until(() => told(client).includes('own.yaml') && told(client).includes('long.yaml'));
    await client.end();
  });

  it('reads neither the root of the machine nor a home folder', async () => {
    const client = startHere();
    await client.initialize(['/']);
    await client.until(() => client.logged.some((line) => line.startsWith('/ is not read')));
    await client.end();
  });

  it('reads no refused folder by a link to it, either', async () => {
    const home = folderOf({ 'own.yaml': bad });
    const folder = folderOf({ link: { link: home } });
    const client = startHere({ refused: [path.join(folder, 'link')] });
    await client.initialize([home]);
    await client.until(() => client.logged.some((line) => line.startsWith(`${home} is not read`)));
    await client.end();
    const other = startHere({ refused: [home] });
    await other.initialize([path.join(folder, 'link')]);
    await other.until(() => other.logged.some((line) => line.includes('link is not read')));
    expect(told(other)).toEqual([]);
    await other.end();
  });

  it('looks for the page of no rule that is unknown', async () => {
    const asked: string[] = [];
    const pageOf = (rule: string) => {
      asked.push(rule);
      return undefined;
    };
    const client = startHere({ pageOf });
    client.connection.onRequest(ShowMessageRequest.type, () => null);
    await client.initialize([folderOf({ 'own.yaml': good })]);
    for (const rule of ['../../../etc/passwd', '//host/share', 'schema/fields-known'])
      await client.connection.sendRequest(ExecuteCommandRequest.method, {
        command: 'rolloutkit.explain',
        arguments: [rule],
      });
    expect(asked).toEqual(['schema/fields-known']);
    await client.end();
  });

  itWhole('offers a bounded number of actions for a large file', async () => {
    const folder = folderOf({});
    const client = startHere();
    await client.initialize([folder]);
    const text = Array.from({ length: 300 }, (_, index) => bad.replaceAll('bad', `bad-${index}`)).join(
      '---\n',
    );
    const file = path.join(folder, 'many.yaml');
    await client.open(file, text);
    await client.until(() => told(client).includes('many.yaml'));
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uriOf(file) },
      range: { start, end: { line: 1e9, character: 0 } },
      context: { diagnostics: [] },
    });
    expect(actions?.length).toBeGreaterThan(0);
    expect(actions?.length).toBeLessThan(60);
    await client.end();
  });
});
