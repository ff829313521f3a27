import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dependencies } from '../../package.json';

const root = path.join(__dirname, '../..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly hasInstallScript?: boolean;
        readonly inBundle?: boolean;
      }
    >
  >;
}
const lockOf = (file: string): Lock['packages'] => (JSON.parse(textOf(file)) as Lock).packages;

describe('what is fetched is settled by the commit', () => {
  it('names each action by its commit, in workflows, in what we write for others and in the docs', () => {
    const files = ['.github', 'src', 'templates', 'docs', 'README.md', 'action.yml'];
    const lines = execFileSync(
      'git',
      // Fixed strings: a regular expression takes Git half a second.
      ['grep', '--untracked', '--no-line-number', '-hF', '-e', '@', '-e', 'uses:', '--', ...files],
      { cwd: root, encoding: 'utf8' },
    )
      .split('\n')
      .filter((line) => /(\buses:|')\s*(actions|[\w<>-]+)\/[\w-]+@/.test(line));
    expect(lines.length).toBeGreaterThan(10);
    // The last is ours, in the docs: its readers put their own in.
    const pinned =
      /\b[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+'?,?$|<owner>\/rolloutkit@<commit of v[\d.]+>$/;
    expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
  });

  it('has the hash of each package', () => {
    for (const file of ['package-lock.json', 'action/package-lock.json']) {
      const packages = Object.entries(lockOf(file)).filter(
        ([name, { inBundle }]) => name !== '' && inBundle !== true,
      );
      expect(packages.length).toBeGreaterThan(5);
      expect(packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
    }
  });

  it('builds the action and the hook with the very packages that the project has', () => {
    const [few, all] = [lockOf('action/package-lock.json'), lockOf('package-lock.json')];
    for (const [name, one] of Object.entries(few))
      if (name !== '')
        expect([name, all[name]?.version, all[name]?.integrity]).toEqual([name, one.version, one.integrity]);
    expect(Object.keys(few)).toEqual(
      expect.arrayContaining(['esbuild', ...Object.keys(dependencies)].map((name) => `node_modules/${name}`)),
    );
  });

  it('asks for exact versions at run time, none of which runs a script when it is installed', () => {
    const all = lockOf('package-lock.json');
    for (const [name, version] of Object.entries(dependencies)) {
      expect([name, all[`node_modules/${name}`]?.version]).toEqual([name, version]);
      expect(all[`node_modules/${name}`]?.hasInstallScript).toBeUndefined();
    }
  });

  it('is as many as SECURITY.md says', () => {
    const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
    expect(textOf('SECURITY.md')).toContain(
      `There are ${numbers[Object.keys(dependencies).length]} runtime dependencies, at exact versions.`,
    );
  });
});
