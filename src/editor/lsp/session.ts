import {
  type CodeAction,
  type CodeActionParams,
  type Connection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { actionKinds, Actions, explainCommand, needsFindings } from './actions.js';
import { Diagnostics } from './diagnostics.js';
import type { EditorTexts } from './edits.js';
import type { Granted, Root } from './root.js';
import { abilitiesOf, answerLanguage, languageCapabilities } from './language-requests.js';
import { Language, type OpenFile } from './language.js';
import { Roots } from './roots.js';
import { pathOfUri, uriOf } from './uris.js';

/** What the command line gives to a server. */
export interface Served {
  readonly version: string;
  readonly granted: Granted;
  /** The folder that is open if the editor names none. */
  readonly folder: string;
  /** Folders that are not read, such as the home folder. */
  readonly refused: readonly string[];
  /** The address of the page of a rule. */
  readonly pageOf: (rule: string) => string | undefined;
}

/** The longest pause in typing after which findings are published, in milliseconds. */
const longestPause = 50;

/** The interval between checks for changed files, for editors that do not report them, in milliseconds. */
const interval = 1000;

/** The maximum share of time that is spent on checking. */
const share = 1 / 20;

/** Files whose changes are reported by the editor. */
const watched = [
  '**/*.{yaml,yml,json,sh}',
  '**/{Kustomization,.gitignore,.helmignore}',
  '**/{templates,charts}/**',
];

/** A client's session: what is open, and what was published. */
export class Session {
  readonly diagnostics: Diagnostics;
  readonly roots: Roots;
  readonly documents = new TextDocuments(TextDocument);
  private params: InitializeParams | undefined;
  private timer: NodeJS.Timeout | undefined;
  private tookLast = 0;
  private rest: NodeJS.Timeout | undefined;
  private poll: NodeJS.Timeout | undefined;
  private touched = 0;
  /** What waits until all files are checked. */
  private waiting: (() => void)[] = [];
  /** What was told about files that were not checked. */
  private told = '';

  constructor(
    readonly connection: Connection,
    readonly served: Served,
  ) {
    this.diagnostics = new Diagnostics(served.pageOf);
    this.roots = new Roots(served.granted, ['/', ...served.refused]);
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => void this.initialized());
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) {
        const file = pathOfUri(uri);
        if (file !== undefined) this.roots.of(file)?.expire();
      }
      this.schedule();
    });
    connection.onCodeAction((params) => this.actionsAt(params));
    connection.onCodeActionResolve((action) => this.resolved(action));
    answerLanguage(
      connection,
      () => this.language,
      (run) => this.whenAllIsKnown(run),
    );
    connection.onExecuteCommand(({ command, arguments: [rule] = [] }) =>
      command === explainCommand && typeof rule === 'string' ? this.explain(rule) : null,
    );
    connection.onShutdown(() => {
      for (const timer of [this.timer, this.rest, this.poll]) clearTimeout(timer);
    });
    this.documents.onDidChangeContent(({ document }) => this.changed(document));
    this.documents.onDidClose(({ document }) => this.closed(document));
    this.documents.onDidSave(({ document }) => {
      const file = pathOfUri(document.uri);
      if (file !== undefined) this.roots.of(file)?.expire();
      this.schedule();
    });
    this.documents.listen(connection);
  }

  /** The capabilities of the editor. */
  get capabilities(): InitializeParams['capabilities'] {
    return this.params?.capabilities ?? {};
  }

  /**
   * Publishes the results of all changes so far. In a large folder, slow parts may be postponed until there was no change
   * for a while.
   */
  flush({ mayBeRough = false } = {}): void {
    clearTimeout(this.timer);
    clearTimeout(this.rest);
    this.timer = undefined;
    const started = performance.now();
    for (const root of this.roots.all) this.contained(() => this.publish(root, mayBeRough));
    this.tookLast = performance.now() - started;
    if (this.isOpening) {
      this.rest = setTimeout(() => this.goOn());
      return;
    }
    for (const go of this.waiting.splice(0)) go();
    const pauses = this.roots.all.flatMap(({ unsettled }) => unsettled ?? []);
    this.rest =
      pauses.length > 0
        ? setTimeout(() => this.flush(), Math.max(...pauses))
        : setTimeout(() => this.prepare(), longestPause);
  }

  private get isOpening(): boolean {
    return this.roots.all.some((root) => root.isOpening);
  }

  /** Checks the files of folders that were just opened, in parts between which the client is heard. */
  private goOn(): void {
    const opening = this.roots.all.filter((root) => root.isOpening);
    for (const root of opening) this.contained(() => root.goOn());
    if (opening.every((root) => root.isOpening)) this.rest = setTimeout(() => this.goOn());
    else this.flush({ mayBeRough: true });
  }

  /** Runs what needs the findings in all files, once these are known. */
  private whenAllIsKnown<T>(run: () => T): T | Promise<T> {
    if (this.timer) this.flush({ mayBeRough: true });
    return this.isOpening ? new Promise<void>((go) => this.waiting.push(go)).then(run) : run();
  }

  /** Prepares for the next change, in parts between which the client is heard. */
  private prepare(): void {
    let isLeft = false;
    this.contained(() => (isLeft = this.roots.all.some((root) => root.prepare())));
    if (isLeft) this.rest = setTimeout(() => this.prepare());
  }

  private initialize(params: InitializeParams): InitializeResult {
    this.params = params;
    for (const folder of foldersIn(params) ?? [this.served.folder]) this.addRoot(folder);
    return {
      serverInfo: { name: 'rolloutkit', version: this.served.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        ...languageCapabilities,
        codeActionProvider: { codeActionKinds: [...actionKinds], resolveProvider: true },
        executeCommandProvider: { commands: [explainCommand] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  private async initialized(): Promise<void> {
    const { workspace } = this.capabilities;
    if (workspace?.workspaceFolders === true)
      this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const { uri } of removed) this.removeRoot(pathOfUri(uri));
        for (const { uri } of added) this.addRoot(pathOfUri(uri));
        this.schedule();
      });
    this.schedule();
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await this.connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: watched.map((globPattern) => ({ globPattern })),
      });
    else this.look(interval);
  }

  /** Looks for changed files from time to time, while nothing is typed. */
  private look(pause: number): void {
    this.poll = setTimeout(() => {
      const started = performance.now();
      if (started - this.touched > interval && !this.isOpening) {
        for (const root of this.roots.all) root.expire();
        this.flush({ mayBeRough: true });
      }
      this.look(Math.max(interval, (performance.now() - started) / share));
    }, pause);
  }

  private addRoot(folder: string | undefined): void {
    if (folder === undefined) return;
    const root = this.roots.add(folder);
    if (!root) {
      this.connection.console.warn(`${folder} is not read: it is open already, or too much would be read.`);
      return;
    }
    for (const document of this.documents.all()) {
      const file = pathOfUri(document.uri);
      if (file === undefined || !root.has(file)) continue;
      for (const other of this.roots.all) if (other !== root) this.contained(() => other.release(file));
      this.edit(file, document);
    }
  }

  private removeRoot(folder: string | undefined): void {
    const root = folder === undefined ? undefined : this.roots.remove(folder);
    if (!root) return;
    for (const file of root.files) this.send(file, []);
    for (const document of this.documents.all()) {
      const file = pathOfUri(document.uri);
      if (file !== undefined && root.has(file)) this.edit(file, document);
    }
  }

  private changed(document: TextDocument): void {
    const file = pathOfUri(document.uri);
    this.touched = performance.now();
    if (file === undefined) return;
    this.edit(file, document);
    this.schedule();
  }

  /** Passes a document to its folder. A client may send a value that is not a string, against the protocol. */
  private edit(file: string, document: TextDocument): void {
    const text: unknown = document.getText();
    if (typeof text === 'string') this.contained(() => this.roots.of(file)?.edit(file, text));
  }

  private closed({ uri }: TextDocument): void {
    const file = pathOfUri(uri);
    if (file === undefined) return;
    this.roots.of(file)?.release(file);
    this.schedule();
  }

  /** The file of an open document, and its folder, with all changes so far. */
  at(uri: string): { readonly file: string; readonly root: Root } | undefined {
    const file = pathOfUri(uri);
    const root = file === undefined ? undefined : this.roots.of(file);
    if (file === undefined || !root) return undefined;
    if (this.timer) this.flush({ mayBeRough: true });
    return { file, root };
  }

  private get texts(): EditorTexts {
    return {
      uriOf: (file: string) => this.uriOf(file),
      versionOf: (uri: string) => this.documents.get(uri)?.version ?? null,
      takesVersions: this.capabilities.workspace?.workspaceEdit?.documentChanges === true,
    };
  }

  private get actions(): Actions {
    const resolved = this.capabilities.textDocument?.codeAction?.resolveSupport?.properties ?? [];
    return new Actions(this.diagnostics, this.texts, resolved.includes('edit'));
  }

  private get language(): Language {
    return new Language((uri) => this.fileAt(uri), this.texts, abilitiesOf(this.params));
  }

  /** A document as it is now, with the graph and the findings that it is part of. */
  private fileAt(uri: string): OpenFile | undefined {
    const at = this.at(uri);
    const state = at?.root.current();
    const source = at && state && at.root.workspace.source(at.file);
    if (!source) return undefined;
    return {
      source,
      graph: state.graph,
      findings: state.byPlace.get(at.file) ?? [],
      foundOnlyWith: (texts) =>
        at.root.workspace.foundOnlyWith(texts).map((finding) => this.diagnostics.messageOf(finding)),
    };
  }

  private actionsAt(params: CodeActionParams): CodeAction[] | Promise<CodeAction[]> {
    const actions = (): CodeAction[] => {
      const at = this.at(params.textDocument.uri);
      return at ? [...this.actions.at(at.root, at.file, params)] : [];
    };
    return needsFindings(params) ? this.whenAllIsKnown(actions) : actions();
  }

  private resolved(action: CodeAction): CodeAction | Promise<CodeAction> {
    const { file } = (action.data ?? {}) as { readonly file?: unknown };
    if (typeof file !== 'string') return action;
    return this.whenAllIsKnown(() => {
      const at = this.at(uriOf(file));
      return at ? this.actions.resolve(at.root, action) : action;
    });
  }

  private async explain(rule: string): Promise<null> {
    const known = this.served.granted.rules.find(({ meta }) => meta.name === rule)?.meta;
    // The name comes from the editor, and with it a path would.
    if (!known) return null;
    const page = this.served.pageOf(rule);
    const { support = false } = this.capabilities.window?.showDocument ?? {};
    if (support && page !== undefined)
      await this.connection.window.showDocument({ uri: page, takeFocus: true });
    else this.connection.window.showInformationMessage(`${known.description} ${known.why}`);
    return null;
  }

  private schedule(): void {
    clearTimeout(this.timer);
    clearTimeout(this.rest);
    this.timer = setTimeout(
      () => this.flush({ mayBeRough: true }),
      Math.min(longestPause, this.tookLast / 4),
    );
  }

  private publish(root: Root, mayBeRough: boolean): void {
    for (const [file, diagnostics] of root.update(this.diagnostics, { mayBeRough }))
      // A file of an inner folder that is open, too, is published for that.
      if (this.roots.of(file) === root || !root.has(file)) this.send(file, diagnostics);
    const failures = root.current()?.failures ?? [];
    const told = failures.join('\n');
    if (told !== '' && told !== this.told) this.connection.console.warn(`Not checked: ${told}`);
    this.told = told;
  }

  private send(file: string, diagnostics: readonly Diagnostic[]): void {
    const uri = this.uriOf(file);
    const version = this.documents.get(uri)?.version;
    void this.connection.sendDiagnostics({
      uri,
      diagnostics: [...diagnostics],
      ...(version !== undefined && { version }),
    });
  }

  /** The address of a file as the editor writes it. */
  uriOf(file: string): string {
    return this.documents.all().find(({ uri }) => pathOfUri(uri) === file)?.uri ?? uriOf(file);
  }

  /** An error must not end the session. */
  contained(run: () => unknown): void {
    try {
      run();
    } catch (error) {
      this.connection.console.error(`This is a bug in rolloutkit: ${String(error)}`);
    }
  }
}

/** The folders that the editor opens; undefined if it names none. */
function foldersIn({
  workspaceFolders,
  ...older
}: InitializeParams): readonly (string | undefined)[] | undefined {
  if (workspaceFolders && workspaceFolders.length > 0)
    return workspaceFolders.map(({ uri }) => pathOfUri(uri));
  const { rootUri, rootPath } = older as {
    readonly rootUri?: string | null;
    readonly rootPath?: string | null;
  };
  if (typeof rootUri === 'string') return [pathOfUri(rootUri)];
  return typeof rootPath === 'string' ? [pathOfUri(uriOf(rootPath))] : undefined;
}
