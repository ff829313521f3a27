import { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';
import { CommandHost } from '../../../src/cli/mcp-host.js';
import type { Host } from '../../../src/editor/mcp/host.js';
import { mcpServer } from '../../../src/editor/mcp/server.js';
import type { FindingJson } from '../../../src/report/json.js';

/** The answer of a call: its data, or why it was refused. */
export interface Answered {
  readonly data: Readonly<Record<string, unknown>>;
  readonly refusal: string | undefined;
}

/** A client of the official library that calls tools. */
export class Caller {
  constructor(readonly client: Client) {}

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answered> {
    const { content, structuredContent, isError } = await this.client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly text?: string }[];
    const text = first?.text ?? '';
    if (isError === true) return { data: {}, refusal: text };
    // Clients that know no structured content read the text.
    if (text !== JSON.stringify(structuredContent)) throw new Error('The text is not the data.');
    return { data: structuredContent as Answered['data'], refusal: undefined };
  }
}

/** A client of a server in this process, whose root is a folder. */
export async function connected(root: string, { renders = false } = {}): Promise<Caller> {
  return connectedTo(hostOf(root, { renders }));
}

/** The host of a server whose root is a folder. */
export function hostOf(root: string, { renders = false } = {}): Host {
  return new CommandHost(
    {
      folder: root,
      environment: { ...process.env, XDG_CONFIG_HOME: '/nonexistent' },
      stdin: Readable.from([]),
      descriptor: 0,
      stdout: { write: () => true },
      stderr: { write: () => true },
    },
    { renders },
  );
}

/** A client of a server in this process. */
export async function connectedTo(host: Host): Promise<Caller> {
  const server = mcpServer(host);
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  // With the list the client knows the schemas of answers, and checks each answer.
  await client.listTools();
  return new Caller(client);
}

type Edit = NonNullable<NonNullable<FindingJson['fix']>['edits']>[number];

/** Texts after the edits of fixes that lint answered: as an agent makes them, from lines and columns alone. */
export function withEdits(
  texts: Readonly<Record<string, string>>,
  findings: readonly { readonly fix?: { readonly safety: string; readonly edits?: readonly Edit[] } }[],
): Record<string, string> {
  const after = { ...texts };
  const taken: Record<string, { readonly from: number; readonly to: number }[]> = {};
  const chosen: {
    readonly file: string;
    readonly from: number;
    readonly to: number;
    readonly text: string;
  }[] = [];
  for (const { fix } of findings) {
    const edits = (fix?.edits ?? []).map((edit) => ({
      file: edit.file,
      text: edit.text,
      from: offsetOf(texts[edit.file] ?? '', edit.line, edit.column),
      to: offsetOf(texts[edit.file] ?? '', edit.endLine, edit.endColumn),
    }));
    const isFree = edits.every(({ file, from, to }) =>
      (taken[file] ?? []).every((one) => to < one.from || from > one.to),
    );
    if (!isFree) continue; // Another fix edits there; the next lint reports it again.
    for (const edit of edits) (taken[edit.file] ??= []).push(edit);
    chosen.push(...edits);
  }
  for (const { file, from, to, text } of chosen.toSorted((left, right) => right.from - left.from))
    after[file] = `${after[file]?.slice(0, from)}${text}${after[file]?.slice(to)}`;
  return after;
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return before + column - 1;
}
