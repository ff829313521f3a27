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

  const stateful = (claims: string) => ({
    'kustomization.yaml': 'resources: [a.yaml]\ncommonLabels: {team: shop}\n',
    'a.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  selector: {matchLabels: {app: db}}
  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: "db:1"}]}}
${claims}`,
  });
  const service = (metadata: string, kustomization = 'resources: [a.yaml]\n') => ({
    'kustomization.yaml': kustomization,
    'a.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: web${metadata}}\nspec: {selector: {app: web}}\n`,
  });

  // Found in public repositories: what has a list in a table of kustomize is not made, what is no string becomes one.
  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['a StatefulSet without claims', stateful(''), true],
    ['a StatefulSet whose list of claims is empty', stateful('  volumeClaimTemplates: []\n'), true],
    [
      'a StatefulSet with a claim',
      stateful('  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}]\n'),
      true,
    ],
    ['an annotation that is a boolean', service(', annotations: {a: true}'), false],
    ['an annotation that is a number', service(', annotations: {a: 1440}'), false],
    ['a label that is a number', service(', labels: {a: 1}'), false],
    ['strings that look like these', service(', annotations: {a: "true"}, labels: {a: "1"}'), true],
    ['nothing', service('', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'), false],
    ['resources without one', service('', 'resources: []\n'), false],
    ['a label alone', service('', 'resources: [a.yaml]\ncommonLabels: {}\n'), true],
  ])('is %s as kustomize builds it, or unknown', (_, files, isKnown) => {
    const folder = folderOf(files);
    const [one] = kustomizationsIn(discover([folder], folder).sources, () => false);
    const { status, stdout } = spawnSync(kustomize!, ['build', folder], { encoding: 'utf8' });
    const { build } = one!;
    expect('objects' in build).toBe(isKnown);
    if (!('objects' in build)) return;
    expect(status).toBe(0);
    expect(differences(build, stdout)).toEqual([]);
  });
});
