import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const src = join(__dirname, '../../src');
const limit = 300;

/** The files with more lines, and why each is one file. */
const reasons: Readonly<Record<string, string>> = {
  'argocd/jq/parser.ts': 'one parser: its methods share a position',
  'cli/commands.ts': 'one table of all commands and options',
  'cli/renderer.ts': 'one class: the runs of programs share folders, limits and messages',
  'constructs/manifests/canary.ts': 'the objects of one strategy, in the order in which they are made',
  'constructs/manifests/pod-types.ts': 'the types of a pod, as a table',
  'constructs/manifests/steps.ts': 'the types of steps, of which each is defined by others',
  'constructs/manifests/traffic.ts': 'the types of routers, of which each is defined by others',
  'constructs/manifests/upstream-types.ts': 'written by npm run docs from schemas',
  'editor/lsp/session.ts': 'one class: requests and pauses share the state of a session',
  'lint/workspace/workspace.ts': 'one class: exact and rough states share what they keep',
  'play/drift/argo.ts': 'one class: each comparison of an Application uses the same settings and caches',
  'play/simulate/line.ts': 'one class: a line of frames, whose rounds share their state',
  'play/simulate/main-line.ts': 'one class: the moments of an update, each of which continues at the last',
  'play/simulate/runs.ts': 'one class: the AnalysisRuns of a play share its clock',
  'repository/graph/application-sources.ts': 'one class: each step of a resolution asks the others',
  'repository/graph/deployment.ts':
    'one class: the lists and the layout of a state follow from its placements',
  'repository/graph/graph.ts': 'one class: what rules can ask, a few lines for each question',
  'repository/graph/layout.ts': 'one class: the folders of a state, and all that is known of each',
  'repository/graph/resolver.ts': 'one class: each step of a resolution asks the others',
  'rollouts/analysis/expression/check.ts': 'one checker: a case for each kind of node',
  'rollouts/analysis/expression/parser.ts': 'one parser: its methods share a position',
  'rules/peers.ts': 'one table of the rules of other tools',
  'yaml/parse/full-tree.ts': 'one builder: an event for each method, and one stack',
  'yaml/parse/ordinary.ts': 'one parser: its methods share a position',
  'yaml/parse/read.ts': 'one reader: files, documents and items hold each other, and what they forget',
};

function longFiles(): readonly string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').split('\n').length - 1 > limit)
    .map((path) => relative(src, path))
    .filter((path) => path !== 'rules/registry.ts')
    .sort();
}

it(`knows why a file has more than ${limit} lines`, () => {
  expect(longFiles()).toEqual(Object.keys(reasons).sort());
});
