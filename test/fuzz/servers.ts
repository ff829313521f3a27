import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamMessageReader } from 'vscode-languageserver-protocol/node';
import { CommandHost } from '../../src/cli/mcp-host.js';
import { serve } from '../../src/editor/lsp/serve.js';
import { uriOf } from '../../src/editor/lsp/uris.js';
import { mcpServer } from '../../src/editor/mcp/server.js';
import { rules } from '../../src/rules/index.js';
import { BrokenError } from './broken.js';
import type { Input } from './input.js';
import { fit, folderMark, messagesFile } from './messages.js';
import type { Played } from './play.js';

/** What only memory holds is written soonest. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** How long an answer may take before the server counts as dead, in milliseconds. */
const patience = 25_000;

/** The code of an error that a server did not mean to give. */
const internalError = -32603;

/** A message of a server. */
interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a server has sent, and what waits for it. */
class Answers {
  readonly all: Sent[] = [];
  private readonly waiting = new Map<unknown, () => void>();

  take(sent: Sent): void {
    this.all.push(sent);
    if (sent.method === undefined) this.waiting.get(sent.id)?.();
  }

  /** Waits for the answer to a request that is sent now. */
  async to(id: string, send: () => void): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.waiting.set(id, resolve);
      timer = setTimeout(() => reject(new BrokenError('The server answers no more.')), patience);
      send();
    }).finally(() => clearTimeout(timer));
  }
}

/** Sends the messages of an input to a server whose folder has its files, and holds what it answers. */
export async function serverAll(input: Input): Promise<Played> {
  const { [messagesFile]: messages = '', ...files } = input.files;
  const folder = realpathSync(mkdtempSync(path.join(parent, 'rolloutkit-fuzz-')));
  try {
    if (!writeFiles(folder, files)) return { rules: ['not written'] };
    const lines = messages.split('\n').map((line) => withVersion(line).replaceAll(folderMark, uriOf(folder)));
    const answers = new Answers();
    await (input.target === 'lsp' ? toLsp : toMcp)(folder, lines, answers);
    return { rules: held(lines, answers.all) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Paths of an input may be such that no folder can have them together. */
function writeFiles(folder: string, files: Readonly<Record<string, string>>): boolean {
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      if (!file.startsWith(`${folder}/`)) return false;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return true;
  } catch {
    return false;
  }
}

/** Messages that are written without the version of the protocol are none. */
function withVersion(line: string): string {
  return /^\{"(?:id|method)"/.test(line) ? `{"jsonrpc":"2.0",${line.slice(1)}` : line;
}

async function toLsp(folder: string, lines: readonly string[], answers: Answers): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const send = (body: string): void => {
    input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const reader = new StreamMessageReader(output);
  reader.listen((message) => {
    const sent = message as Sent;
    answers.take(sent);
    if (sent.method !== undefined && sent.id !== undefined)
      send(JSON.stringify({ jsonrpc: '2.0', id: sent.id, result: null }));
  });
  const session = serve(input, output, {
    ...{ version: '0', granted: { rules }, folder, refused: [] },
    pageOf: (rule) => `file:///docs/${rule}.md`,
  });
  for (const line of lines) send(line);
  await answers.to('reached', () => send('{"jsonrpc":"2.0","id":"reached","method":"no/such"}'));
  session.flush();
  await answers.to('end', () => send('{"jsonrpc":"2.0","id":"end","method":"shutdown"}'));
  reader.dispose();
  session.connection.dispose();
}

async function toMcp(folder: string, lines: readonly string[], answers: Answers): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const host = new CommandHost(
    {
      folder,
      environment: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: '/nonexistent' },
      stdin: Readable.from([]),
      descriptor: 0,
      stdout: { write: () => true },
      stderr: { write: () => true },
    },
    { renders: false },
  );
  let rest = '';
  output.on('data', (part: Buffer) => {
    const parts = (rest + part.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) answers.take(JSON.parse(line) as Sent);
  });
  const server = mcpServer(host);
  await server.connect(new StdioServerTransport(input, output));
  for (const line of lines) input.write(`${line}\n`);
  await answers.to('end', () => input.write('{"jsonrpc":"2.0","id":"end","method":"ping"}\n'));
  await server.close();
}

/** Holds the answers against the messages; tells what was answered. */
function held(lines: readonly string[], answers: readonly Sent[]): readonly string[] {
  const bug = /"[^"]*a bug in rolloutkit[^"]*/.exec(JSON.stringify(answers));
  if (bug) throw new BrokenError(bug[0]);
  const requests = lines.flatMap((line) => {
    const [, id, method] = /^\{"jsonrpc":"2\.0","id":"(v\d+)","method":"([^"]+)"/.exec(line) ?? [];
    return id?.startsWith(fit) && method !== undefined ? [{ id, method }] : [];
  });
  const isCancelled = lines.some((line) => line.includes('$/cancelRequest'));
  const known = new Map(requests.map(({ id, method }) => [id, method]));
  const said = new Set<string>();
  for (const [id, method] of known) {
    const own = answers.filter((one) => one.id === id && one.method === undefined);
    const times = requests.filter((one) => one.id === id).length;
    if (own.length !== times)
      throw new BrokenError(`${method} has ${own.length} answers instead of ${times}.`);
    for (const { error } of own) {
      if (error?.code === internalError && !isCancelled)
        throw new BrokenError(`${method} fails: ${error.message}`);
      said.add(`${method} ${error?.code ?? 'answered'}`);
    }
  }
  for (const { method, params } of answers) {
    if (method === 'textDocument/publishDiagnostics') said.add(holdDiagnostics(params as Published));
    if (method === 'window/logMessage') said.add('logged');
  }
  return [...said];
}

interface Published {
  readonly diagnostics: readonly {
    readonly range: Readonly<Record<'start' | 'end', { readonly line: number; readonly character: number }>>;
  }[];
}

function holdDiagnostics({ diagnostics }: Published): string {
  for (const { range } of diagnostics) {
    const { start, end } = range;
    const isPlace = [start.line, start.character, end.line, end.character].every(
      (one) => Number.isInteger(one) && one >= 0,
    );
    if (!isPlace || start.line > end.line || (start.line === end.line && start.character > end.character))
      throw new BrokenError(`A diagnostic has no place: ${JSON.stringify(range)}`);
  }
  return diagnostics.length > 0 ? 'diagnostics' : 'no diagnostics';
}
