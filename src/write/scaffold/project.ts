import { mapOrEmpty } from '../../kubernetes/objects/json.js';
import path from 'node:path';
import type { Boundary } from '../../repository/files/boundary.js';
import { readWithin } from '../../repository/files/read-text.js';

/** A folder with an existing or a new TypeScript project. */
export interface Project {
  /** Whether its files are ES modules, as those of a new project are. */
  readonly isModule: boolean;
  readonly usesJest: boolean;
  /** Names of the packages and scripts in its package.json; undefined without one. */
  readonly has: { readonly packages: ReadonlySet<string>; readonly scripts: ReadonlySet<string> } | undefined;
}

/** Reads the package.json of a folder. An invalid file counts as empty, and one outside of the boundary as missing. */
export function readProject(folder: string, boundary: Boundary): Project {
  let text: string;
  try {
    text = readWithin(boundary, path.join(folder, 'package.json'));
  } catch {
    return { isModule: true, usesJest: false, has: undefined };
  }
  const json = parsedObject(text);
  const keys = (key: string): readonly string[] => Object.keys(mapOrEmpty(json[key]));
  const packages = new Set(['dependencies', 'devDependencies', 'peerDependencies'].flatMap(keys));
  return {
    isModule: json['type'] === 'module',
    usesJest: packages.has('jest') && !packages.has('vitest'),
    has: { packages, scripts: new Set(keys('scripts')) },
  };
}

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return mapOrEmpty(JSON.parse(text));
  } catch {
    return {};
  }
}
