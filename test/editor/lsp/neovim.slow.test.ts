import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { uriOf } from '../../../src/editor/lsp/uris.js';
import { folderOf, rolloutText } from '../../support/command.js';

const hasNeovim = spawnSync('nvim', ['--version']).status === 0;
if (!hasNeovim) console.warn('nvim is not found, so the language server is not tried in Neovim.');

const bin = path.join(__dirname, '../../../bin/rolloutkit.js');

const service = (name: string) => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: web
  ports:
    - port: 80
`;
const rollout = `${rolloutText('web', 'stableService: web-stabel\n      canaryService: web-canary')}          readinessProbe:
            tcpSocket:
              port: 80
`;

interface Answers {
  readonly problem?: string;
  readonly found: boolean;
  readonly diagnostics: readonly { readonly message: string }[];
  readonly definition: readonly { readonly uri: string }[];
  readonly actions: readonly string[];
  readonly text: string;
  readonly gone: boolean;
}

describe.skipIf(!hasNeovim)('Neovim, without plugins', () => {
  it('shows what is found, goes to a definition and applies a fix', () => {
    if (!existsSync(path.join(bin, '../../dist/cli.js'))) throw new Error('There is no build.');
    const root = folderOf({
      'rollout.yaml': rollout,
      'stable.yaml': service('web-stable'),
      'canary.yaml': service('web-canary'),
    });
    const line = rollout.split('\n').findIndex((one) => one.includes('canaryService'));
    const out = path.join(root, 'answers.txt');
    execFileSync('nvim', ['--headless', '-u', 'NONE', '-n', '-S', path.join(__dirname, 'neovim.lua')], {
      cwd: root,
      env: {
        ...process.env,
        XDG_STATE_HOME: path.join(root, '.state'),
        ROLLOUTKIT_TEST: JSON.stringify({
          root,
          file: path.join(root, 'rollout.yaml'),
          cmd: [process.execPath, bin, 'lsp'],
          at: [line, 24],
          out,
        }),
      },
      timeout: 150_000,
    });
    const answers = JSON.parse(readFileSync(out, 'utf8')) as Answers;
    expect(answers.problem).toBeUndefined();
    expect(answers.diagnostics.map(({ message }) => message)).toEqual([
      'Service "web-stabel", the stable Service of Rollout "web", is not found; did you mean "web-stable"?',
    ]);
    expect(answers.definition.map(({ uri }) => uri)).toEqual([uriOf(path.join(root, 'canary.yaml'))]);
    expect(answers.actions).toContain('Suppress rollout/services-exist here, with a reason');
    expect(`${answers.text}\n`).toBe(rollout.replace('web-stabel', 'web-stable'));
    expect(answers.gone).toBe(true);
  }, 180_000);
});
