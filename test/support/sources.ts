import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Source } from '../../src/model/source.js';

export function fileSource(file: string): Source {
  return { path: file, name: path.relative(process.cwd(), file), read: () => readFileSync(file, 'utf8') };
}

/** A source that exists in the test only. */
export function textSource(file: string, text: string): Source {
  return { path: file.startsWith('/') ? file : `/${file}`, name: file, read: () => text };
}

/** All manifests and scripts of a folder and the folders below, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ya?ml|json|sh)$|(Jenkins|Make)file$/.test(name))
    .map((name) => path.join(folder, name))
    .sort();
}
