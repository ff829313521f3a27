import { isInputName } from '../../repository/files/discover.js';
import { UsageError } from '../../model/usage-error.js';
import { shortened } from '../../model/message.js';
import type { Schema } from './schema.js';

/** The manifests that a call is about. */
export interface GivenManifests {
  /** By path relative to the root; undefined for a file that is taken away. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  /** The folder of files to read, relative to the root; undefined to read no file. */
  readonly folder: string | undefined;
}

/** Limits of what a call may hand over. */
const limits = { texts: 2000, characters: 2_000_000, allCharacters: 8_000_000, path: 1000 } as const;

/** Manifests by path. */
export const textsSchema = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
  maxProperties: limits.texts,
  description:
    'Manifests as text, by path relative to the root, such as {"shop/rollout.yaml": "apiVersion: …"}. With "folder" they take the place of the files there, and null removes a file; without it only these texts are read.',
} as const satisfies Schema;

/** A folder. */
const folderSchema = {
  type: 'string',
  maxLength: limits.path,
  description: 'A folder of manifests below the root (default: the root, unless "texts" is given).',
} as const satisfies Schema;

/** The arguments of a tool that reads manifests. */
export const givenSchemas = { texts: textsSchema, folder: folderSchema } as const;

type TextsByPath = Readonly<Record<string, string | null>>;

/**
 * The manifests of a call.
 * @throws {UsageError} for paths that lead out of the root, and for more text than the limits allow
 */
export function readGiven(
  { texts, folder }: { readonly texts?: TextsByPath | undefined; readonly folder?: string | undefined },
  root: string,
): GivenManifests {
  return {
    texts: readTexts(texts ?? {}, root, 'texts'),
    folder: folder === undefined && texts ? undefined : readFolder(folder ?? '.', root),
  };
}

/** Texts by path relative to the root. */
export function readTexts(texts: TextsByPath, root: string, name: string): GivenManifests['texts'] {
  const read = new Map<string, string | undefined>();
  let all = 0;
  for (const [given, text] of Object.entries(texts)) {
    const path = pathBelow(given, root, `The path "${shortened(given)}" in "${name}"`);
    if (!isInputName(path))
      throw new UsageError(
        `The path "${shortened(given)}" in "${name}" is not that of a manifest; it must end in .yaml, .yml or .json.`,
      );
    if (read.has(path)) throw new UsageError(`"${name}" has two texts for "${shortened(path)}".`);
    const { length = 0 } = text ?? '';
    if (length > limits.characters)
      throw new UsageError(
        `The text of "${shortened(path)}" has ${length} characters; a text can have ${limits.characters}.`,
      );
    if ((all += length) > limits.allCharacters)
      throw new UsageError(
        `"${name}" has more than ${limits.allCharacters} characters together; pass fewer files, or use "folder".`,
      );
    read.set(path, text ?? undefined);
  }
  return read;
}

function readFolder(folder: string, root: string): string {
  return pathBelow(folder, root, `"folder" is "${shortened(folder)}", which`, { isRoot: true });
}

/** A path as one below the root, with `/` between segments; an absolute one below the root is made relative. */
function pathBelow(given: string, root: string, what: string, { isRoot = false } = {}): string {
  const slashed = given.replaceAll('\\', '/');
  const relative =
    slashed === root ? '.' : slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
  const segments = relative.split('/').filter((segment) => segment !== '' && segment !== '.');
  // The text names no file of the system: only control characters are refused that no path of a repository has.
  if (/[\u0000-\u001F\u007F]/.test(given)) throw new UsageError(`${what} has a control character.`);
  if (given.length > limits.path) throw new UsageError(`${what} has more than ${limits.path} characters.`);
  if (/^(?:\/|[a-z]:)/i.test(relative) || segments.includes('..'))
    throw new UsageError(`${what} leads out of the root; it must be a path below it.`);
  if (segments.some((segment) => segment.toLowerCase() === '.git'))
    throw new UsageError(`${what} is in the folder of Git, which is not read.`);
  if (segments.length === 0 && !isRoot) throw new UsageError(`${what} names no file.`);
  return segments.join('/') || '.';
}
