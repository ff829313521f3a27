import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tour } from './tour.js';

const examples = path.join(__dirname, '../../../examples');

test.each(['alb-header-route', 'configmap-revision', 'gateway-header-route', 'istio-host', 'istio-subset'])(
  'real clients show of %s what lint says',
  async (name) => {
    if (!existsSync(path.join(examples, '../dist/cli.js'))) throw new Error('There is no build.');
    const { problems, findings, answers } = await tour(path.join(examples, name, 'as-published'));
    expect(problems).toEqual([]);
    expect(findings).toBeGreaterThan(0);
    for (const what of ['symbols', 'lens', 'hover', 'definition', 'references', 'completion', 'rename'])
      expect(answers[what], what).toBeGreaterThan(0);
  },
  300_000,
);
