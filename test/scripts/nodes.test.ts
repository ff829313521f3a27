import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../../package.json';
import { isThisNode, linesOf } from '../../scripts/nodes.mjs';

const root = path.join(__dirname, '../..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe('the releases of Node that are tested', () => {
  it('are the lines of engines, each with its oldest release', () => {
    expect(linesOf('^20.19.0 || ^22.13 || >=24')).toEqual([
      { major: '20', oldest: '20.19.0' },
      { major: '22', oldest: '22.13.0' },
      { major: '24', oldest: '24.0.0' },
    ]);
    expect(() => linesOf('20.x || >=24')).toThrow('20.x');
  });

  it('include this one, and tell 2 from 20', () => {
    expect(linesOf(engines.node).some(({ major }) => isThisNode(major) || Number(major) >= 24)).toBe(true);
    expect(isThisNode(process.versions.node)).toBe(true);
    expect(isThisNode('2')).toBe(false);
  });

  it('are those that README and the skill promise', () => {
    const [first, second] = linesOf(engines.node).map(({ oldest }) => oldest.replace(/\.0$/, ''));
    expect(textOf('README.md')).toContain(
      `With Node 24 (recommended; ${second} and ${first} or later work, too)`,
    );
    expect(textOf('templates/skills/rolloutkit/SKILL.md')).toContain(`Needs Node ${first} or later`);
  });
});
