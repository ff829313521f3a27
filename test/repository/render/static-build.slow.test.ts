import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { discover } from '../../../src/repository/files/discover.js';
import { folderOf } from '../../support/command.js';
import { programCalled } from '../../support/programs.js';
import { randomKustomizations } from './random-kustomizations.js';
import { differences, kustomizationsIn } from './static-law.js';

const kustomize = programCalled('kustomize');

describe.skipIf(kustomize === undefined)('what is known of kustomizations without a program', () => {
  it('is what kustomize builds', () => {
    let known = 0;
    for (const files of randomKustomizations(100, 12)) {
      const folder = folderOf(files);
      for (const { folder: at, build } of kustomizationsIn(discover([folder], folder).sources, () => false)) {
        if (!('objects' in build)) continue;
        known++;
        const { status, stdout, stderr } = spawnSync(kustomize!, ['build', at], { encoding: 'utf8' });
        expect({ status, stderr, where: path.relative(folder, at) }).toMatchObject({ status: 0 });
        expect(differences(build, stdout)).toEqual([]);
      }
    }
    expect(known).toBeGreaterThan(10);
  });
});
