import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../support/command.js';
import {
  edited,
  type File,
  fixtures,
  type Random,
  randomFrom,
  renamed,
} from '../support/random-repository.js';
import { Repository } from '../support/repository.js';
import { bothTold } from './law.js';

const rules = path.join(__dirname, '../rules');
const root = '/repository/';

/** Some systems of the tests' own manifests, with some faults. */
function someFiles(systems: readonly (readonly File[])[], random: Random): Record<string, string> {
  const chosen = Array.from({ length: 20 }, (_, index) => renamed(random.pick(systems), index)).flat();
  for (let left = random.below(5); left > 0; left--) {
    const at = random.below(chosen.length);
    const { path: file, text } = chosen[at]!;
    chosen[at] = { path: file, text: edited(text, chosen, random).text };
  }
  return Object.fromEntries(chosen.map((file) => [file.path.slice(root.length), file.text]));
}

const options: readonly (readonly string[])[] = [
  [],
  [],
  ['--only', 'istio,rollout'],
  ['--skip', 'schema', '--rule', 'k8s=info'],
  ['.', '--assume', 'Service/web'],
];

describe('shards of a run', () => {
  const systems = fixtures(rules);

  it('say together what one run says, for random repositories', { timeout: 500_000 }, () => {
    const random = randomFrom(20_261_124);
    let found = 0;
    for (let made = 0; made < 24; made++) {
      const folder = folderOf(someFiles(systems, random));
      const count = 1 + (made % 7);
      for (const { whole, merged } of bothTold(folder, folderOf({}), count, random.pick(options))) {
        expect(merged).toEqual(whole);
        found += whole.code === 1 ? 1 : 0;
      }
    }
    expect(found).toBeGreaterThan(40);
  });

  it('say together what one run says of a change', { timeout: 500_000 }, () => {
    const random = randomFrom(20_261_125);
    let found = 0;
    for (let made = 0; made < 12; made++) {
      const files = someFiles(systems, random);
      const repository = new Repository(files);
      const names = Object.keys(files);
      for (let left = 1 + random.below(4); left > 0; left--) {
        const name = random.pick(names);
        const all = names.map((one) => ({ path: one, text: files[one]! }));
        if (random.below(6) === 0 && names.length > 1) repository.write({ [name]: '' });
        else repository.write({ [name]: edited(files[name]!, all, random).text });
      }
      const isStaged = made % 3 === 0;
      if (isStaged) repository.git('add', '--all');
      const args = [isStaged ? '--staged' : '--changed'];
      for (const { whole, merged } of bothTold(repository.folder, folderOf({}), 1 + (made % 7), args)) {
        expect(merged).toEqual(whole);
        found += whole.stdout.includes('"rule"') ? 1 : 0;
      }
    }
    expect(found).toBeGreaterThan(5);
  });
});
