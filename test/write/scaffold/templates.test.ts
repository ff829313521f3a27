import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(__dirname, '../../..');

function packageAt(...segments: readonly string[]): {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(path.join(root, ...segments, 'package.json'), 'utf8')) as ReturnType<
    typeof packageAt
  >;
}

it('asks in a new project for the packages that this one is tested with', () => {
  const { devDependencies: ours } = packageAt();
  const { devDependencies: theirs } = packageAt('templates/cdk8s');
  const shared = Object.entries(theirs).filter(([name]) => name in ours);
  expect(shared.map(([name]) => name)).toEqual([
    '@types/node',
    'cdk8s',
    'cdk8s-cli',
    'constructs',
    'typescript',
    'vitest',
  ]);
  for (const [name, version] of shared)
    expect({ name, version }).toEqual({ name, version: packageAt('node_modules', name).version });
});
