import { kustomizeTransformers } from '../../rules/facts/kustomize-transformers.js';
import { transformersFile } from '../../repository/graph/kustomization.js';
import { configSchemaFile } from '../../repository/config/schema.js';
import { withItem } from '../../yaml/edit/with-item.js';

/** What `init` needs to know about a repository. */
export interface RepositoryFacts {
  readonly version: string;
  /** Whether its package.json lists rolloutkit, so that `npm ci` installs it. */
  readonly isDependency: boolean;
  /** Whether it has kustomizations or charts, which must be rendered for a complete check. */
  readonly rendersAnything: boolean;
  /** The branch that pull requests are merged into. */
  readonly branch: string;
  /** Folders, from the root, of kustomizations that change fields of Rollouts without a transformer configuration. */
  readonly untaught: readonly string[];
  /** The text of a file, by its path from the root; undefined if it does not exist. */
  read(this: void, path: string): string | undefined;
}

/** What to set up. */
export interface InitChoices {
  readonly hook: boolean;
  readonly ci: readonly ('github' | 'gitlab')[];
  readonly kustomize: boolean;
}

/** A file to write. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
}

export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** What the user must do manually. */
  readonly notes: readonly string[];
}

/** The files to set up rolloutkit in a repository: configuration, pre-commit hook, CI job. */
export function planInit(facts: RepositoryFacts, { hook, ci, kustomize }: InitChoices): InitPlan {
  const plans = [
    configuration(facts),
    ...(hook ? [preCommit(facts)] : []),
    ...ci.map((system) => (system === 'github' ? github(facts) : gitlab(facts))),
    ...(kustomize ? facts.untaught.map((folder) => transformers(facts, folder)) : []),
  ];
  return { files: plans.flatMap(({ files }) => files), notes: plans.flatMap(({ notes }) => notes) };
}

function configuration(facts: RepositoryFacts): InitPlan {
  const { version, isDependency, read } = facts;
  const path = 'rolloutkit.yaml';
  // An existing configuration is kept.
  if (read(path) !== undefined) return { files: [], notes: [`${path} already exists and was not changed.`] };
  const schema = isDependency
    ? `./node_modules/rolloutkit/${configSchemaFile}`
    : `https://unpkg.com/rolloutkit@${version}/${configSchemaFile}`;
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    '# Settings of rolloutkit for this folder and below. Remove what you do not need; `rolloutkit rules` lists the rules.',
    '',
    '# Kustomizations and charts are rendered with --render alone, or with ROLLOUTKIT_RENDER=1: any pull request can change',
    '# this file, so it cannot decide that programs run. Each chart is rendered with the values files of the Applications that',
    '# deploy it, or with each one beside it. Lists of values files for a chart take their place:',
    '# helmValues:',
    '#   - [charts/shop/values-production.yaml]',
    '',
    '# The releases in your clusters, if they are not the latest.',
    '# rollouts: "1.8"',
    '# argocd: "3.1"',
    '',
    '# off, info, warning or error for a rule or an area; the last matching entry wins.',
    '# rules:',
    '#   rollout/services-exist: error',
    '',
    '# How long a bad version may go unnoticed, and how many requests it may get, as time of all traffic; `rolloutkit protect`',
    '# and, in a pull request that makes it worse, `rolloutkit impact` fail beyond.',
    '# protect:',
    '#   detection: 5m',
    '#   exposure: 2m',
    '',
    '# What holds for a part of the repository: by "files", "namespaces" or "applications".',
    '# overrides:',
    '#   - files: [clusters/legacy/]',
    '#     rollouts: "1.8"',
    '',
    '# Files to skip, as in .gitignore.',
    '# ignore:',
    '#   - test/fixtures/',
    '',
    '# Objects to assume exist in the cluster.',
    '# assume:',
    '#   - Gateway/istio-ingress/public',
  ];
  return { files: [{ path, text: `${lines.join('\n')}\n` }], notes: [] };
}

function preCommit(facts: RepositoryFacts): InitPlan {
  const { version, isDependency, read } = facts;
  const staged = `${lintCommand(facts)} --staged --quiet`;
  const path = '.pre-commit-config.yaml';
  const existing = read(path);
  if (existing !== undefined && /\brolloutkit\b/.test(existing))
    return { files: [], notes: [`${path} already runs rolloutkit and was not changed.`] };
  const run = isDependency
    ? { entry: `npx --no-install ${staged}`, language: 'system' }
    : { entry: staged, language: 'node', additional_dependencies: [`rolloutkit@${version}`] };
  // No file names: a change may break another file, and pre-commit does not pass deleted files.
  const hook = { id: 'rolloutkit', name: 'rolloutkit', ...run, pass_filenames: false, always_run: true };
  const item = { repo: 'local', hooks: [hook] };
  const text = withItem(existing ?? '', 'repos', item);
  if (text === undefined)
    return {
      files: [],
      notes: [
        `${path} is written in a form that cannot be added to; add to it:\n${withItem('', 'repos', item) ?? ''}`,
      ],
    };
  return { files: [{ path, text }], notes: existing === undefined ? ['Run once: pre-commit install'] : [] };
}

/** GitHub actions pinned by commit, because a tag can be moved. */
const pinnedActions = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
};

/**
 * Rendering is enabled on the command line, so that a pull request cannot enable it.
 */
const lintCommand = ({ rendersAnything }: RepositoryFacts): string =>
  rendersAnything ? 'rolloutkit lint --render' : 'rolloutkit lint';

/** Globally, so that an .npmrc or node_modules of the repository has no effect. */
const installed = ({ version }: RepositoryFacts): string =>
  `npm install --global --ignore-scripts rolloutkit@${version}`;

function github(facts: RepositoryFacts): InitPlan {
  const checkout = [`- uses: ${pinnedActions.checkout}`, '  with:', '    persist-credentials: false'];
  const steps = facts.isDependency
    ? [
        ...checkout,
        '# This runs code of the pull request.',
        '- run: npm ci',
        `- run: npx --no-install ${lintCommand(facts)}`,
      ]
    : [
        '# Before the checkout, so that the pull request cannot decide what is installed.',
        `- run: ${installed(facts)}`,
        '  working-directory: ${{ runner.temp }}',
        ...checkout,
        `- run: ${lintCommand(facts)}`,
      ];
  const lines = [
    'name: rolloutkit',
    'on:',
    '  # Not pull_request_target, which exposes the secrets of this repository to pull requests from forks.',
    '  pull_request:',
    '  push:',
    `    branches: [${JSON.stringify(facts.branch)}]`,
    'permissions:',
    '  contents: read',
    'jobs:',
    '  lint:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 10',
    '    steps:',
    ...[
      '# Also before the checkout: it runs "yarn --version" in its folder, where a committed .yarnrc can replace yarn.',
      `- uses: ${pinnedActions.setupNode}`,
      '  with:',
      '    node-version: 24',
      '    package-manager-cache: false',
      ...steps,
    ].map((line) => `      ${line}`),
  ];
  return { files: [{ path: '.github/workflows/rolloutkit.yaml', text: `${lines.join('\n')}\n` }], notes: [] };
}

function gitlab(facts: RepositoryFacts): InitPlan {
  const lines = [
    'rolloutkit:',
    '  image: node:24',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    '  script:',
    ...(facts.isDependency
      ? ['# This runs code of the merge request.', '- npm ci', `- npx --no-install ${lintCommand(facts)}`]
      : [
          '# Outside the checkout, so that the merge request cannot decide what is installed.',
          `- (cd / && ${installed(facts)})`,
          `- ${lintCommand(facts)}`,
        ]
    ).map((line) => `    ${line}`),
  ];
  const text = `${lines.join('\n')}\n`;
  const main = '.gitlab-ci.yml';
  const existing = facts.read(main);
  if (existing === undefined) return { files: [{ path: main, text }], notes: [] };
  if (/\brolloutkit\b/.test(existing))
    return { files: [], notes: [`${main} already runs rolloutkit and was not changed.`] };
  const path = '.gitlab/rolloutkit.yml';
  const included = withItem(existing, 'include', { local: path });
  return {
    files: [{ path, text }, ...(included === undefined ? [] : [{ path: main, text: included }])],
    notes: included === undefined ? [`Include ${path} in ${main}:\ninclude:\n  - local: ${path}`] : [],
  };
}

function transformers({ read }: RepositoryFacts, folder: string): InitPlan {
  const inFolder = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const file = { path: inFolder(transformersFile), text: kustomizeTransformers() };
  for (const name of ['kustomization.yaml', 'kustomization.yml']) {
    const path = inFolder(name);
    const existing = read(path);
    if (existing === undefined) continue;
    const text = withItem(existing, 'configurations', transformersFile);
    if (text !== undefined) return { files: [file, { path, text }], notes: [] };
    return { files: [file], notes: [`List ${transformersFile} under "configurations" of ${path}.`] };
  }
  return { files: [file], notes: [] };
}
