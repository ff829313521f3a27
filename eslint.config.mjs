import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const edges = [
  'cli',
  'cdk8s',
  'eslint',
  'lint/project',
  'lint/rendered',
  'repository/config',
  'repository/files',
  'repository/render',
  'write/scaffold',
];
/** Functions of `node:fs` that read. */
const readers = [
  'existsSync',
  'lstatSync',
  'opendirSync',
  'openSync',
  'promises',
  'readFile',
  'readFileSync',
  'readSync',
  'readdirSync',
  'readlinkSync',
  'realpathSync',
  'statSync',
];
const outside = 'Only the edges of the house touch the machine; take text and return values instead.';
const printed = 'src/cli/output.ts prints: it quotes what a terminal or a CI system would obey.';

/**
 * @param {string[]} allowed
 * @returns {['error', object]}
 */
const restrictedImports = (allowed) => [
  'error',
  {
    paths: [
      'child_process',
      'fs',
      'fs/promises',
      'node:child_process',
      'node:fs',
      'node:fs/promises',
      'node:process',
      'node:worker_threads',
      'process',
      'worker_threads',
    ]
      .filter((name) => !allowed.includes(name))
      .map((name) => ({ name, message: outside })),
    patterns: [{ group: ['cdk8s-plus-*'], message: 'cdk8s-plus is met structurally, never imported.' }],
  },
];

export default defineConfig(
  globalIgnores(['dist/', 'examples/', 'templates/', 'conformance/', 'consumers/', 'test/**/fixtures/']),
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './site/playground/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error',
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'file', name: 'Signal' }] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: edges.map((folder) => `src/${folder}/**`),
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: outside },
        { name: 'console', message: outside },
      ],
      'no-restricted-imports': restrictedImports([]),
    },
  },
  {
    // Texts of a checkout can be as long as somebody likes: a pattern that takes the square of their length never ends.
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    // A function that is longer, or has more parameters, says why.
    files: ['src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', 60], 'max-params': ['error', 5] },
  },
  {
    // A recording knows all that a run reads, so one place reads.
    files: edges.map((folder) => `src/${folder}/**/*.ts`),
    ignores: [
      'src/repository/files/disk.ts',
      'src/repository/files/opened.ts',
      'src/repository/files/read-text.ts',
      'src/repository/files/write.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:fs', 'fs'].map((name) => ({
            name,
            importNames: readers,
            message: 'Import it from src/repository/files/disk.ts, which a recording of a run knows.',
          })),
        },
      ],
    },
  },
  {
    // What is printed cannot steer a terminal or a CI system, for one place prints.
    files: edges.map((folder) => `src/${folder}/**/*.ts`),
    ignores: ['src/cli/output.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'console', message: printed }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'stdout', message: printed },
        { object: 'process', property: 'stderr', message: printed },
        { object: 'stdout', property: 'write', message: printed },
        { object: 'stderr', property: 'write', message: printed },
        { object: 'around', property: 'stdout', message: printed },
      ],
    },
  },
  {
    // What a run has around it is handed in, so that a test can run a command where it is.
    files: ['src/cli/**/*.ts', 'src/repository/config/**/*.ts'],
    ignores: ['src/cli/surroundings.ts', 'src/cli/output.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['argv', 'chdir', 'cwd', 'env', 'stdin', 'stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Commands are given their Surroundings.',
        })),
        { object: 'stdout', property: 'write', message: printed },
        { object: 'around', property: 'stdout', message: printed },
      ],
    },
  },
  {
    files: ['src/cli/surroundings.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // The only place that runs a worker: jq has no time limit of its own.
    files: ['src/argocd/jq/*.ts'],
    rules: { 'no-restricted-imports': restrictedImports(['node:worker_threads']) },
  },
  {
    // The only place where constructs write, because standard output belongs to cdk8s, and the one that ends a program.
    files: ['src/constructs/warn.ts', 'src/constructs/uncaught.ts'],
    rules: { 'no-restricted-globals': ['error', { name: 'console', message: outside }] },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['bin/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    // Scripts of the page share what is outermost in them, one after the other.
    files: ['src/report/pages/*/*.js'],
    languageOptions: { sourceType: 'script' },
    rules: {
      'prefer-const': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { vars: 'local', argsIgnorePattern: '^_' }],
    },
  },
);
