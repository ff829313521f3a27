import { chmodSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { bad, good, rolloutText, type Run, template } from '../support/command.js';
import { asNobody } from '../support/nobody.js';
import { describeMistakes } from '../support/mistakes.js';

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports: [{ port: 80 }]\n';
const deployment = rolloutText('web', 'maxSurge: 1')
  .replace('argoproj.io/v1alpha1', 'apps/v1')
  .replace('kind: Rollout', 'kind: Deployment')
  .replace('canary:\n      maxSurge: 1', 'rollingUpdate:\n      maxSurge: 1');

/** Takes a folder's permissions away before the run. */
function locked(name: string): (folder: string, ...args: string[]) => Run {
  return (folder, ...args) => {
    vi.stubEnv('XDG_CONFIG_HOME', folder); // The user's own is somebody else's.
    onTestFinished(() => void vi.unstubAllEnvs());
    chmodSync(folder, 0o755);
    chmodSync(path.join(folder, name), 0o000);
    try {
      return asNobody(folder, ...args);
    } finally {
      chmodSync(path.join(folder, name), 0o755);
    }
  };
}

describeMistakes('paths', [
  {
    did: 'misspells a folder',
    args: ['lint', 'manifest'],
    files: { 'manifests/a.yaml': good },
    code: 4,
    what: 'file or folder not found',
    where: 'manifest:',
    next: 'Did you mean "manifests"?',
  },
  {
    did: 'misspells a file in a folder',
    args: ['lint', 'k8s/rolout.yaml'],
    files: { 'k8s/rollout.yaml': good },
    code: 4,
    what: 'file or folder not found',
    where: 'k8s/rolout.yaml:',
    next: 'Did you mean "k8s/rollout.yaml"?',
  },
  {
    did: 'writes .yaml where the file is .yml',
    args: ['simulate', 'rollout.yaml'],
    files: { 'rollout.yml': good },
    code: 4,
    what: 'file or folder not found',
    where: 'rollout.yaml:',
    next: 'Did you mean "rollout.yml"?',
  },
  {
    did: 'is in another folder than the path is meant for',
    args: ['drift', 'apps/shop'],
    files: { 'shop/a.yaml': good },
    code: 4,
    what: 'file or folder not found',
    where: 'apps/shop:',
    next: 'apps is not found either',
  },
  {
    did: 'quotes a pattern, so that no shell expands it',
    args: ['lint', 'k8s/*.yaml'],
    files: { 'k8s/a.yaml': good },
    code: 4,
    what: 'file or folder not found',
    where: 'k8s/*.yaml:',
    next: 'give the folder k8s',
  },
  {
    did: 'gives several paths in one argument',
    args: ['lint', 'a.yaml,b.yaml'],
    files: { 'a.yaml': good, 'b.yaml': good },
    code: 4,
    what: 'file or folder not found',
    where: 'a.yaml,b.yaml:',
    next: 'separated by spaces',
  },
  {
    did: 'gives a folder without manifests',
    args: ['lint', 'docs'],
    files: { 'docs/README.md': '# Docs\n', 'k8s/a.yaml': good },
    code: 0,
    what: 'No .yaml, .yml or .json file was found',
    where: 'in docs.',
    next: 'Give the folder with the manifests',
  },
  {
    did: 'simulates a folder without manifests',
    args: ['simulate', 'docs'],
    files: { 'docs/README.md': '# Docs\n', 'k8s/a.yaml': good },
    code: 2,
    what: 'The given files contain no Rollout.',
    where: 'No .yaml, .yml or .json file was found in docs.',
    next: 'Give the folder with the manifests',
  },
  {
    did: 'gives a folder that .gitignore leaves out as a whole',
    args: ['lint', '.'],
    files: { '.git/HEAD': '', '.gitignore': 'dist/\n', 'dist/a.yaml': good },
    code: 0,
    what: 'No .yaml, .yml or .json file was found',
    where: 'in this folder.',
    next: 'Files ignored by .gitignore are read only if they are tracked by Git or named',
  },
  {
    did: 'lints a text file',
    args: ['lint', 'README.md'],
    files: { 'README.md': '# Shop\n\nThis is the shop.\n' },
    code: 0,
    what: 'No Kubernetes resource was found',
    where: 'in README.md.',
    next: 'A manifest has',
  },
  {
    did: 'gives a folder that may not be read',
    args: ['lint', 'k8s'],
    files: { 'k8s/a.yaml': bad },
    runs: locked('k8s'),
    code: 4,
    what: 'permission denied',
    where: 'k8s:',
    next: 'make it readable for the current user',
  },
  {
    did: 'gives a file that may not be read',
    args: ['lint', '.'],
    files: { 'a.yaml': bad },
    runs: locked('a.yaml'),
    code: 4,
    what: 'permission denied',
    where: 'a.yaml:',
    next: 'make it readable for the current user',
  },
  {
    did: 'gives a link that leads nowhere',
    args: ['lint', 'a.yaml'],
    files: { 'a.yaml': { link: 'gone.yaml' } },
    code: 4,
    what: 'a symbolic link to "gone.yaml", which is not found',
    where: 'a.yaml:',
    next: 'gone.yaml',
  },
  {
    did: 'gives a folder to init that is a file',
    args: ['init', 'a.yaml'],
    files: { 'a.yaml': good },
    code: 2,
    what: '"a.yaml" is a file',
    where: '"a.yaml"',
    next: 'init takes a folder',
  },
  {
    did: 'gives a folder to init that is not there',
    args: ['init', 'shop'],
    files: { 'shopp/a.yaml': good },
    code: 2,
    what: 'file or folder not found',
    where: '"shop"',
    next: 'Did you mean "shopp"?',
  },
]);

describeMistakes('files that hold something else', [
  {
    did: 'has no Rollout yet, but a Deployment',
    args: ['lint', 'k8s'],
    files: { 'k8s/web.yaml': `${deployment}---\n${service}` },
    code: 0,
    what: 'no Rollout was found, so no canary was checked',
    where: '1 Deployment',
    next: 'rolloutkit new',
  },
  {
    did: 'simulates a Deployment',
    args: ['simulate', 'k8s'],
    files: { 'k8s/web.yaml': deployment },
    code: 2,
    what: 'The given files contain no Rollout.',
    where: '1 Deployment',
    next: 'rolloutkit new',
  },
  {
    did: 'asks for the drift of a Deployment',
    args: ['drift', 'k8s'],
    files: { 'k8s/web.yaml': deployment },
    code: 2,
    what: 'The given files contain no Rollout.',
    where: '1 Deployment',
    next: 'rolloutkit new',
  },
  {
    did: 'lints the templates of a chart',
    args: ['lint', 'chart'],
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/a.yaml': template,
    },
    code: 0,
    what: '1 file is an unrendered template and was skipped',
    where: 'chart/templates:',
    next: 'rolloutkit lint --render chart',
  },
  {
    did: 'simulates the templates of a chart',
    args: ['simulate', 'chart'],
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/a.yaml': template,
    },
    code: 2,
    what: '1 file is an unrendered template and was skipped',
    where: 'chart/templates:',
    next: 'rolloutkit simulate --render chart',
  },
  {
    did: 'lints a template by name',
    args: ['lint', 'chart/templates/a.yaml'],
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/templates/a.yaml': template,
    },
    code: 0,
    what: 'an unrendered template',
    where: 'chart/templates',
    next: 'rolloutkit lint --render chart',
  },
  {
    did: 'lints the values of a chart',
    args: ['lint', 'chart/values.yaml'],
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/values.yaml': 'replicaCount: 2\nimage:\n  tag: "1"\n',
    },
    code: 0,
    what: 'No Kubernetes resource was found',
    where: 'chart/values.yaml',
    next: 'rolloutkit lint --render chart',
  },
  {
    did: 'lints the spec of a Rollout without the rest',
    args: ['lint', 'rollout.yaml'],
    files: { 'rollout.yaml': 'spec:\n  strategy:\n    canary:\n      steps:\n        - setWeight: 20\n' },
    code: 0,
    what: 'No Kubernetes resource was found',
    where: 'rollout.yaml',
    next: 'apiVersion, kind and metadata',
  },
  {
    did: 'lints the ignoreDifferences of an Application without the rest',
    args: ['lint', 'ignore.yaml'],
    files: {
      'ignore.yaml':
        'ignoreDifferences:\n  - group: networking.istio.io\n    kind: VirtualService\n    jsonPointers: [/spec/http]\n',
    },
    code: 0,
    what: 'No Kubernetes resource was found',
    where: 'ignore.yaml',
    next: 'apiVersion, kind and metadata',
  },
]);
