import { baselineName } from '../../repository/files/discover.js';
import { withItem } from '../../yaml/edit/with-item.js';
import { commandLine, type InitPlan, type RepositoryFacts } from './init-plan.js';

/** GitHub actions pinned by commit, because a tag can be moved. */
const pinnedActions = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
};

/** Globally, so that an .npmrc or node_modules of the repository has no effect. */
const installed = ({ version }: RepositoryFacts): string =>
  `npm install --global --ignore-scripts rolloutkit@${version}`;

/** A command as a job runs it. */
function inJob(command: string, facts: RepositoryFacts): string {
  return `${facts.isDependency ? 'npx --no-install ' : ''}${commandLine(command, facts)}`;
}

/** Why a job judges a change by itself. */
const changedOnly =
  '# Only findings in files of the change, and new ones elsewhere. A baseline leaves out those that were there before.';

/** The workflow of GitHub: lint and impact for pull requests, lint of everything for the branch. */
export function githubJobs(facts: RepositoryFacts): InitPlan {
  const base = '"origin/$GITHUB_BASE_REF"';
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
    ...githubJob('lint', facts, [
      ...synthesis(facts, (command) => `- run: ${command}`),
      ...fetching(facts, (command) => `- run: ${command}`),
      changedOnly,
      "- if: github.event_name == 'pull_request'",
      `  run: ${inJob('lint', facts)} --changed=${base}`,
      "- if: github.event_name != 'pull_request'",
      `  run: ${inJob('lint', facts)}`,
    ]),
    '  # What a pull request does to Rollouts, also during an update, in the summary of the job. As a comment instead:',
    '  # "What a change does" in docs/ci.md of rolloutkit.',
    ...githubJob('impact', facts, [
      `- run: ${inJob('impact', facts)} --base ${base} --format markdown >> "$GITHUB_STEP_SUMMARY"`,
    ]),
  ];
  const path = '.github/workflows/rolloutkit.yaml';
  return {
    files: [{ path, text: `${lines.join('\n')}\n` }],
    notes: [...fetchingNotes(facts), ...baselineNotes(facts)],
  };
}

/** What holds manifests in Git against the app of cdk8s that makes them; empty where there is none. */
function synthesis(facts: RepositoryFacts, step: (command: string) => string): readonly string[] {
  const settings = facts.isDependency ? facts.read('cdk8s.yaml') : undefined;
  if (settings === undefined) return [];
  const [, output = 'dist'] = /^output: *(\w[\w./-]*) *$/m.exec(settings) ?? [];
  return [
    '# The manifests in Git are those that the app makes.',
    ...[
      'npx --no-install cdk8s synth',
      `git add --all ${output}`,
      `git diff --cached --exit-code ${output}`,
    ].map(step),
  ];
}

/** A job that installs rolloutkit, checks out the whole history and runs `steps`. */
function githubJob(name: 'lint' | 'impact', facts: RepositoryFacts, steps: readonly string[]): string[] {
  const checkout = [
    `- uses: ${pinnedActions.checkout}`,
    '  with:',
    '    fetch-depth: 0 # to compare with the branch that a pull request is for',
    '    persist-credentials: false',
  ];
  const prepared = facts.isDependency
    ? [...checkout, '# This runs code of the pull request.', '- run: npm ci']
    : [
        '# Before the checkout, so that the pull request cannot decide what is installed.',
        `- run: ${installed(facts)}`,
        '  working-directory: ${{ runner.temp }}',
        ...checkout,
      ];
  const all = [
    '# Also before the checkout: it runs "yarn --version" in its folder, where a committed .yarnrc can replace yarn.',
    `- uses: ${pinnedActions.setupNode}`,
    '  with:',
    '    node-version: 24',
    '    package-manager-cache: false',
    ...prepared,
    ...steps,
  ];
  return [
    `  ${name}:`,
    ...(name === 'impact' ? ["    if: github.event_name == 'pull_request'"] : []),
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 10',
    '    steps:',
    ...all.map((line) => `      ${line}`),
  ];
}

const gitlabImage = 'node:24';

/**
 * Fetches what charts need to be rendered; empty where all is in Git. `helm dependency build` would ask for each repository to be added
 * first. A folder that would need quotes is left to the user.
 */
function fetching(
  { unfetchedCharts }: RepositoryFacts,
  step: (command: string) => string,
): readonly string[] {
  const folders = unfetchedCharts.filter((folder) => /^\w[\w./-]*$/.test(folder));
  if (folders.length === 0) return [];
  return [
    '# Helm renders a chart only with its dependencies, which are not in Git.',
    ...folders.map((folder) => step(`helm dependency update ${folder}`)),
  ];
}

function fetchingNotes({ unfetchedCharts }: RepositoryFacts): readonly string[] {
  return unfetchedCharts.map(
    (folder) =>
      `${folder}: its dependencies are not in Git. The job of lint fetches them; the hook and impact, which compares two states, render the chart only if its folder charts/ is committed: helm dependency update ${folder}`,
  );
}

/** The jobs of GitLab, in the file that includes them or in one of their own. */
export function gitlabJobs(facts: RepositoryFacts): InitPlan {
  const text = gitlabText(facts);
  const main = '.gitlab-ci.yml';
  const existing = facts.read(main);
  const notes = [
    ...(facts.rendersAnything
      ? [
          `The image ${gitlabImage} of the jobs has neither kustomize nor helm, which --render runs; name an image with Node that has those that you use.`,
        ]
      : []),
    ...fetchingNotes(facts),
    ...baselineNotes(facts),
  ];
  if (existing === undefined) return { files: [{ path: main, text }], notes };
  if (/\brolloutkit\b/.test(existing))
    return { files: [], notes: [`${main} already runs rolloutkit and was not changed.`] };
  const path = '.gitlab/rolloutkit.yml';
  const included = withItem(existing, 'include', { local: path });
  const asked = included === undefined ? [`Include ${path} in ${main}:\ninclude:\n  - local: ${path}`] : [];
  return {
    files: [{ path, text }, ...(included === undefined ? [] : [{ path: main, text: included }])],
    notes: [...asked, ...notes],
  };
}

function gitlabText(facts: RepositoryFacts): string {
  const base = 'origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME';
  const ofRequests = '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"';
  const head = (name: string): readonly string[] => [
    `${name}:`,
    `  image: ${gitlabImage}${facts.rendersAnything ? ' # or one that has the kustomize and helm that --render runs' : ''}`,
    '  variables:',
    '    GIT_DEPTH: 0 # to compare with the branch that a merge request is for',
    '  rules:',
    ofRequests,
  ];
  const script = (command: string, before: readonly string[] = []): readonly string[] => [
    '  script:',
    ...(facts.isDependency
      ? ['# This runs code of the merge request.', '- npm ci']
      : [
          '# Outside the checkout, so that the merge request cannot decide what is installed.',
          `- (cd / && ${installed(facts)})`,
        ]
    ).map((line) => `    ${line}`),
    ...before.map((line) => `    ${line}`),
    `    - ${command}`,
  ];
  const lines = [
    ...head('rolloutkit'),
    '      variables:',
    `        ${changedOnly}`,
    `        CHANGED: --changed=${base}`,
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    ...script(
      `${inJob('lint', facts)} $CHANGED`,
      [synthesis, fetching].flatMap((before) => before(facts, (command) => `- ${command}`)),
    ),
    '',
    '# What a merge request does to Rollouts, also during an update.',
    ...head('rolloutkit-impact'),
    ...script(`${inJob('impact', facts)} --base "${base}" --format markdown --output impact.md`),
    '  artifacts:',
    '    when: always',
    '    paths: [impact.md]',
    '',
    ...noteJob(facts),
  ];
  return `${lines.join('\n')}\n`;
}

/** The job that posts what `impact` has written as a note. It has the token, so nothing of the checkout is in it. */
function noteJob(facts: RepositoryFacts): readonly string[] {
  return [
    '# Posts that as one note on the merge request, if the project has a variable ROLLOUTKIT_GITLAB_TOKEN: "What a change does" in',
    '# docs/ci.md of rolloutkit says how to make it.',
    'rolloutkit-note:',
    `  image: ${gitlabImage}`,
    '  needs: [rolloutkit-impact]',
    '  variables:',
    '    GIT_STRATEGY: none # no file of the merge request but impact.md, which is read as text',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $ROLLOUTKIT_GITLAB_TOKEN',
    '      when: always # also where impact fails the pipeline',
    '  allow_failure: true',
    '  script:',
    `    - (cd / && ${installed(facts)})`,
    '    - rolloutkit-gitlab-note impact.md',
  ];
}

/** What keeps the job of a repository with findings from failing on its branch. */
function baselineNotes(facts: RepositoryFacts): readonly string[] {
  if (facts.read(baselineName) !== undefined) return [];
  return [
    `For a pull request the job lints the files that it changes, on ${facts.branch} everything. To have it fail only for new findings: ${commandLine('baseline write', facts)}, and commit ${baselineName}`,
    'Only errors fail the jobs and the hook; to have warnings or infos fail them, too, add --fail-on warning or --fail-on info to lint.',
  ];
}
