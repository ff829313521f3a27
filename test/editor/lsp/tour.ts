import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type CodeLens,
  CodeLensRequest,
  CodeLensResolveRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentSymbolRequest,
  HoverRequest,
  type Location,
  PrepareRenameRequest,
  ReferencesRequest,
} from 'vscode-languageserver-protocol/node';
import { pathOfUri, uriOf } from '../../../src/editor/lsp/uris.js';
import { type Client, startBuilt } from './client.js';
import { jsonFindings, keyOf } from './edits-law.js';

/** What a real client met in a folder. */
export interface Tour {
  readonly files: number;
  readonly findings: number;
  /** How often each question had an answer with something in it. */
  readonly answers: Readonly<Record<string, number>>;
  /** What is otherwise than it should be. */
  readonly problems: readonly string[];
}

/** Files in which questions are asked, and places in each. */
const [mostFiles, mostPlaces] = [12, 25];

/** The built server, as the editor starts it. */
const command = [process.execPath, path.join(__dirname, '../../../bin/rolloutkit.js'), 'lsp'];

const hasNeovim = spawnSync('nvim', ['--version']).status === 0;

/**
 * Opens a folder in a client of the official library, and in Neovim if there is one. Diagnostics must be what `lint`
 * says of the folder, before and after edits that are undone; every question has an answer.
 */
export async function tour(given: string): Promise<Tour> {
  const folder = realpathSync(given);
  const said = jsonFindings(folder).sort();
  const problems: string[] = [];
  const answers: Record<string, number> = {};
  const { client } = startBuilt(folder);
  await client.initialize([folder]);
  const places = [...new Set(said.map((one) => one.replace(/:\d+:\d+:\d+:\d+ .*/s, '')))];
  const settled = async (when: string) => {
    const isSame = () => difference(client, folder, said) === '';
    await client
      .until(isSame, 60_000)
      .catch(() => problems.push(`${when}: ${difference(client, folder, said)}`));
  };
  await settled('opened');
  const files = [...new Set([...places, ...rolloutFiles(folder)])].slice(0, mostFiles);
  for (const name of files) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    await client.open(file, text);
    for (const [what, count] of await asked(client, file, text)) answers[what] = (answers[what] ?? 0) + count;
    const start = { line: 0, character: 0 };
    await client.change(file, { text: '- [\n', range: { start, end: start } });
    await client.change(file, { text: '', range: { start, end: { line: 1, character: 0 } } });
  }
  await settled('typed and undone');
  await client.end();
  if (hasNeovim && files.length > 0) problems.push(...inNeovim(folder, files, said));
  return { files: files.length, findings: said.length, answers, problems };
}

/** Files that have a Rollout, by a look at their texts. */
function rolloutFiles(folder: string): readonly string[] {
  const { stdout } = spawnSync(
    'grep',
    ['-rlE', '--include=*.yaml', '--include=*.yml', '^kind: Rollout', '.'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.includes('/templates/'))
    .map((line) => line.replace(/^\.\//, ''))
    .sort();
}

/** What is shown and not said, or said and not shown; empty if nothing is. */
function difference(client: Client, folder: string, said: readonly string[]): string {
  const shown = [...client.published].flatMap(([uri, all]) =>
    all.map((one) => keyOf(path.relative(folder, pathOfUri(uri) ?? uri), one)),
  );
  const missed = said.filter((one) => !shown.includes(one));
  const extra = shown.filter((one) => !said.includes(one));
  return [...missed.map((one) => `missed ${one}`), ...extra.map((one) => `extra ${one}`)].join('\n');
}

/** Asks about the names of a text and about the whole of it; an error of an answer is thrown. */
async function* questions(
  client: Client,
  file: string,
  text: string,
): AsyncGenerator<readonly [string, unknown]> {
  const { connection } = client;
  const textDocument = { uri: uriOf(file) };
  yield ['symbols', await connection.sendRequest(DocumentSymbolRequest.type, { textDocument })];
  const lenses = (await connection.sendRequest(CodeLensRequest.type, { textDocument })) ?? [];
  for (const lens of lenses)
    yield ['lens', lens.command ?? (await connection.sendRequest(CodeLensResolveRequest.type, lens)).command];
  for (const position of valuesIn(text)) {
    const at = { textDocument, position };
    yield ['hover', await connection.sendRequest(HoverRequest.type, at)];
    const found = await connection.sendRequest(DefinitionRequest.type, at);
    for (const one of (found ?? []) as Location[])
      if (!isPlace(one)) throw new Error(`Not a place: ${one.uri}`);
    yield ['definition', found];
    yield [
      'references',
      await connection.sendRequest(ReferencesRequest.type, { ...at, context: { includeDeclaration: true } }),
    ];
    yield ['completion', await connection.sendRequest(CompletionRequest.type, at)];
    // Where not every use is known, it is refused with the reason.
    yield ['rename', await connection.sendRequest(PrepareRenameRequest.type, at).catch(() => null)];
  }
}

async function asked(client: Client, file: string, text: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const [what, answer] of questions(client, file, text)) {
    const isEmpty = answer == null || (Array.isArray(answer) && answer.length === 0);
    counts.set(what, (counts.get(what) ?? 0) + (isEmpty ? 0 : 1));
  }
  return counts;
}

/** The places of the first values of a text. */
function valuesIn(text: string): CodeLens['range']['start'][] {
  return text
    .split('\n')
    .flatMap((line, index) => {
      const found = /^[\s-]*[\w.-]+: +["']?(?=[\w.])/.exec(line);
      return found ? [{ line: index, character: found[0].length }] : [];
    })
    .slice(0, mostPlaces);
}

/** Whether a place is in its file. */
function isPlace({ uri, range }: Location): boolean {
  const lines = readFileSync(pathOfUri(uri) ?? '', 'utf8').split('\n');
  return range.end.character <= (lines[range.end.line]?.length ?? -1);
}

interface Shown {
  readonly problem?: string;
  readonly files: readonly {
    readonly name: string;
    readonly diagnostics: readonly { readonly line: number; readonly code: string }[];
    readonly lenses: number;
  }[];
}

/** Opens files in Neovim, whose own client must show what is said. Returns what is otherwise. */
function inNeovim(folder: string, files: readonly string[], said: readonly string[]): readonly string[] {
  const own = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-neovim-')));
  try {
    const out = path.join(own, 'answers.json');
    const expected = files.map((name) => ({ name, lines: linesOf(said, name) }));
    const { status, stderr } = spawnSync(
      'nvim',
      ['--headless', '-u', 'NONE', '-n', '-S', path.join(__dirname, 'tour.lua')],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 300_000,
        env: {
          ...process.env,
          XDG_STATE_HOME: own,
          ROLLOUTKIT_TEST: JSON.stringify({
            ...{ root: folder, cmd: command, out },
            files: expected.map(({ name, lines }) => ({ name, count: lines.length })),
          }),
        },
      },
    );
    if (status !== 0) return [`Neovim ends with ${status}: ${stderr}`];
    const shown = JSON.parse(readFileSync(out, 'utf8')) as Shown;
    if (shown.problem !== undefined) return [`Neovim: ${shown.problem}`];
    return expected.flatMap(({ name, lines }) => {
      const its = shown.files.find((one) => one.name === name)?.diagnostics ?? [];
      const own = its.map(({ line, code }) => `${line + 1} ${code}`).sort();
      return own.join('\n') === lines.join('\n')
        ? []
        : [`Neovim shows of ${name}: ${own.join(', ')}, not ${lines.join(', ')}`];
    });
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** The lines and rules of what is said of a file. */
function linesOf(said: readonly string[], name: string): readonly string[] {
  return said
    .flatMap((one) => {
      const [, file, line, rule] = /^(.*?):(\d+):\d+:\d+:\d+ \w+ (\S+)/s.exec(one) ?? [];
      return file === name && rule !== undefined ? [`${line} ${rule}`] : [];
    })
    .sort();
}
