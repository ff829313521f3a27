import { describe, expect, it } from 'vitest';
import { folderOf, rolloutText, run } from '../support/command.js';
import { onlyPrograms, programCalled } from '../support/programs.js';

const kustomize = programCalled('kustomize');

const patch = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      maxsurge: 1
`;
const names = Array.from({ length: 8 }, (_, index) => `e${index + 1}`);

/** The files that each of the eight has. */
function ofAll(own: (name: string) => Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => Object.entries(own(name))));
}

/** A base and eight overlays, with files of their own for each. */
function eight(base: string, own: (name: string) => Readonly<Record<string, string>>) {
  return folderOf({
    'base/kustomization.yaml': 'resources:\n  - rollout.yaml\n',
    'base/rollout.yaml': base,
    ...ofAll(own),
  });
}

/** Where the findings stand, and how many there are. */
function printed(folder: string, ...args: string[]) {
  const { stdout } = run(folder, 'lint', '--only', 'schema,steps', ...args);
  const lines = stdout.trimEnd().split('\n');
  return {
    findings: lines.filter((line) => /^\S+ {2}(?:error|warning|info) /.test(line)),
    // Where the list of places is wrapped is of no interest.
    more: /^… and [^]*?(?=\n\n)/m.exec(stdout)?.[0].replaceAll(/\s+/g, ' '),
    // What --fix can do comes after it.
    count: / (\d+ errors?)(?: at \d+ places)? in /.exec(
      lines.findLast((line) => line.startsWith('×')) ?? '',
    )?.[1],
  };
}

const others = names.slice(1);

describe('a fault in eight environments', () => {
  it('that are copies of a file is one', () => {
    const folder = folderOf(
      Object.fromEntries(names.map((name) => [`${name}/rollout.yaml`, rolloutText('web', 'maxsurge: 1')])),
    );
    expect(printed(folder)).toEqual({
      findings: ['e1/rollout.yaml:11:7  error  schema/fields-known'],
      more: `… and 7 more places: ${others.map((name) => `e${name.slice(1)}/rollout.yaml:11:7`).join(', ')}`,
      count: '1 error',
    });
  });

  it('that are different services is one for each', () => {
    const folder = folderOf(
      Object.fromEntries(names.map((name) => [`${name}/rollout.yaml`, rolloutText(name, 'maxsurge: 1')])),
    );
    expect(printed(folder)).toMatchObject({ findings: { length: 8 }, more: undefined, count: '8 errors' });
  });
});

describe.skipIf(kustomize === undefined)('a fault that eight overlays render', () => {
  const overlay = (name: string, patches = '') => ({
    [`overlays/${name}/kustomization.yaml`]: `namespace: ${name}\nnamePrefix: ${name}-\nresources:\n  - ../../base\n${patches}`,
  });
  const render = (folder: string) => {
    onlyPrograms(folderOf({ kustomize: { link: kustomize ?? '' } }));
    return printed(folder, '--render');
  };

  it('of a line of their base is one', () => {
    const folder = eight(rolloutText('web', 'steps:\n        - setWeight: 120'), (name) => overlay(name));
    expect(render(folder)).toMatchObject({
      findings: ['base/rollout.yaml:12:22  error  steps/weight-in-range'],
      count: '1 error',
    });
  });

  it('of a line of their base that a ninth one mends is one', () => {
    const folder = folderOf({
      'base/kustomization.yaml': 'resources:\n  - rollout.yaml\n',
      'base/rollout.yaml': rolloutText('web', 'steps:\n        - setWeight: 120'),
      ...ofAll((name) => overlay(name)),
      ...overlay('e9', 'patches:\n  - path: patch.yaml\n'),
      'overlays/e9/patch.yaml': patch.replace('maxsurge: 1', 'steps:\n        - setWeight: 50'),
    });
    expect(render(folder)).toMatchObject({
      findings: ['base/rollout.yaml:12:22  error  steps/weight-in-range'],
      more: `… and 7 more places: ${others.map((name) => `overlays/${name}`).join(', ')}`,
      count: '1 error',
    });
  });

  it('of a patch that each of them copies is one', () => {
    const folder = eight(rolloutText('web'), (name) => ({
      ...overlay(name, 'patches:\n  - path: patch.yaml\n'),
      [`overlays/${name}/patch.yaml`]: patch,
    }));
    expect(render(folder)).toEqual({
      findings: ['overlays/e1/patch.yaml:8:7  error  schema/fields-known'],
      more: `… and 7 more places: ${others.map((name) => `overlays/${name}/patch.yaml:8:7`).join(', ')}`,
      count: '1 error',
    });
  });
});
