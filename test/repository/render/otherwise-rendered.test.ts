import { expect, it } from 'vitest';
import { areOtherwiseRendered, renderedPath, switchedFolder } from '../../../src/repository/render/inputs.js';

const outputIn = (folder: string): string => renderedPath({ folder } as never);

it.each([
  ['another values file', '/repo/chart/prod.yaml', `/repo/chart/${switchedFolder}`, true],
  ['its defaults', '/repo/chart', `/repo/chart/${switchedFolder}`, true],
  ['another chart', '/repo/charts', `/repo/chart/${switchedFolder}`, false],
  ['two releases', '/repo/chart/prod.yaml', '/repo/chart/dev.yaml', false],
])(
  'an output with a Rollout that is turned on is not applied with that of its chart: %s',
  (_, one, other, expected) => {
    expect(areOtherwiseRendered(outputIn(one), outputIn(other))).toBe(expected);
    expect(areOtherwiseRendered(outputIn(other), outputIn(one))).toBe(expected);
  },
);
