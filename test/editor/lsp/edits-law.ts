import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CodeActionRequest,
  type Diagnostic,
  DiagnosticSeverity,
  DidChangeWatchedFilesNotification,
  FileChangeType,
} from 'vscode-languageserver-protocol/node';
import { Readable } from 'node:stream';
import { main } from '../../../src/cli/main.js';
import { uriOf } from '../../../src/editor/lsp/uris.js';
import {
  edited,
  type File,
  fixtures,
  type Random,
  randomFrom,
  renamed,
} from '../../support/random-repository.js';
import { asChart } from '../../support/random-charts.js';
import { type Client, startHere } from './client.js';

/** What the editor shows after an edit, and what a run of the command line says of the same texts. */
export interface Step {
  readonly edit: string;
  readonly missed: readonly string[];
  readonly extra: readonly string[];
  /** How many findings were compared. */
  readonly found: number;
}

interface LawOptions {
  /** How many systems a repository has. */
  readonly groups?: number;
  /** After how many edits another repository follows. */
  readonly length?: number;
}

const configs = [
  'rules:\n  schema/fields-known: info\n',
  'ignore:\n  - "*/rollout.yaml"\n',
  'extends: strict\n',
  '',
];
const invalid = ['rules:\n  schema/fie', 'ignore: [', 'extends: 3\n', '- a\n'];

/**
 * Edits in an editor by chance: characters typed and removed, lines from elsewhere, texts saved or not, files closed,
 * deleted, renamed and written by others, a configuration that is half-typed.
 */
export async function* steps(
  folder: string,
  count: number,
  seed: number,
  { groups = 3, length = 25 }: LawOptions = {},
): AsyncGenerator<Step> {
  const random = randomFrom(seed);
  const systems = fixtures(folder);
  for (let made = 0; made < count; made += length) {
    const files = Array.from({ length: groups }, (_, index) => {
      const system = renamed(random.pick(systems), index);
      return random.below(2) === 0 ? asChart(system, random) : system;
    }).flat();
    const repository = new Repository(files, random);
    try {
      await repository.start();
      // The files are not all checked when the first edits arrive.
      const early: string[] = [];
      for (let left = random.below(4); left > 0; left--) early.push(await repository.edit());
      yield await repository.step(early.length === 0 ? 'opened' : early.join('; '));
      for (let left = Math.min(length, count - made); left > 0; left--)
        yield await repository.step(await repository.edit());
    } finally {
      await repository.end();
    }
  }
}

/** A repository, an editor in which some of its files are open, and the same texts saved elsewhere. */
class Repository {
  private readonly own = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-edits-')));
  private readonly root = path.join(this.own, 'editor');
  private readonly mirror = path.join(this.own, 'mirror');
  private readonly disk = new Map<string, string>();
  private readonly open = new Map<string, string>();
  private readonly client: Client;
  /** The last valid configuration. */
  private config: string | undefined;

  constructor(
    private readonly files: readonly File[],
    private readonly random: Random,
  ) {
    // Half of them as if they were large, where what takes long is put off.
    this.client = startHere(random.below(2) === 0 ? { fewFiles: 0 } : {});
    mkdirSync(this.root, { recursive: true });
    for (const { path: at, text } of files) this.write(at.replace('/repository/', ''), text);
  }

  async start(): Promise<void> {
    await this.client.initialize([this.root], {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
    });
  }

  async end(): Promise<void> {
    await this.client.end();
    rmSync(this.own, { recursive: true, force: true });
  }

  async step(edit: string): Promise<Step> {
    const shown = await this.shown();
    const said = this.said();
    return {
      edit,
      missed: said.filter((one) => !shown.includes(one)),
      extra: shown.filter((one) => !said.includes(one)),
      found: said.length,
    };
  }

  /** Makes one edit and tells what it is. */
  async edit(): Promise<string> {
    const { random } = this;
    await new Promise((resolve) => setTimeout(resolve, random.below(30)));
    const names = [...new Set([...this.disk.keys(), ...this.open.keys()])].filter(
      (one) => one !== configName,
    );
    // All may have been deleted.
    if (names.length === 0) return this.byOthers('another.yaml');
    const name = random.pick(names);
    const kind = random.below(20);
    if (kind < 9) return this.type(name);
    if (kind < 12) return this.replace(name);
    if (kind === 12) return this.save(name);
    if (kind === 13) return this.close(name);
    if (kind === 14) return this.remove(name);
    if (kind === 15) return this.rename(name);
    if (kind === 16) return this.another(name);
    if (kind === 17) return this.byOthers(name);
    if (kind === 18) return this.configure();
    return this.renew(name);
  }

  /** Some characters go or come: what is half-typed, or cut off. */
  private async type(name: string): Promise<string> {
    const { random } = this;
    const text = await this.opened(name);
    const lines = text.split('\n');
    const line = random.below(lines.length);
    const length = (lines[line] ?? '').replace(/\r$/, '').length;
    const from = random.below(length + 1);
    const to = from + random.below(length - from + 1);
    const typed = random.pick([
      '',
      '',
      'x',
      ' ',
      ':',
      '- ',
      '\n',
      '"',
      '{{',
      '# rolloutkit-ignore ',
      '&a ',
      '---\n',
    ]);
    const start = lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    await this.client.change(this.at(name), {
      range: { start: { line, character: from }, end: { line, character: to } },
      text: typed,
    });
    this.open.set(name, text.slice(0, start + from) + typed + text.slice(start + to));
    return `${name}:${line + 1}:${from + 1}-${to + 1} typed ${JSON.stringify(typed)}`;
  }

  private async replace(name: string): Promise<string> {
    const { text, edit } = edited(await this.opened(name), this.files, this.random);
    await this.client.change(this.at(name), { text });
    this.open.set(name, text);
    return `${name}: ${edit}`;
  }

  /** The text as it is on disk again. */
  private async renew(name: string): Promise<string> {
    await this.opened(name);
    const text = this.disk.get(name) ?? '';
    await this.client.change(this.at(name), { text });
    this.open.set(name, text);
    return `${name}: all undone`;
  }

  private async save(name: string): Promise<string> {
    const text = await this.opened(name);
    this.write(name, text);
    await this.client.save(this.at(name));
    return `${name}: saved`;
  }

  private async close(name: string): Promise<string> {
    if (!this.open.delete(name)) return `${name}: not open`;
    await this.client.close(this.at(name));
    return `${name}: closed`;
  }

  private async remove(name: string): Promise<string> {
    if (!this.disk.delete(name)) return `${name}: not saved`;
    rmSync(this.at(name));
    await this.told(name, FileChangeType.Deleted);
    return `${name}: deleted`;
  }

  private async rename(name: string): Promise<string> {
    const text = this.disk.get(name);
    const to = name.replace(/\.ya?ml$/, '-renamed.yaml');
    if (text === undefined || this.disk.has(to) || this.open.has(to)) return `${name}: not renamed`;
    const isOpen = this.open.has(name);
    await this.close(name);
    renameSync(this.at(name), this.at(to));
    this.disk.delete(name);
    this.disk.set(to, text);
    await this.told(name, FileChangeType.Deleted);
    await this.told(to, FileChangeType.Created);
    if (isOpen) await this.opened(to);
    return `${name}: renamed to ${to}`;
  }

  /** A file that is not saved yet. */
  private async another(name: string): Promise<string> {
    const to = name.replace(/\.ya?ml$/, '-new.yaml');
    if (this.disk.has(to) || this.open.has(to)) return `${to}: exists`;
    const { text } = edited(this.open.get(name) ?? this.disk.get(name) ?? '', this.files, this.random);
    await this.client.open(this.at(to), text);
    this.open.set(to, text);
    return `${to}: new`;
  }

  private async byOthers(name: string): Promise<string> {
    const { text, edit } = edited(this.disk.get(name) ?? '', this.files, this.random);
    this.write(name, text);
    await this.told(name, FileChangeType.Changed);
    return `${name}: written by another program: ${edit}`;
  }

  private async configure(): Promise<string> {
    const isInvalid = this.random.below(2) === 0;
    const text = this.random.pick(isInvalid ? invalid : configs);
    if (this.open.has(configName)) await this.client.change(this.at(configName), { text });
    else await this.client.open(this.at(configName), text);
    this.open.set(configName, text);
    if (!isInvalid) this.config = text;
    return `${configName}: ${JSON.stringify(text)}`;
  }

  private async opened(name: string): Promise<string> {
    const known = this.open.get(name);
    if (known !== undefined) return known;
    const text = this.disk.get(name) ?? '';
    await this.client.open(this.at(name), text);
    this.open.set(name, text);
    return text;
  }

  private write(name: string, text: string): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
    this.disk.set(name, text);
  }

  private async told(name: string, type: FileChangeType): Promise<void> {
    await this.client.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: uriOf(this.at(name)), type }],
    });
  }

  private at(name: string): string {
    return path.join(this.root, name);
  }

  /** The diagnostics that the editor shows, after an answer to a request that comes behind all edits. */
  private async shown(): Promise<readonly string[]> {
    await this.asked();
    // What a large folder puts off.
    this.client.session?.flush();
    await this.asked();
    const prefix = `${uriOf(this.root)}/`;
    return [...this.client.published]
      .filter(([uri]) => !uri.endsWith(configName))
      .flatMap(([uri, all]) => all.map((one) => keyOf(decodeURIComponent(uri.slice(prefix.length)), one)))
      .sort();
  }

  private async asked(): Promise<void> {
    const start = { line: 0, character: 0 };
    await this.client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uriOf(this.at('any.yaml')) },
      range: { start, end: start },
      context: { diagnostics: [], only: ['refactor'] },
    });
  }

  /** What the command line says of the same texts in another folder. */
  private said(): readonly string[] {
    rmSync(this.mirror, { recursive: true, force: true });
    mkdirSync(this.mirror);
    const texts = new Map([...this.disk, ...this.open]);
    texts.delete(configName);
    if (this.config !== undefined) texts.set(configName, this.config);
    for (const [name, text] of texts) {
      const file = path.join(this.mirror, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return jsonFindings(this.mirror).sort();
  }
}

const configName = 'rolloutkit.yaml';

const levels = ['', 'error', 'warning', 'info'];

/** A diagnostic, as a line of the form that `jsonFindings` has. */
export function keyOf(file: string, { range, severity, code, message }: Diagnostic): string {
  const { start, end } = range;
  const at = [start.line, start.character, end.line, end.character].map((one) => one + 1).join(':');
  const level = levels[severity ?? DiagnosticSeverity.Error] ?? '';
  const text = typeof message === 'string' ? message : message.value;
  return `${file}:${at} ${level} ${String(code)} ${text}`;
}

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
    readonly more?: number;
    readonly moreIn?: string;
  }[];
}

/** What the command line says of a folder, a line for each finding. */
export function jsonFindings(folder: string): string[] {
  let [out, err] = ['', ''];
  const code = main(['lint', '--format', 'json'], {
    folder,
    environment: {},
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: { write: (text: string | Uint8Array) => ((out += String(text)), true) },
    stderr: { write: (text: string | Uint8Array) => ((err += String(text)), true) },
  });
  if (typeof code !== 'number' || !out.startsWith('{')) throw new Error(`lint fails: ${err}`);
  return (JSON.parse(out) as Report).findings.map((finding) => {
    const { rule, severity, message, file, line, column, endLine, endColumn, more, moreIn } = finding;
    const rest = more === undefined ? '' : ` There are ${more} more like it in the ${moreIn ?? 'document'}.`;
    return `${file}:${line}:${column}:${endLine}:${endColumn} ${severity} ${rule} ${message}${rest}`;
  });
}
