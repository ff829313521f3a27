import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CodeLensRequest,
  CodeLensResolveRequest,
  CompletionRequest,
  DefinitionRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  HoverRequest,
  InlayHintRequest,
  type Location,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  TextDocumentEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uriOf } from '../../../src/editor/lsp/uris.js';
import { folderOf } from '../../support/command.js';
import { type Client, startHere } from './client.js';

let client: Client;
let folder: string;
let file: string;
let text: string;

beforeEach(async () => {
  folder = folderOf({});
  cpSync('examples/istio-host/corrected', folder, { recursive: true });
  file = path.join(folder, 'rollout.yaml');
  text = readFileSync(file, 'utf8');
  client = startHere();
  await client.initialize([folder], { workspace: { workspaceEdit: { documentChanges: true } } });
  await client.open(file, text);
});

afterEach(async () => {
  await client.end();
});

/** The place of a word in the open text. */
function at(word: string, behind = 1) {
  const textDocument = { uri: uriOf(file) };
  const position = TextDocument.create('', '', 0, text).positionAt(text.indexOf(word) + behind);
  return { textDocument, position };
}

function named(locations: readonly Location[]): readonly string[] {
  return locations.map(({ uri, range: { start } }) => `${path.basename(uri)}:${start.line + 1}`).sort();
}

test('definition and references', async () => {
  const definitions = await client.connection.sendRequest(DefinitionRequest.type, at('catalog-canary'));
  const services = readFileSync(path.join(folder, 'services.yaml'), 'utf8').split('\n');
  const line = services.findIndex((one) => one === '  name: catalog-canary') + 1;
  expect(named(definitions as Location[])).toEqual([`services.yaml:${line}`]);

  const asked = { ...at('catalog-canary'), context: { includeDeclaration: true } };
  const references = (await client.connection.sendRequest(ReferencesRequest.type, asked)) ?? [];
  const files = new Set(references.map(({ uri }) => path.basename(uri)));
  expect(files).toEqual(new Set(['services.yaml', 'rollout.yaml', 'virtualservice.yaml']));
});

test('rename, in a version of the open text, and why not', async () => {
  expect(await client.connection.sendRequest(PrepareRenameRequest.type, at('catalog-canary'))).toMatchObject({
    placeholder: 'catalog-canary',
  });
  const edit = await client.connection.sendRequest(RenameRequest.type, {
    ...at('catalog-canary'),
    newName: 'catalog-next',
  });
  const own = edit?.documentChanges?.filter(TextDocumentEdit.is) ?? [];
  expect(own.map(({ textDocument: { uri, version } }) => [path.basename(uri), version]).sort()).toEqual([
    ['rollout.yaml', 1],
    ['services.yaml', null],
    ['virtualservice.yaml', null],
  ]);
  await expect(
    client.connection.sendRequest(RenameRequest.type, { ...at('catalog-canary'), newName: 'Next!' }),
  ).rejects.toThrow('"Next!" is not a name');
  await expect(client.connection.sendRequest(PrepareRenameRequest.type, at('replicas:', 11))).rejects.toThrow(
    'not known to be a name',
  );
});

test('no rename after which lint finds more', async () => {
  // A name that only one of two copies of a folder has makes the other one a system without its VirtualService.
  const copies = folderOf({});
  cpSync('test/rules/istio/virtual-service-exists/one-environment-lacks-it', copies, { recursive: true });
  const other = startHere();
  await other.initialize([copies]);
  const services = path.join(copies, 'dev/services.yaml');
  const own = readFileSync(services, 'utf8');
  await other.open(services, own);
  const position = TextDocument.create('', '', 0, own).positionAt(own.indexOf('checkout-stable'));
  const asked = { textDocument: { uri: uriOf(services) }, position };
  await expect(
    other.connection.sendRequest(RenameRequest.type, { ...asked, newName: 'another' }),
  ).rejects.toThrow(/^With "another", lint would find more: .*does not lead to/);
  expect(await other.connection.sendRequest(PrepareRenameRequest.type, asked)).toMatchObject({
    placeholder: 'checkout-stable',
  });
  await other.end();
});

test('completion in a text that was just changed', async () => {
  const begun = text.replace('canaryService: catalog-canary', 'canaryService: ');
  await client.change(file, { text: begun });
  text = begun;
  const items = await client.connection.sendRequest(
    CompletionRequest.type,
    at('canaryService: ', 'canaryService: '.length),
  );
  const labels = (Array.isArray(items) ? items : []).map(({ label }) => label).sort();
  expect(labels).toEqual(['catalog', 'catalog-canary', 'catalog-stable']);
});

test('hover, lenses, hints and symbols', async () => {
  const { textDocument } = at('setWeight');
  const hover = await client.connection.sendRequest(HoverRequest.type, at('setWeight'));
  expect(hover?.contents).toMatchObject({
    kind: 'plaintext',
    value: expect.stringMatching(/^The percentage of requests/) as unknown,
  });

  const lenses = (await client.connection.sendRequest(CodeLensRequest.type, { textDocument })) ?? [];
  // Without a command of the editor, there is no line for it.
  expect(lenses).toHaveLength(2);
  expect(lenses[0]?.command?.title).toBe('setWeight: 5 → pause → setWeight: 50 → pause: 10m');
  const resolved = await client.connection.sendRequest(CodeLensResolveRequest.type, lenses[1]!);
  expect(resolved.command?.title).toMatch(
    /^A version that is bad from the start is stopped only by a person/,
  );

  const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
  const hints = (await client.connection.sendRequest(InlayHintRequest.type, { textDocument, range })) ?? [];
  expect(hints.map(({ label }) => label)).toContain('50 %, 2 canary pods, after 20s');

  const symbols = (await client.connection.sendRequest(DocumentSymbolRequest.type, {
    textDocument,
  })) as DocumentSymbol[];
  expect(symbols.map(({ name }) => name)).toContain('Rollout catalog');
});
