import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { application, istio } from '../play/drift/manifests.js';
import { folderOf, rolloutText, run } from '../support/command.js';
import { asNobody } from '../support/nobody.js';
import { Repository } from '../support/repository.js';

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
    expect(stderr).toContain(`${file} cannot be written: it leads out of the repository.\n`);
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
    expect(stderr).toContain(`${file} cannot be written: permission denied.\n`);
    expect(readdirSync(shop)).toEqual([]);
  });

  it('what was written before is said', () => {
    const shop = folder();
    mkdirSync(path.join(shop, '.github'));
    chmodSync(path.join(shop, '.github'), 0o555);
    chmodSync(shop, 0o777);
    const { code, stdout, stderr } = asNobody(shop, 'init', '--ci=github');
    expect(stdout).toBe('rolloutkit.yaml: written\n.pre-commit-config.yaml: written\n');
    expect(stderr).toContain('.github/workflows/rolloutkit.yaml cannot be written: permission denied.\n');
    expect(code).toBe(4);
    expect(existsSync(path.join(shop, '.github/workflows'))).toBe(false);
  });

  it('to change a file, it stays as it is', () => {
    const shop = folder();
    const text = application() + istio();
    writeFileSync(path.join(shop, 'shop.yaml'), text);
    chmodSync(shop, 0o555);
    vi.stubEnv('XDG_CONFIG_HOME', shop);
    const { code, stdout, stderr } = asNobody(shop, 'drift', '--write');
    vi.unstubAllEnvs();
    expect(stdout + stderr).toContain('shop.yaml: cannot be written: permission denied.\n');
    expect(code).toBe(4);
    expect(readFileSync(path.join(shop, 'shop.yaml'), 'utf8')).toBe(text);
    expect(readdirSync(shop)).toEqual(['shop.yaml']);
  });
});

/** Commands that change what is there, of a Rollout with a release before this one. */
const changing = [
  { args: ['drift', '--write'], file: 'shop.yaml' },
  { args: ['rollback', 'checkout'], file: 'checkout.yaml' },
  { args: ['rollback', 'checkout', '--commit'], file: 'checkout.yaml' },
];

describe('on a disk that is full', () => {
  const program = path.resolve('bin/rolloutkit.js');
  /** A file system of a few pages, which root alone can make. */
  function smallDisk(folder: string): boolean {
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', folder]).status === 0;
  }

  it.for(changing)('$args leaves the file as it is', ({ args, file }, { skip }) => {
    const repository = new Repository();
    const disk = path.join(repository.folder, 'disk');
    mkdirSync(disk);
    if (!smallDisk(disk)) skip('root alone can make a small disk');
    try {
      execFileSync('git', ['-C', disk, 'init', '-q']);
      const commit = (message: string): void => {
        execFileSync('git', ['-C', disk, 'add', '--all']);
        const author = ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.com'];
        execFileSync('git', ['-C', disk, ...author, 'commit', '-qm', message]);
      };
      writeFileSync(path.join(disk, 'shop.yaml'), application() + istio());
      for (const version of [1, 2]) {
        writeFileSync(
          path.join(disk, 'checkout.yaml'),
          rolloutText('checkout').replaceAll(/(image: \S+)$/gm, `$1:${version}`),
        );
        commit(`Release ${version}`);
      }
      const before = readFileSync(path.join(disk, file), 'utf8');
      fill(disk);
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: disk,
        encoding: 'utf8',
      });
      expect(stdout + stderr).toContain('no space left');
      expect(status).toBe(4);
      expect(readFileSync(path.join(disk, file), 'utf8')).toBe(before);
      expect(readdirSync(disk).filter((name) => name.includes('.tmp'))).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  function fill(disk: string): void {
    const { bsize, bavail } = statfsSync(disk);
    writeFileSync(path.join(disk, '.full'), Buffer.alloc(bsize * bavail));
  }
});
