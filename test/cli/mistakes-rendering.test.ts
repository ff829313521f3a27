import { onTestFinished, vi } from 'vitest';
import { folderOf, good, rolloutText, run, type Run } from '../support/command.js';
import { describeMistakes } from '../support/mistakes.js';

/** Where there is no program at all. */
function alone(folder: string, ...args: string[]): Run {
  vi.stubEnv('PATH', folderOf({}));
  onTestFinished(() => void vi.unstubAllEnvs());
  return run(folder, ...args);
}

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
  'chart/templates/rollout.yaml': rolloutText('{{ .Release.Name }}'),
};

describeMistakes('rendering', [
  {
    did: 'renders a chart without helm',
    args: ['lint', '--render', 'chart'],
    files: chart,
    runs: alone,
    code: 4,
    what: 'helm is not found in PATH',
    where: 'chart',
    next: 'Install helm',
  },
  {
    did: 'renders a kustomization without kustomize',
    args: ['lint', '--render', '--quiet'],
    files: { 'kustomization.yaml': 'resources:\n  - rollout.yaml\n', 'rollout.yaml': good },
    runs: alone,
    code: 4,
    what: 'Neither kustomize nor kubectl is found in PATH',
    where: '. was not rendered',
    next: 'Install one of them',
  },
  {
    did: 'wants rendering in the configuration',
    args: ['lint', 'chart'],
    files: { ...chart, 'rolloutkit.yaml': 'render: true\n' },
    code: 0,
    what: 'a repository cannot enable rendering itself',
    where: 'rolloutkit.yaml has "render: true"',
    next: 'Enable it with --render',
  },
]);
