import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { realpathSync, statSync } from '../files/disk.js';
import type { Node } from '../../model/node.js';
import type { Source } from '../../model/source.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { realPath } from '../files/real-path.js';
import { isRemote, type PathAt, pathsIn, textsIn, toJson } from './kustomization-paths.js';
import { leadsOutRefusal, type Permissions, type ProgramRefusal } from './refusal.js';
import type { View } from './view.js';

const fileNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** A file for what is known by its address; no file of a repository is called like this. */
const publishedFile = '.rolloutkit-published.json';

/** The fields of a kustomization of plugins: any other could generate what the plugins read. */
const pluginKeys: ReadonlySet<string> = new Set(['apiversion', 'kind', 'metadata', 'resources']);

/**
 * Copies kustomizations with everything that they consist of. Kustomize reads files from one folder, but builds any folder, and
 * fetches every path that could be a remote address. So each kustomization is rewritten as JSON, which is unambiguous: every path
 * in it starts with a dot, and leads to a file that was checked.
 */
export class KustomizationCopier {
  private readonly copied = new Map<string, readonly ProgramRefusal[]>();

  constructor(
    private readonly view: View,
    private readonly permissions: Permissions,
  ) {}

  /** Copies a folder whose links are resolved. If it returns a refusal, the kustomization must not be built. */
  copy(folder: string, isOfPlugins = false): readonly ProgramRefusal[] {
    const key = `${isOfPlugins}${folder}`;
    const known = this.copied.get(key);
    if (known) return known;
    const refusals: ProgramRefusal[] = [];
    this.copied.set(key, refusals);
    this.view.folder(folder);
    for (const name of fileNames) {
      const file = path.join(folder, name);
      if (isFile(file)) refusals.push(...this.copyKustomization(file, isOfPlugins));
    }
    return refusals;
  }

  private copyKustomization(file: string, isOfPlugins: boolean): readonly ProgramRefusal[] {
    const real = realpathSync(file);
    const source = this.permissions.sourceAt(file);
    if (!source || !this.permissions.allows(real))
      return [leadsOutRefusal(nowhere(file), path.basename(file))];
    const text = source.read();
    const [range] = splitDocuments(text);
    if (!range) return [];
    const { root, problems } = parseTree(text, range.start, range.end);
    const unread = problems.map(({ start, message }) => fault({ source, start, end: start }, message));
    if (!root || unread.length > 0) return unread;

    const reader = new KustomizationReader(source, path.dirname(file), this, this.view, this.permissions);
    if (isOfPlugins && root.kind === 'map')
      for (const { key, keyStart, keyEnd } of root.entries)
        if (!pluginKeys.has(key.toLowerCase()))
          reader.refusals.push({
            place: { source, start: keyStart, end: keyEnd },
            message: `"${key}" changes the input of generators, transformers or validators, which rolloutkit passes on unchanged only.`,
          });
    const texts = new Map<Node, string | undefined>();
    for (const at of pathsIn(root)) {
      const replaced = reader.replaced(isOfPlugins ? { ...at, use: 'plugin' } : at);
      if (replaced !== undefined) texts.set(at.node, replaced);
    }
    for (const node of reader.leftOut) texts.set(node, undefined);
    if (!reader.refusals.every(({ isLeftOut }) => isLeftOut)) return reader.refusals;
    // Kustomize judges the target of a link.
    const isLinked = real !== file;
    this.view.write(isLinked ? real : file, toJson(root, texts));
    if (isLinked) symlinkSync(this.view.inside(real), this.view.inside(file));
    return reader.refusals;
  }
}

/** Resolves the paths of one kustomization. */
class KustomizationReader {
  readonly refusals: ProgramRefusal[] = [];
  /** The entries that kustomize does not get. */
  readonly leftOut = new Set<Node>();

  constructor(
    private readonly source: Source,
    private readonly folder: string,
    private readonly copier: KustomizationCopier,
    private readonly view: View,
    private readonly permissions: Permissions,
  ) {}

  /** The path to write for kustomize; undefined for one that stays unchanged, or is left out. */
  replaced({ node, text, use }: PathAt): string | undefined {
    const [key, file] = use === 'keyed' ? keyAndPath(text) : [undefined, text];
    if ((use === 'plugin' || use === 'patch') && /\n|^\s*[{[]/.test(text))
      return this.inline(node, text, use);
    if (isRemote(file)) {
      const published = use === 'file' ? this.permissions.publishedAt(file) : undefined;
      if (published !== undefined) {
        this.view.write(path.join(this.folder, publishedFile), published);
        return `./${publishedFile}`;
      }
      if (!this.permissions.remoteBases && use === 'resource') this.leaveOut(node, remote(file));
      else if (!this.permissions.remoteBases) this.refuse(node, remote(file));
      else if (/[?&](ref|version)=-/.test(percentDecoded(file)))
        this.refuse(node, `"${file}" names a revision that git would read as an option.`);
      return undefined;
    }
    const prefix = key === undefined ? '' : `${key}=`;
    const target = path.resolve(this.folder, file);
    const real = realPath(target);
    if (real === undefined && use === 'resource') {
      this.leaveOut(node, `"${file}" is not found.`, true);
      return undefined;
    }
    if (real === undefined) return `${prefix}${dotted(path.relative(this.folder, target))}`; // Kustomize reports it.
    if (!this.permissions.allows(real)) {
      this.refusals.push(leadsOutRefusal({ source: this.source, start: node.start, end: node.end }, file));
      return undefined;
    }
    if (statSync(real).isDirectory()) this.refusals.push(...this.copier.copy(real, use === 'plugin'));
    else if (use === 'plugin') this.plugins(real);
    else if (statSync(real).isFile()) this.view.copy(real);
    return `${prefix}${dotted(path.relative(this.folder, real))}`;
  }

  /** An inline value, rewritten unambiguously. */
  private inline(node: Node, text: string, use: 'plugin' | 'patch'): string | undefined {
    const roots = rootsOf(text);
    const place = { source: this.source, start: node.start, end: node.end };
    if (!roots?.every(({ kind }) => kind !== 'scalar')) {
      this.refusals.push(fault(place, 'This string is neither a path nor an object.'));
      return undefined;
    }
    if (use === 'plugin') for (const root of roots) this.judgePlugin(root, () => place);
    return roots.map((root) => toJson(root, new Map())).join('\n---\n');
  }

  /** A file with generators, transformers or validators. */
  private plugins(file: string): void {
    const source = this.permissions.sourceAt(file);
    const roots = source && rootsOf(source.read());
    if (!source || !roots) {
      const at = source ? { source, start: 0, end: 0 } : nowhere(file);
      this.refusals.push(fault(at, 'It is not unambiguous YAML.'));
      return;
    }
    for (const root of roots) this.judgePlugin(root, ({ start, end }) => ({ source, start, end }));
    this.view.write(file, roots.map((root) => toJson(root, new Map())).join('\n---\n'));
  }

  /** Plugins read files and fetch addresses by fields of their own. */
  private judgePlugin(root: Node, placeOf: (node: Node) => ProgramRefusal['place']): void {
    for (const { node, text } of textsIn(root)) {
      const file = text.slice(text.indexOf('=') + 1);
      if (/(^|=)\s*https?:/i.test(text)) {
        if (!this.permissions.remoteBases)
          this.refusals.push({ place: placeOf(node), message: remote(text) });
        continue;
      }
      for (const one of new Set([text, file])) {
        const real = one === '' || one.includes('\n') ? undefined : realPath(path.resolve(this.folder, one));
        if (real !== undefined && this.permissions.allows(real) && isFile(real)) this.view.copy(real);
      }
    }
  }

  /** Kustomize builds all other objects without an entry of `resources` as it does with it. */
  private leaveOut(node: Node, message: string, isFault?: true): void {
    const place = { source: this.source, start: node.start, end: node.end };
    this.refusals.push({ place, message, ...(isFault ? { isFault } : {}), isLeftOut: true });
    this.leftOut.add(node);
  }

  private refuse(node: Node, message: string): void {
    this.refusals.push({ place: { source: this.source, start: node.start, end: node.end }, message });
  }
}

function fault(place: ProgramRefusal['place'], message: string): ProgramRefusal {
  return { place, message, isFault: true };
}

function remote(text: string): string {
  return `"${text}" is not fetched, because a repository cannot enable that itself; pass --allow-remote-bases.`;
}

/** The key of a generated entry, by default the name of the file, and the path. */
function keyAndPath(text: string): readonly [key: string | undefined, file: string] {
  const parts = text.split('=');
  if (parts.length > 2) return [undefined, text]; // Kustomize rejects it.
  const [key = '', file] = parts;
  return file === undefined ? [path.basename(text), text] : [key, file];
}

/** A path that cannot be read as a remote address. */
function dotted(relative: string): string {
  return `./${relative.split(path.sep).join('/')}`;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The roots of all documents of a file; undefined if one of them cannot be parsed. */
function rootsOf(text: string): readonly Node[] | undefined {
  const trees = splitDocuments(text).map(({ start, end }) => parseTree(text, start, end));
  return trees.some(({ problems }) => problems.length > 0)
    ? undefined
    : trees.flatMap(({ root }) => (root ? [root] : []));
}

function nowhere(file: string): ProgramRefusal['place'] {
  return { source: { path: file, name: file, read: () => '' }, start: -1, end: -1 };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
