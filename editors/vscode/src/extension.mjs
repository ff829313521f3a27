// The client of `rolloutkit lsp` in VS Code. What is shown is decided by the server.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { commands, Uri, ViewColumn, window, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { chooseServer, folderOf, serverArguments, settingsFrom, simulateArguments } from './server.mjs';

/** The command of a code lens: the server names it with the Rollout that it stands above. */
const simulateCommand = 'rolloutkit.simulate';

/** The longest page, in characters, and the longest time for it. */
const limits = { maxBuffer: 64_000_000, timeout: 120_000 };

/** @type {LanguageClient | undefined} */
let client;
/** Starts and stops follow each other. */
let last = Promise.resolve();

/** @param {import('vscode').ExtensionContext} context */
export function activate(context) {
  const extension = context.extensionPath;
  const restart = () => {
    last = last.then(() => stop()).then(() => start(extension));
    return last;
  };
  context.subscriptions.push(
    commands.registerCommand('rolloutkit.restart', restart),
    commands.registerCommand(simulateCommand, (rollout) => simulate(rollout ?? {}, extension)),
    workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((change) => {
      if (['server', 'plugins', 'schemas'].some((key) => change.affectsConfiguration(`rolloutkit.${key}`)))
        void restart();
    }),
  );
  return restart();
}

export function deactivate() {
  last = last.then(() => stop());
  return last;
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.dispose();
}

function ownSettings() {
  const configuration = workspace.getConfiguration('rolloutkit');
  return settingsFrom((key) => configuration.inspect(key)?.globalValue);
}

const folders = () =>
  (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));

/** @param {string} extension */
function chosen(extension) {
  const server = chooseServer(ownSettings(), {
    isTrusted: workspace.isTrusted,
    folders: folders(),
    extension,
    exists: existsSync,
  });
  if (!('problem' in server)) return server;
  void window.showErrorMessage(server.problem);
  return undefined;
}

/** @param {string} extension */
async function start(extension) {
  const server = chosen(extension);
  if (!server) return;
  const { args, warnings } = serverArguments(ownSettings());
  for (const warning of warnings) void window.showWarningMessage(warning);
  const options =
    'module' in server
      ? { module: server.module, args: [...args], transport: TransportKind.stdio }
      : { command: server.program, args: [...args], transport: TransportKind.stdio };
  const started = new LanguageClient('rolloutkit', 'rolloutkit', options, {
    documentSelector: ['yaml', 'helm'].map((language) => ({ scheme: 'file', language })),
    initializationOptions: { simulateCommand },
    middleware: { window: { showDocument } },
  });
  client = started;
  started.outputChannel.appendLine(
    `The rolloutkit of the ${server.from}: ${'module' in server ? server.module : server.program}`,
  );
  await started.start().catch((/** @type {unknown} */ error) => {
    void window.showErrorMessage(`rolloutkit did not start: ${String(error)}`);
  });
}

/**
 * The page of a rule is shown as it is meant to be read.
 * @param {import('vscode-languageclient/node').ShowDocumentParams} params
 * @param {import('vscode').CancellationToken} token
 * @param {import('vscode-languageclient/node').ShowDocumentRequest.HandlerSignature} next
 */
async function showDocument(params, token, next) {
  if (!/^file:.*\/docs\/.*\.md$/.test(params.uri)) return next(params, token);
  await commands.executeCommand('markdown.showPreview', Uri.parse(params.uri));
  return { success: true };
}

/**
 * Shows the page of an update of a Rollout, of the files as they are saved.
 * @param {{ uri?: unknown, name?: unknown, namespace?: unknown }} rollout
 * @param {string} extension
 */
async function simulate({ uri, name, namespace }, extension) {
  const args = simulateArguments(name, namespace);
  const folder = typeof uri === 'string' ? folderOf(Uri.parse(uri).fsPath, folders()) : undefined;
  const server = chosen(extension);
  if (!args || folder === undefined || !server) return;
  const [program, ...first] = 'module' in server ? [process.execPath, server.module] : [server.program];
  const page = await new Promise((resolve) => {
    execFile(
      program,
      [...first, ...args],
      { cwd: folder, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, ...limits },
      (error, stdout, stderr) => {
        // With findings there is a page, too.
        if (stdout.startsWith('<!')) return resolve(stdout);
        void window.showErrorMessage(`rolloutkit simulate: ${stderr.trim() || String(error)}`);
        resolve(undefined);
      },
    );
  });
  if (page === undefined) return;
  const title = `${String(name)} (saved files of ${basename(folder)})`;
  const panel = window.createWebviewPanel('rolloutkit.simulation', title, ViewColumn.Beside, {
    enableScripts: true,
    localResourceRoots: [],
  });
  panel.webview.html = page;
}
