import { configName } from '../../repository/config/config.js';
import { kustomizeTransformers } from '../../rules/facts/kustomize-transformers.js';
import { transformersFile } from '../../repository/graph/kustomization.js';
import { configSchemaFile } from '../../repository/config/schema.js';
import { withItem } from '../../yaml/edit/with-item.js';
import { githubJobs, gitlabJobs } from './ci-jobs.js';
import { commandLine, type InitPlan, type RepositoryFacts } from './init-plan.js';

/** What to set up. */
export interface InitChoices {
  readonly hook: boolean;
  readonly ci: readonly ('github' | 'gitlab')[];
  readonly kustomize: boolean;
}

/** The files to set up rolloutkit in a repository: configuration, pre-commit hook, CI job. */
export function planInit(facts: RepositoryFacts, { hook, ci, kustomize }: InitChoices): InitPlan {
  const plans = [
    configuration(facts),
    ...(hook ? [preCommit(facts)] : []),
    ...ci.map((system) => (system === 'github' ? githubJobs(facts) : gitlabJobs(facts))),
    ...(kustomize ? facts.untaught.map((folder) => transformers(facts, folder)) : []),
  ];
  return {
    files: plans.flatMap(({ files }) => files),
    notes: [...new Set(plans.flatMap(({ notes }) => notes))],
  };
}

function configuration(facts: RepositoryFacts): InitPlan {
  const { version, isDependency, read } = facts;
  const path = configName;
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
  const path = '.pre-commit-config.yaml';
  const existing = read(path);
  if (existing !== undefined && /\brolloutkit\b/.test(existing))
    return { files: [], notes: [`${path} already runs rolloutkit and was not changed.`] };
  const hook = (id: string, command: string): Readonly<Record<string, unknown>> => {
    const staged = `${commandLine(command, facts)} --staged --quiet`;
    const run = isDependency
      ? { entry: `npx --no-install ${staged}`, language: 'system' }
      : { entry: staged, language: 'node', additional_dependencies: [`rolloutkit@${version}`] };
    // No file names: a change may break another file, and pre-commit does not pass deleted files.
    return { id, name: id.replace('-', ' '), ...run, pass_filenames: false, always_run: true };
  };
  // Warnings of impact do not fail the hook, and pre-commit shows what a passing hook prints only if it is verbose.
  const hooks = [hook('rolloutkit', 'lint'), { ...hook('rolloutkit-impact', 'impact'), verbose: true }];
  const item = { repo: 'local', hooks };
  const text = withItem(existing ?? '', 'repos', item);
  if (text === undefined)
    return {
      files: [],
      notes: [
        `${path} is written in a form that cannot be added to; add to it:\n${withItem('', 'repos', item) ?? ''}`,
      ],
    };
  const notes = [
    ...(existing === undefined ? ['Run once: pre-commit install'] : []),
    ...(read('cdk8s.yaml') === undefined
      ? []
      : [
          'The hook lints the manifests that are staged: run cdk8s synth and stage what it writes before a commit.',
        ]),
  ];
  return { files: [{ path, text }], notes };
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
