import * as esbuild from 'esbuild';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './sources.js';

const root = path.resolve(__dirname, '../..');

/**
 * Puts the package into the `node_modules` of a folder, from its sources as they are, with its peers and everything that the
 * sources import: bundles contain most of it, these files do not.
 */
export async function installPackage(folder: string, peers = ['cdk8s', 'constructs']): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  const target = path.join(modules, 'rolloutkit');
  mkdirSync(target, { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(target, 'package.json'));
  for (const json of filesBelow(path.join(root, 'src')))
    cpSync(json, path.join(target, 'dist', path.relative(path.join(root, 'src'), json)));
  await esbuild.build({
    entryPoints: [path.join(root, 'src/**/*.ts')],
    outdir: path.join(target, 'dist'),
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'action/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of [...peers, ...Object.keys(dependencies)]) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
}
