import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver/node';
import type { EditorAbilities, Language } from './language.js';

/** What the server can tell about places in files. */
export const languageCapabilities: ServerCapabilities = {
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  completionProvider: { triggerCharacters: [' ', '.', '"', "'"] },
  hoverProvider: true,
  codeLensProvider: { resolveProvider: true },
  documentSymbolProvider: true,
  inlayHintProvider: true,
};

/** What the editor can do with answers about places. */
export function abilitiesOf(params: InitializeParams | undefined): EditorAbilities {
  const { snippetSupport = false } = params?.capabilities.textDocument?.completion?.completionItem ?? {};
  const { simulateCommand } = (params?.initializationOptions ?? {}) as { readonly simulateCommand?: unknown };
  return {
    takesSnippets: snippetSupport,
    simulateCommand: typeof simulateCommand === 'string' ? simulateCommand : undefined,
  };
}

/** Runs what needs the findings in all files, once these are known. */
export type WhenAllIsKnown = <T>(run: () => T) => T | Promise<T>;

/** Answers the requests about places in files. */
export function answerLanguage(
  connection: Connection,
  language: () => Language,
  whenAllIsKnown: WhenAllIsKnown,
): void {
  connection.onDefinition((at) => language().definition(at));
  connection.onReferences((at) => language().references(at, at.context.includeDeclaration));
  connection.onPrepareRename((at) => language().prepareRename(at));
  connection.onRenameRequest((at) => whenAllIsKnown(() => language().rename(at, at.newName)));
  connection.onCompletion((at) => language().completion(at));
  connection.onHover((at) => language().hover(at));
  connection.onCodeLens(({ textDocument }) => language().lenses(textDocument));
  connection.onCodeLensResolve((lens) => language().resolveLens(lens));
  connection.onDocumentSymbol(({ textDocument }) => language().symbols(textDocument));
  connection.languages.inlayHint.on(({ textDocument, range }) => language().hints(textDocument, range));
}
