// What an editor sends about a repository that wants to be read outside of it, and executed.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { attack, printsSecret } from '../files.mjs';

/** @typedef {import('../world.mjs').World} World */

const manifest = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n';

/** A session of an editor, as bytes of the protocol. @param {World} world */
function session(world) {
  const uri = (/** @type {string} */ name) => pathToFileURL(path.join(world.repo, name)).href;
  const names = [
    'apps/inner.yaml',
    'a.yaml',
    'apps/new.yaml',
    '../outside/manifest.yaml',
    'legit/rollout.yaml',
  ];
  const place = { line: 0, character: 0 };
  const hostile = { plugin: ['./evil.cjs'], plugins: ['./evil.cjs'], schemas: ['../outside'], render: true };
  const messages = [
    {
      id: 0,
      method: 'initialize',
      params: {
        ...{ processId: null, rootUri: null, capabilities: {}, initializationOptions: hostile },
        workspaceFolders: [{ uri: uri(''), name: 'repository' }],
      },
    },
    { method: 'initialized', params: {} },
    { method: 'workspace/didChangeConfiguration', params: { settings: { rolloutkit: hostile } } },
    ...names.slice(1).map((name) => ({
      method: 'textDocument/didOpen',
      params: {
        textDocument: {
          ...{ uri: uri(name), languageId: 'yaml', version: 1 },
          text: name.startsWith('legit') ? world.textOf(name) : manifest,
        },
      },
    })),
    ...names.flatMap((name, index) =>
      ['hover', 'definition', 'references', 'codeAction', 'documentSymbol'].map((what) => ({
        id: `${what}-${index}`,
        method: `textDocument/${what}`,
        params: {
          ...{ textDocument: { uri: uri(name) }, position: place, range: { start: place, end: place } },
          context: { diagnostics: [], includeDeclaration: true },
        },
      })),
    ),
    {
      id: 1,
      method: 'workspace/executeCommand',
      params: { command: 'rolloutkit.explain', arguments: ['--plugin=./evil.cjs'] },
    },
    { id: 2, method: 'codeAction/resolve', params: { title: 'x', data: { file: '/etc/passwd' } } },
    {
      method: 'workspace/didChangeWorkspaceFolders',
      params: { event: { added: [{ uri: 'file:///', name: 'all' }], removed: [] } },
    },
    { id: 3, method: 'shutdown' },
    { method: 'exit' },
  ];
  return messages
    .map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }))
    .map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    .join('');
}

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'an editor opens a repository whose links, texts and settings want more than to be linted',
    (world) => {
      world.link('apps', '../outside/folder');
      world.link('a.yaml', '../outside/manifest.yaml');
      world.write('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(world.canary)}, '')`);
      world.write('rolloutkit.yaml', 'render: true\n');
      world.write('.vscode/settings.json', '{"rolloutkit.plugins": ["./evil.cjs"]}\n');
      world.write('overlay/evil.yaml', 'apiVersion: v1\nkind: Evil\nmetadata: { name: evil }\n');
      world.write(
        'overlay/kustomization.yaml',
        `resources: [../../outside/folder]\ngenerators: [evil.yaml]\nnamespace: other\n`,
      );
    },
    printsSecret('a.yaml'),
    { runs: [{ args: ['lsp'], input: session, keepsInput: true, exit: [0], isForTerminal: false }] },
  ),
];
