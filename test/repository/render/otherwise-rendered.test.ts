import { expect, it } from 'vitest';
import { folderOfMode } from '../../../src/repository/graph/modes.js';
import { areOtherwiseRendered, renderedPath } from '../../../src/repository/render/inputs.js';

const mode = folderOfMode('/repo/chart', 'rollout.enabled=true');

const outputIn = (folder: string): string => renderedPath({ folder } as never);

it.each([
  ['another values file', '/repo/chart/prod.yaml', mode, true],
  ['its defaults', '/repo/chart', mode, true],
  ['another chart', '/repo/charts', mode, false],
  ['another mode', folderOfMode('/repo/chart', 'kind=Rollout'), mode, true],
  ['a mode of another chart', folderOfMode('/repo/web', 'kind=Rollout'), mode, false],
  ['two releases', '/repo/chart/prod.yaml', '/repo/chart/dev.yaml', false],
])(
  'an output with a Rollout that is turned on is not applied with that of its chart: %s',
  (_, one, other, expected) => {
    expect(areOtherwiseRendered(outputIn(one), outputIn(other))).toBe(expected);
    expect(areOtherwiseRendered(outputIn(other), outputIn(one))).toBe(expected);
  },
);
