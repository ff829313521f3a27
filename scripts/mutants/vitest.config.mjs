// The fast project as it is run in the copy: one process, in the order of ORDER, the most telling files first.
import { relative } from 'node:path';
// @ts-expect-error Vite reads it with this extension.
import config from '../../vitest.config.mts';

const root = new URL('../..', import.meta.url).pathname;
const order = (process.env['ORDER'] ?? '').split('\n');
const [fast] = config.test?.projects ?? [];
if (typeof fast !== 'object' || !('test' in fast)) throw new Error('vitest.config.mts has no first project.');
const shared = { ...config.test, projects: undefined };

class InOrder {
  /** @param {{ moduleId: string }[]} files */
  async sort(files) {
    const placeOf = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      order.indexOf(relative(root, moduleId));
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /** @param {{ moduleId: string }[]} files */
  async shard(files) {
    return files;
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
