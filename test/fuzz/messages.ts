import { type Input, maxSize } from './input.js';
import { mutatedSystem } from './mutate.js';
import { pieces } from './pieces.js';
import type { Random } from './random.js';
import type { Seeds } from './seeds.js';
import { readerInput } from './texts.js';

/** The file of an input that has the messages to a server, one on each line. */
export const messagesFile = 'messages.jsonl';

/** What stands in messages for the folder that is open, as an address. */
export const folderMark = '@FOLDER@';

/** The first letter of the id of a request that follows the protocol: it must be answered, by no error of ours. */
export const fit = 'v';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Message {
  readonly id?: Json;
  readonly method: string;
  readonly params?: Json;
}

/** Messages to a server about files of a system; two of three inputs have messages that do not follow the protocol. */
export function serverInput(target: 'lsp' | 'mcp', seeds: Seeds, random: Random, index: number): Input {
  const files =
    index % 3 === 0 ? readerInput(seeds, random, index).files : mutatedSystem(seeds, random, seeds.rolling);
  const own = smallest(files);
  const made = target === 'lsp' ? lspMessages(own, random) : mcpMessages(own, random);
  const lines = random.chance(1 / 3) ? made.map((one) => JSON.stringify(one)) : spoilt(made, random);
  return { target, files: { ...own, [messagesFile]: shortened(lines) }, options: {} };
}

/** Files of at most half the size that an input can have. */
function smallest(files: Readonly<Record<string, string>>): Record<string, string> {
  let size = 0;
  return Object.fromEntries(
    Object.entries(files).filter(
      ([, text]) => text.length < maxSize / 2 - size && (size += text.length) >= 0,
    ),
  );
}

/** The limits of time hold for inputs up to a size. */
function shortened(lines: readonly string[]): string {
  let [size, count] = [0, 0];
  for (const line of lines) {
    size += line.length + 1;
    if (size > maxSize / 2) break;
    count += 1;
  }
  return lines.slice(0, count).join('\n');
}

const request = (index: number, method: string, params: Json): Message => ({
  ...{ id: `${fit}${index}`, method, params },
});

const numbers = [0, 0, 1, 2, 3, 5, 8, 13, 21, 40, 100, 65_535, 2 ** 31 - 1];

function position(random: Random): Json {
  return { line: random.pick(numbers), character: random.pick(numbers) };
}

/** A range whose end may be before its start, as a client never sends it but the protocol does not exclude. */
function range(random: Random): Json {
  return { start: position(random), end: position(random) };
}

function lspMessages(files: Readonly<Record<string, string>>, random: Random): readonly Message[] {
  const uris = [...Object.keys(files), 'new.yaml', 'rolloutkit.yaml', 'sub/other.yml'].map(
    (name) => `${folderMark}/${name.split('/').map(encodeURIComponent).join('/')}`,
  );
  const open = new Map<string, number>();
  const some = 3 + random.below(15);
  return [
    request(0, 'initialize', {
      ...{ processId: null, rootUri: random.pick([null, folderMark]), capabilities: capabilities(random) },
      workspaceFolders: random.pick([null, [{ uri: folderMark, name: 'a' }]]),
    }),
    { method: 'initialized', params: {} },
    ...Array.from({ length: some }, (_, index) => lspMessage(index + 1, { uris, open, files, random })),
  ];
}

function capabilities(random: Random): Json {
  return {
    workspace: {
      workspaceFolders: random.chance(0.5),
      workspaceEdit: { documentChanges: random.chance(0.5) },
      didChangeWatchedFiles: { dynamicRegistration: true },
    },
    textDocument: {
      completion: { completionItem: { snippetSupport: random.chance(0.5) } },
      codeAction: { resolveSupport: { properties: random.pick([[], ['edit']]) } },
    },
  };
}

interface Editor {
  readonly uris: readonly string[];
  /** Open documents with their versions. */
  readonly open: Map<string, number>;
  readonly files: Readonly<Record<string, string>>;
  readonly random: Random;
}

/** Requests of a place in a document. */
const ofPlaces = [
  ...['hover', 'definition', 'references', 'prepareRename', 'rename', 'completion', 'codeAction'],
  ...['codeLens', 'inlayHint', 'documentSymbol'],
];

function lspMessage(index: number, editor: Editor): Message {
  const { uris, open, files, random } = editor;
  const uri = random.pick(uris);
  const version = open.get(uri);
  const kind = random.below(10);
  if (version === undefined && kind < 4) {
    open.set(uri, 1);
    const text = random.pick([...Object.values(files), '', ...pieces]);
    return {
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    };
  }
  if (version !== undefined && kind < 3) {
    open.set(uri, version + 1);
    const contentChanges = Array.from({ length: random.few(4) }, () => ({
      text: random.pick([...pieces, '', '\n', '\r', '- ', '\ud800']),
      ...(random.chance(0.9) && { range: range(random) }),
    }));
    return {
      method: 'textDocument/didChange',
      params: { textDocument: { uri, version: version + 1 }, contentChanges },
    };
  }
  if (version !== undefined && kind === 3 && open.delete(uri))
    return { method: 'textDocument/didClose', params: { textDocument: { uri } } };
  if (kind === 4 && version !== undefined)
    return { method: 'textDocument/didSave', params: { textDocument: { uri } } };
  if (kind === 5) return ofWorkspace(uri, random);
  return request(index, `textDocument/${random.pick(ofPlaces)}`, {
    ...{ textDocument: { uri }, position: position(random), range: range(random) },
    context: { includeDeclaration: random.chance(0.5), diagnostics: [], triggerKind: 1 },
    newName: random.pick(['other', '', 'a b', '\n', '{{ x }}', '"', 'a'.repeat(300), '__proto__']),
  });
}

function ofWorkspace(uri: string, random: Random): Message {
  if (random.chance(0.5))
    return {
      method: 'workspace/didChangeWatchedFiles',
      params: { changes: [{ uri, type: random.between(1, 3) }] },
    };
  const folder = { uri: random.pick([folderMark, `${folderMark}/sub`, `${folderMark}/none`]), name: 'b' };
  const [added, removed] = random.chance(0.5) ? [[folder], []] : [[], [folder]];
  return { method: 'workspace/didChangeWorkspaceFolders', params: { event: { added, removed } } };
}

const tools = ['lint', 'simulate', 'drift', 'protect', 'impact', 'explain', 'new'];

function mcpMessages(files: Readonly<Record<string, string>>, random: Random): readonly Message[] {
  return [
    request(0, 'initialize', {
      ...{ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
    }),
    { method: 'notifications/initialized' },
    ...Array.from({ length: random.few(6) }, (_, index) => mcpMessage(index + 1, files, random)),
  ];
}

function mcpMessage(index: number, files: Readonly<Record<string, string>>, random: Random): Message {
  const kind = random.below(10);
  if (kind === 0) return request(index, 'tools/list', {});
  if (kind === 1)
    return request(index, 'resources/list', random.pick<Json>([{}, { cursor: '200' }, { cursor: 'x' }]));
  if (kind === 2)
    return request(index, 'resources/read', {
      uri: random.pick([
        'rolloutkit://docs/rules/istio/route-exists',
        'rolloutkit://docs/../x',
        'file:///etc/passwd',
        '',
      ]),
    });
  return request(index, 'tools/call', { name: random.pick(tools), arguments: argumentsOf(files, random) });
}

function argumentsOf(files: Readonly<Record<string, string>>, random: Random): Json {
  const names = ['a.yaml', 'b/c.yml', '../x.yaml', '/etc/x.yaml', '.git/a.yaml', '', '__proto__'];
  const texts = Object.fromEntries(
    Object.entries(files)
      .slice(0, 3)
      .map(([name, text]) => [random.chance(0.8) ? name : random.pick(names), text]),
  );
  const given: Record<string, Json> = {};
  const maybe = (key: string, value: Json, share = 0.15) => {
    if (random.chance(share)) given[key] = value;
  };
  maybe('texts', texts, 0.6);
  maybe('folder', random.pick(['.', '.', 'sub', '..', '/', '']), 0.6);
  maybe('before', texts);
  maybe('fix', random.pick(['safe', 'all', 'none']), 0.2);
  maybe('rule', random.pick(['istio', 'istio/route-exists', 'constructor', '--plugin=x']), 0.2);
  maybe('rollout', [random.pick(['web', 'a/b', '', 'constructor'])]);
  maybe('frame', random.pick(['step-0', 'installed', '__proto__']));
  maybe('limit', random.pick([1, 200, 201, 0.5, -1]));
  maybe('offset', random.pick([0, 3, -1, 1e9]));
  maybe('fail', random.pick([['all'], ['pods@1'], ['x=y@z'], []]));
  maybe('ready-after', random.pick(['1s', '2m', '', '9e9h']));
  return given;
}

/** What stands in messages where something else was expected. */
const oddities: readonly Json[] = [
  ...[null, true, -1, 1.5, 2 ** 53, 1e308, '', '\u0000', '\ud800', [], {}, [[]], [null]],
  ...['file:///%00', 'file://host/x.yaml', 'file:', 'untitled:1', `${folderMark}/../x.yaml`, '__proto__'],
  ...['a'.repeat(3000), { __proto__: null, constructor: 1, length: -1 }],
];

/** Lines that are no messages, or none that a client sends. */
const lines: readonly string[] = [
  ...['', '{', '[]', 'null', '"text"', '0', '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
  ...['{"id":{},"method":7}', '{"jsonrpc":"2.0","id":3,"result":1}', '{"jsonrpc":"2.0","id":3,"error":{}}'],
  ...[
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"v1"}}',
    '{"jsonrpc":"2.0","method":"$/x"}',
  ],
  ...['{"jsonrpc":"2.0","id":1,"method":"__proto__"}', '{"jsonrpc":"2.0","id":1,"method":"constructor"}'],
  ...[
    '{"jsonrpc":"2.0","id":1,"method":"codeLens/resolve","params":{"data":{"uri":"@FOLDER@/a.yaml","position":7}}}',
  ],
  ...['{"jsonrpc":"2.0","id":1,"method":"codeAction/resolve","params":{"data":{"file":"/etc/passwd"}}}'],
  ...[
    '{"jsonrpc":"2.0","id":1,"method":"workspace/executeCommand","params":{"command":"rolloutkit.explain"}}',
  ],
  ...[
    `${'['.repeat(20_000)}`,
    `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  ],
];

/** Messages with values of other types, without keys, twice, in another order, and with lines that are none. */
function spoilt(messages: readonly Message[], random: Random): readonly string[] {
  const all = messages.map((message, index) =>
    random.chance(0.3)
      ? JSON.stringify(spoiltValue(hostile(message, index), random))
      : JSON.stringify(message),
  );
  for (let left = random.few(4); left > 0; left -= 1) {
    const at = random.below(all.length + 1);
    if (random.chance(0.6)) all.splice(at, 0, random.pick(lines));
    else if (random.chance(0.5) && at > 0) all.splice(at, 1);
    else all.push(...all.splice(0, 1));
  }
  return all;
}

/** The same message under another id: it need not be answered well. */
function hostile(message: Message, index: number): Json {
  const { id, method, params = null } = message;
  return { jsonrpc: '2.0', ...(id !== undefined && { id: index }), method, params };
}

/** A value in which one place holds something else. The process of the editor stays unknown: it would end this one. */
function spoiltValue(value: Json, random: Random, key = ''): Json {
  if (key === 'processId' || key === 'rootPath') return null;
  const isLeaf = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isLeaf || random.chance(0.15)) return key === '' ? value : random.pick(oddities);
  const entries = Object.entries(value);
  const chosen = random.below(entries.length);
  const isGone = random.chance(0.15);
  const changed = entries.flatMap(([name, one], index): [string, Json][] =>
    index !== chosen ? [[name, one]] : isGone ? [] : [[name, spoiltValue(one, random, name)]],
  );
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed);
}
