import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import path from 'node:path';
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node';
import { serve } from '../../../src/editor/lsp/serve.js';
import type { Served, Session } from '../../../src/editor/lsp/session.js';
import { uriOf } from '../../../src/editor/lsp/uris.js';
import { rules } from '../../../src/rules/index.js';

const defaults: ClientCapabilities = {
  workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true } },
  textDocument: { publishDiagnostics: { relatedInformation: true, versionSupport: true } },
};

/** An editor that talks to a server through the official client library. */
export class Client {
  readonly published = new Map<string, readonly Diagnostic[]>();
  readonly logged: string[] = [];
  private readonly versions = new Map<string, number>();
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly connection: ProtocolConnection,
    readonly session?: Session,
  ) {
    connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.published.set(uri, diagnostics);
      for (const check of this.waiting) check();
    });
    connection.onNotification(LogMessageNotification.type, ({ message }) => {
      this.logged.push(message);
      for (const check of this.waiting) check();
    });
    connection.onRequest(RegistrationRequest.type, () => undefined);
    connection.listen();
  }

  async initialize(
    folders: readonly string[],
    capabilities: ClientCapabilities = defaults,
  ): Promise<InitializeResult> {
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities,
      workspaceFolders: folders.map((folder) => ({ uri: uriOf(folder), name: path.basename(folder) })),
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  async open(file: string, text: string): Promise<void> {
    const uri = uriOf(file);
    this.versions.set(uri, 1);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
  }

  async change(file: string, ...contentChanges: readonly TextDocumentContentChangeEvent[]): Promise<void> {
    const uri = uriOf(file);
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [...contentChanges],
    });
  }

  async save(file: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, {
      textDocument: { uri: uriOf(file) },
    });
  }

  async close(file: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: uriOf(file) },
    });
  }

  of(file: string): readonly Diagnostic[] {
    return this.published.get(uriOf(file)) ?? [];
  }

  /** Waits until something holds, as messages arrive. */
  async until(holds: () => boolean, milliseconds = 20_000): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`It does not hold: ${JSON.stringify([...this.published], undefined, 1)}`));
      }, milliseconds);
      const check = () => {
        if (!holds()) return;
        clearTimeout(late);
        this.waiting.delete(check);
        resolve();
      };
      this.waiting.add(check);
    });
  }

  async end(): Promise<void> {
    await this.connection.sendRequest(ShutdownRequest.type);
    // Within a process, `exit` would end the tests.
    if (!this.session) await this.connection.sendNotification(ExitNotification.type);
    this.connection.dispose();
  }
}

/** A client of a server in this process. */
export function startHere({
  fewFiles,
  ...how
}: { readonly fewFiles?: number } & Partial<Pick<Served, 'pageOf' | 'refused'>> = {}): Client {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const session = serve(toServer, toClient, {
    version: '0.0.0',
    granted: { rules, ...(fewFiles !== undefined && { fewFiles }) },
    folder: '/nowhere',
    refused: [],
    pageOf: (rule) => `file:///docs/${rule}.md`,
    ...how,
  });
  return new Client(
    createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer)),
    session,
  );
}

/** A client of the built command line, in a process of its own. */
export function startBuilt(
  folder: string,
  args: readonly string[] = [],
): { readonly client: Client; readonly process: ReturnType<typeof spawn> } {
  const bin = path.join(__dirname, '../../../bin/rolloutkit.js');
  const child = spawn(process.execPath, [bin, 'lsp', ...args], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const client = new Client(
    createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)),
  );
  return { client, process: child };
}
