import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { folderOf, good, run } from '../support/command.js';
import { onlyPrograms, scripts } from '../support/programs.js';

/** A checkout with a kustomization, and a kustomize that prints another Rollout than the files have. */
function checkout(config: string): { readonly folder: string; readonly rendered: string } {
  const folder = folderOf({
    '.git/HEAD': '',
    'app/kustomization.yaml': 'resources: [rollout.yaml]\n',
    'app/rollout.yaml': good,
    'rendered.yaml.txt': good.replaceAll('good', 'rendered'),
    ...(config === '' ? {} : { 'rolloutkit.yaml': config }),
  });
  onlyPrograms(scripts(folderOf({}), { kustomize: `cat ${folder}/rendered.yaml.txt` }));
  return { folder, rendered: 'rendered' };
}

/** What `simulate` played, by which it is told whether something was rendered. */
function played(folder: string, ...args: string[]): string | undefined {
  return /Rollout (?:\S+\/)?(\S+)/.exec(run(folder, 'simulate', ...args).stdout)?.[1];
}

function userSays(text: string, folder = folderOf({})): void {
  const file = path.join(folder, 'rolloutkit/config.yaml');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  vi.stubEnv('XDG_CONFIG_HOME', folder);
}

beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', folderOf({}));
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Whether a run was not granted what the repository asks for. */
function asks(folder: string): boolean {
  return run(folder, 'lint').stdout.includes('a repository cannot enable rendering itself');
}

describe('a repository that asks for rendering', () => {
  it('is not granted it: the files are read as they are, which is said once, and nothing is called checked that was not', () => {
    const { folder } = checkout('render: true\n');
    for (const command of ['lint', 'simulate', 'drift']) {
      const { code, stdout } = run(folder, command);
      expect(code).toBe(0);
      expect(
        stdout.match(
          /rolloutkit\.yaml has "render: true".*Enable it with --render or ROLLOUTKIT_RENDER=1\./g,
        ),
      ).toHaveLength(1);
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^! .*not checked: what is not rendered/);
    }
    expect(played(folder)).toBe('good');
  });

  it('is silenced by --no-render', () => {
    const { folder } = checkout('render: true\n');
    const { code, stdout } = run(folder, 'lint', '--no-render');
    expect({ code, isTold: stdout.includes('asks for') }).toEqual({ code: 0, isTold: false });
  });
});

describe('rendering is granted', () => {
  it.each([
    ['by --render', '', ['--render']],
    ['by values on the command line', '', ['--helm-values', 'x.yaml']],
    ['by --render, whatever the repository says', 'render: false\n', ['--render']],
  ])('%s', (_, config, args) => {
    const { folder, rendered } = checkout(config);
    expect(played(folder, ...args)).toBe(rendered);
  });

  it('by ROLLOUTKIT_RENDER=1', () => {
    const { folder, rendered } = checkout('render: true\n');
    vi.stubEnv('ROLLOUTKIT_RENDER', '1');
    expect(played(folder)).toBe(rendered);
    expect(played(folder, '--no-render')).toBe('good');
    vi.stubEnv('ROLLOUTKIT_RENDER', 'yes');
    expect(run(folder, 'lint')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ROLLOUTKIT_RENDER is "yes"; it must be 1 or unset.') as string,
    });
  });

  it.each([
    ['a repository that wishes it', 'render: true\n', 'rendered'],
    ['a repository that says nothing', '', 'rendered'],
    ['no repository that says no', 'render: false\n', 'good'],
  ])('by the configuration of the user, to %s', (_, config, expected) => {
    const { folder } = checkout(config);
    userSays('render: true\n');
    expect(played(folder)).toBe(expected);
  });
});

describe('the configuration of the user', () => {
  it('may say no for all repositories', () => {
    const { folder } = checkout('render: true\n');
    userSays('render: false\n');
    expect(run(folder, 'lint').code).toBe(0);
    expect(played(folder)).toBe('good');
  });

  it('has no keys that are for a repository to say', () => {
    const { folder } = checkout('');
    userSays('rules:\n  schema: off\n');
    const { code, stderr } = run(folder, 'lint');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /rolloutkit\/config\.yaml:1:1: Unknown key "rules"\. The keys are render, plugins, schemas\./,
    );
  });

  it('is not what a commit brings, wherever the home is', () => {
    const { folder } = checkout('render: true\n');
    userSays('render: true\n', path.join(folder, '.config'));
    expect(asks(folder)).toBe(true);
    vi.stubEnv('XDG_CONFIG_HOME', '.config'); // Relative paths do not count.
    vi.stubEnv('HOME', folder);
    expect(asks(folder)).toBe(true);
    const link = path.join(folderOf({ rolloutkit: { link: path.join(folder, '.config/rolloutkit') } }));
    vi.stubEnv('XDG_CONFIG_HOME', link);
    expect(asks(folder)).toBe(true);
  });
});
