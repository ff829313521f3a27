import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { writeRegistry } from './scripts/registry.mjs';

writeRegistry();

/** Files that take seconds, start programs or replace modules: their names say so, and each has a worker of its own. */
const slow = 'test/**/*.slow.test.ts';

/**
 * V8 optimizes a function once it has run six times as much as usual. Most functions run too little in tests to earn back what
 * the optimizing compiler takes: this way the tests take about a seventh less processor time, and those of hot loops no more.
 * V8 has had no such option since Node 22, and does not start with one that it does not know.
 */
const late = Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=400000'] : [];

/** Without times of earlier runs, Vitest begins with the largest files; the laws are small files, and some take minutes. */
class LawsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLaw = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/laws/');
    return [...sorted.filter(isLaw), ...sorted.filter((file) => !isLaw(file))];
  }
}

const globalSetup = 'test/support/temporary.ts';

export default defineConfig({
  test: {
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 20_000,
    // By default Vitest leaves one core to itself, which has little to do once the modules are loaded.
    maxWorkers: '100%',
    // What TypeScript became stays for the next run: it took a tenth of the time.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LawsFirst },
    projects: [
      {
        extends: true,
        // What a file imports stays loaded for the next one: loading took four fifths of the time.
        test: {
          name: 'fast',
          globalSetup,
          include: ['test/**/*.test.ts'],
          exclude: [slow],
          isolate: false,
          execArgv: late,
        },
      },
      {
        extends: true,
        // test/support/whole.ts says what this is for.
        test: {
          name: 'slow',
          globalSetup,
          include: [slow],
          // For machines with half the speed, and others that have more to do.
          testTimeout: 180_000,
          hookTimeout: 60_000,
          env: { WHOLE_TESTS: 'yes' },
        },
      },
    ],
  },
});
