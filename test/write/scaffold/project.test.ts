import path from 'node:path';
import { expect, it } from 'vitest';
import { Boundary } from '../../../src/repository/files/boundary.js';
import { readProject } from '../../../src/write/scaffold/project.js';
import { folderOf } from '../../support/command.js';

const json = JSON.stringify({ type: 'commonjs', scripts: { synth: 'cdk8s synth' } });

function read(root: string) {
  const folder = path.join(root, 'repository');
  return readProject(folder, Boundary.around(folder, []));
}

it('a package.json is read', () => {
  const { isModule, has } = read(folderOf({ 'repository/package.json': json }));
  expect({ isModule, scripts: has?.scripts }).toEqual({ isModule: false, scripts: new Set(['synth']) });
});

it.each(['../package.json', '/dev/zero'])('one that is a link to %s is not', (link) => {
  const root = folderOf({ 'package.json': json, 'repository/package.json': { link } });
  expect(read(root)).toEqual({ isModule: true, usesJest: false, has: undefined });
});
