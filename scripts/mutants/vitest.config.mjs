// The fast project as it is run in the copy: one process, in the order of ORDER, the most telling files first.
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
// @ts-expect-error Vite reads it with this extension.
import config from '../../vitest.config.mts';

const root = new URL('../..', import.meta.url).pathname;
const order = (process.env['ORDER'] ?? '').split('\n');
const [fast] = config.test?.projects ?? [];
if (typeof fast !== 'object' || !('test' in fast)) throw new Error('vitest.config.mts has no first project.');
const shared = { ...config.test, projects: undefined };

class InOrder extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    if (order.length < 2) return super.sort(files);
    const placeOf = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      order.indexOf(relative(root, moduleId));
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default {
  ...config,
  root,
  test: {
    ...shared,
    ...fast.test,
    setupFiles: ['scripts/mutants/setup.mjs', ...(shared.setupFiles ?? [])],
    sequence: { sequencer: InOrder },
    experimental: { fsModuleCache: true, fsModuleCachePath: `${root}/.modules` },
  },
};
