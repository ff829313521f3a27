// Calls of an agent that was talked into reading, writing and running what it may not.
import { attack, printsSecret } from '../files.mjs';

/** Lines of the protocol: the handshake, then a call of a tool for each of these. @param {readonly (readonly [string, object])[]} calls */
const lines = (calls) =>
  [
    {
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'attacker', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    ...calls.map(([name, args], index) => ({
      id: index + 1,
      method: 'tools/call',
      params: { name, arguments: args },
    })),
    ...[
      'file:///etc/passwd',
      'rolloutkit://docs/../package',
      'rolloutkit://docs/rules/../../../outside/credentials',
    ].map((uri, index) => ({ id: 1000 + index, method: 'resources/read', params: { uri } })),
  ]
    .map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`)
    .join('');

const manifest = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n';
const endless = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
spec:
  source: { repoURL: https://example.com/x.git, path: . }
  destination: { namespace: shop, server: https://kubernetes.default.svc }
  ignoreDifferences:
    - group: argoproj.io
      kind: Rollout
      jqPathExpressions: ['.spec | until(false; .)', 'def f: f; f', 'last(range(1e18))']
`;

/** @type {readonly (readonly [string, object])[]} */
const calls = [
  ...['..', '../outside', '/', '/proc/self', 'apps', 'apps/../../outside', '.git', 'legit\0'].flatMap(
    (folder) =>
      ['lint', 'simulate', 'drift', 'protect'].map((tool) => /** @type {const} */ ([tool, { folder }])),
  ),
  ['lint', { texts: { '../outside/evil.yaml': manifest }, fix: 'all' }],
  ['lint', { texts: { 'evil.yaml': manifest }, plugin: ['./evil.cjs'] }],
  ['lint', { folder: '.', render: true, fix: 'all' }],
  ['lint', { folder: '.', fix: 'all' }],
  ['explain', { rule: '--plugin=./evil.cjs' }],
  ['new', { service: 'x', style: 'yaml', router: 'none', image: 'a/b:1', namespace: 'x', out: '../outside' }],
  ['drift', { folder: '.', write: true }],
  ['lint', { texts: { 'a.yaml': endless } }],
  ['drift', { texts: { 'a.yaml': endless } }],
];

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'an agent asks the MCP server for what is outside, for code and for writes',
    (world) => {
      world.link('apps', '../outside/folder');
      world.link('a.yaml', '../outside/manifest.yaml');
      world.write('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(world.canary)}, '')`);
      world.write('rolloutkit.yaml', 'render: true\n');
    },
    printsSecret('a.yaml'),
    {
      runs: [{ args: ['mcp', '.'], input: lines(calls), exit: [0], isForTerminal: false, seconds: 30 }],
    },
  ),
];
