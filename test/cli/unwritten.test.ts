import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { asNobody } from '../support/nobody.js';

const service = ['new', 'checkout', '--router=none', '--image=checkout:1', '--namespace=shop'] as const;

/** A repository in which names are links to a folder beside it. */
function beside(...links: readonly string[]): { readonly repository: string; readonly outside: string } {
  const root = folderOf({
    'repository/.git/HEAD': 'ref: refs/heads/main\n',
    'outside/mine.yaml': 'mine: true\n',
    ...Object.fromEntries(
      links.map((name) => [`repository/${name}`, { link: `${'../'.repeat(name.split('/').length)}outside` }]),
    ),
  });
  return { repository: path.join(root, 'repository'), outside: path.join(root, 'outside') };
}

function expectUntouched(outside: string): void {
  expect(readdirSync(outside)).toEqual(['mine.yaml']);
  expect(readFileSync(path.join(outside, 'mine.yaml'), 'utf8')).toBe('mine: true\n');
}

describe('through a link that leads out', () => {
  it.each([
    { link: 'checkout', args: ['--style=yaml'], file: 'checkout/rollout.yaml' },
    { link: 'checkout', args: ['--style=yaml', '--force'], file: 'checkout/rollout.yaml' },
    { link: 'checkout/base', args: ['--style=kustomize'], file: 'checkout/base/rollout.yaml' },
    { link: 'services', args: ['--style=yaml', '--out=services'], file: 'services/checkout/rollout.yaml' },
    {
      link: 'argocd',
      args: ['--style=yaml', '--argocd-repo=https://git.example.com/shop.git'],
      file: 'argocd/checkout.application.yaml',
    },
  ])('new writes nothing: $link, $args', ({ link, args, file }) => {
    const { repository, outside } = beside(link);
    const { code, stderr } = run(repository, ...service, ...args);
    expect(stderr).toBe(`${file} cannot be written: it leads out of the repository.\n`);
    expect(code).toBe(4);
    expectUntouched(outside);
  });

  it.each([
    { link: '.github', args: ['--ci=github'], file: '.github/workflows/rolloutkit.yaml' },
    { link: '.github', args: ['--ci=github', '--force'], file: '.github/workflows/rolloutkit.yaml' },
    { link: '.github/workflows', args: ['--ci=github'], file: '.github/workflows/rolloutkit.yaml' },
  ])('init writes nothing: $link, $args', ({ link, args, file }) => {
    const { repository, outside } = beside(link);
    const { code, stderr } = run(repository, 'init', ...args);
    expect(stderr).toContain(`${file} could not be written: it leads out of the repository.\n`);
    expect(code).toBe(4);
    expectUntouched(outside);
  });
});

describe('without permission', () => {
  /** A folder in one that lives as long as the test. */
  function folder(): string {
    const made = path.join(folderOf({}), 'shop');
    mkdirSync(made);
    return made;
  }

  it.each([
    { args: [...service, '--style=yaml'], file: 'checkout/rollout.yaml' },
    { args: ['init', '--ci=github'], file: 'rolloutkit.yaml' },
  ])('to make a file, that is the reason: $args', ({ args, file }) => {
    const shop = folder();
    chmodSync(shop, 0o555);
    const { code, stdout, stderr } = asNobody(shop, ...args);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(`${file} could not be written: there is no permission to.\n`);
    expect(readdirSync(shop)).toEqual([]);
  });

  it('what was written before is said', () => {
    const shop = folder();
    mkdirSync(path.join(shop, '.github'));
    chmodSync(path.join(shop, '.github'), 0o555);
    chmodSync(shop, 0o777);
    const { code, stdout, stderr } = asNobody(shop, 'init', '--ci=github');
    expect(stdout).toBe('rolloutkit.yaml: written\n.pre-commit-config.yaml: written\n');
    expect(stderr).toContain(
      '.github/workflows/rolloutkit.yaml could not be written: there is no permission to.\n',
    );
    expect(code).toBe(4);
    expect(existsSync(path.join(shop, '.github/workflows'))).toBe(false);
  });
});
