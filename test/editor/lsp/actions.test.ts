import path from 'node:path';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  ExecuteCommandRequest,
  type Range,
  ShowDocumentRequest,
  TextDocumentEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { afterEach, describe, expect, it } from 'vitest';
import { uriOf } from '../../../src/editor/lsp/uris.js';
import { folderOf, rolloutText } from '../../support/command.js';
import { type Client, startHere } from './client.js';

let client: Client;

afterEach(async () => {
  await client.end();
});

const capabilities: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true } },
  window: { showDocument: { support: true } },
};

async function opened(text: string, more: ClientCapabilities = {}): Promise<string> {
  const folder = folderOf({ 'rollout.yaml': text });
  client = startHere();
  await client.initialize([folder], { ...capabilities, ...more });
  const file = path.join(folder, 'rollout.yaml');
  await client.open(file, text);
  await client.until(() => client.of(file).length > 0);
  return file;
}

async function actionsAt(file: string, range: Range, only?: string[]): Promise<readonly CodeAction[]> {
  const context = { diagnostics: [], ...(only && { only }) };
  const result = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: uriOf(file) },
    range,
    context,
  });
  return (result ?? []) as readonly CodeAction[];
}

/** A text after the edits of an action, which are for a version. */
function applied(file: string, text: string, { edit }: CodeAction, version = 1): string {
  const [one, ...others] = edit?.documentChanges ?? [];
  expect(others).toEqual([]);
  if (!TextDocumentEdit.is(one)) throw new Error('There is no edit.');
  expect(one.textDocument).toEqual({ uri: uriOf(file), version });
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), one.edits as never);
}

const serviceNamed = (name: string) => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: web
  ports:
    - port: 80
---
`;

const right = [
  serviceNamed('web-stable'),
  serviceNamed('web-canary'),
  rolloutText('web', 'stableService: web-stable\n      canaryService: web-canary'),
  '          readinessProbe:\n            tcpSocket:\n              port: 80\n',
].join('');
const wrong = right.replace('stableService: web-stable', 'stableService: web-stabel');
const two = wrong.replace('canaryService: web-canary', 'canaryService: web-canray');

const line = right.split('\n').findIndex((one) => one.includes('stableService'));
const here = { start: { line, character: 8 }, end: { line, character: 30 } };
const elsewhere = { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } };

describe('the code actions of the language server', () => {
  it('repair, suppress and explain what is found at the place', async () => {
    const file = await opened(wrong);
    const actions = await actionsAt(file, here);
    expect(actions.map(({ title }) => title)).toEqual([
      expect.stringContaining('web-stable'),
      'Suppress rollout/services-exist here, with a reason',
      'Explain rollout/services-exist',
    ]);
    expect(actions[0]?.diagnostics).toEqual(client.of(file));
    expect(applied(file, wrong, actions[0]!)).toBe(right);
    expect(applied(file, wrong, actions[1]!)).toBe(
      wrong.replace(
        '      stableService',
        '      # rolloutkit-ignore rollout/services-exist -- write the reason\n      stableService',
      ),
    );
    expect(await actionsAt(file, elsewhere)).toEqual([]);
  });

  it('offer each edit of which the user takes one', async () => {
    const text = right.replace('    canary:\n', '    canary:\n      maxSurge: half\n');
    const file = await opened(text);
    const at = text.split('\n').findIndex((one) => one.includes('maxSurge'));
    const actions = await actionsAt(file, {
      start: { line: at, character: 18 },
      end: { line: at, character: 18 },
    });
    expect(actions.slice(0, 2).map(({ title, isPreferred }) => [title, isPreferred])).toEqual([
      ['Write 1.', undefined],
      ['Write "25%".', undefined],
    ]);
    expect(applied(file, text, actions[0]!)).toBe(text.replace('half', '1'));
    expect(applied(file, text, actions[1]!)).toBe(text.replace('half', '25%'));
  });

  it('are for the version of the text', async () => {
    const file = await opened(wrong);
    await client.change(file, { text: `# note\n${wrong}` });
    const range = { start: { line: line + 1, character: 8 }, end: { line: line + 1, character: 8 } };
    const [fix] = await actionsAt(file, { ...range, end: { line: line + 1, character: 30 } });
    expect(applied(file, `# note\n${wrong}`, fix!, 2)).toBe(`# note\n${right}`);
  });

  it.each([
    ['when the action is chosen', { codeAction: { resolveSupport: { properties: ['edit'] } } }],
    ['at once, for an editor that does not ask again', {}],
  ])('apply all fixes of a rule in a file, computed %s', async (_, textDocument) => {
    const file = await opened(two, { textDocument });
    const all = (await actionsAt(file, here)).find(
      ({ title }) => title === 'Apply all fixes of rollout/services-exist in this file',
    );
    const isLater = 'codeAction' in textDocument;
    expect(all?.edit === undefined).toBe(isLater);
    const done = isLater ? await client.connection.sendRequest(CodeActionResolveRequest.type, all!) : all!;
    expect(applied(file, two, done)).toBe(right);
  });

  it('apply all safe fixes of a file only where that is asked for', async () => {
    const file = await opened(two);
    const [all, ...others] = await actionsAt(file, elsewhere, ['source.fixAll']);
    expect(others).toEqual([]);
    expect(all?.kind).toBe('source.fixAll.rolloutkit');
    expect(applied(file, two, all!)).toBe(right);
    expect(await actionsAt(file, here, ['refactor'])).toEqual([]);
  });

  it('show the page of a rule', async () => {
    await opened(wrong);
    const shown: string[] = [];
    client.connection.onRequest(ShowDocumentRequest.type, ({ uri }) => {
      shown.push(uri);
      return { success: true };
    });
    await client.connection.sendRequest(ExecuteCommandRequest.type, {
      command: 'rolloutkit.explain',
      arguments: ['rollout/services-exist'],
    });
    expect(shown).toEqual(['file:///docs/rollout/services-exist.md']);
  });
});
