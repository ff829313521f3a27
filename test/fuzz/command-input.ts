import { maxSize, type Input } from './input.js';
import { inStates, mutatedStates, mutatedSystem } from './mutate.js';
import type { Random } from './random.js';
import type { Seeds } from './seeds.js';
import { oddText } from './texts.js';

/** The option that is drawn, or nothing. */
type Draw = (random: Random, name: () => string) => readonly string[];

const maybe =
  (share: number, ...args: readonly string[]): Draw =>
  (random) =>
    random.chance(share) ? args : [];
const one =
  (option: string, ...values: readonly string[]): Draw =>
  (random) =>
    random.chance(0.5) ? [option, random.pick(values)] : [];
const named = (random: Random, name: () => string): readonly string[] => [
  random.chance(0.9) ? name() : 'shop',
];

const render = maybe(0.02, '--no-render');
const releases: readonly Draw[] = [
  one('--rollouts', '1.7', '1.8', '1.9', '1.10', '1.11', '9', ''),
  one('--argocd', '2.13', '3.1', '3.5', '4', 'x'),
];

interface Command {
  readonly weight: number;
  readonly args: readonly (string | Draw)[];
  /** Whether it asks Git. */
  readonly git?: boolean;
}

/** Every command, with what it can be told. */
const commands: readonly Command[] = [
  {
    weight: 6,
    args: [
      'lint',
      one(
        '--format',
        'text',
        'concise',
        'json',
        'sarif',
        'github',
        'gitlab',
        'junit',
        'markdown',
        'json:a.json,junit',
      ),
      one('--fail-on', 'error', 'warning', 'info', 'never'),
      maybe(0.1, '--quiet'),
      one('--only', 'istio', 'rollout', 'argocd', 'nothing'),
      one('--assume', 'Service/web', 'Gateway/a/b', 'x'),
      render,
    ],
  },
  { weight: 3, args: ['lint', maybe(0.5, '--fix'), maybe(0.5, '--fix=all'), maybe(0.3, '--dry-run')] },
  {
    weight: 3,
    args: [
      'lint',
      '--suppress',
      (random) => [random.pick(suppressible)],
      '--reason',
      'it is so',
      maybe(0.3, '--dry-run'),
    ],
  },
  { weight: 2, args: ['lint', '--changed', one('--format', 'json', 'markdown')], git: true },
  { weight: 2, args: ['lint', '--staged'], git: true },
  { weight: 3, args: ['baseline', (random) => [random.pick(['write', 'write', 'prune', 'show'])]] },
  {
    weight: 1,
    args: [
      'simulate',
      one('--format', 'text', 'json', 'html'),
      one('--abort-at', '0', '1', '99', 'x'),
      one('--step', '0', 'x'),
    ],
  },
  {
    weight: 1,
    args: [
      'protect',
      one('--format', 'text', 'json'),
      one('--max-exposure', '10s', '0', 'x'),
      one('--shows-after', '5m', '-1s'),
    ],
  },
  { weight: 1, args: ['drift', one('--format', 'text', 'json', 'html'), ...releases] },
  { weight: 2, args: ['drift', '--write'] },
  {
    weight: 3,
    args: ['impact', one('--format', 'text', 'json', 'markdown', 'html'), ...releases],
    git: true,
  },
  { weight: 2, args: ['rollback', named, maybe(0.3, '--dry-run')], git: true },
  {
    weight: 2,
    args: [
      'migrate',
      named,
      one('--router', 'istio-host', 'istio-subset', 'alb', 'nginx', 'gateway', 'none'),
      one('--way', 'workload-ref', 'replace'),
      maybe(0.3, '--format', 'json'),
    ],
    git: true,
  },
  { weight: 1, args: ['migrate', named, '--commit'], git: true },
  { weight: 1, args: ['migrate', named, '--undo'], git: true },
  {
    weight: 3,
    args: [
      'init',
      one('--ci', 'github', 'gitlab', 'none', 'github,gitlab'),
      maybe(0.5, '--kustomize'),
      maybe(0.5, '--force'),
      maybe(0.2, '--dry-run'),
    ],
  },
  { weight: 2, args: ['doctor', one('--format', 'text', 'json')] },
  { weight: 2, args: ['config', one('--format', 'text', 'json')] },
  {
    weight: 1,
    args: ['explain', (random, name) => [random.pick(['istio', 'rollout/services-exist', name()])]],
  },
  {
    weight: 1,
    args: ['explain', '--jq', (random, name) => [random.pick(['.spec.replicas', '.[', '.. | .a', name()])]],
  },
  {
    weight: 2,
    args: [
      'new',
      named,
      '--style',
      (random) => [random.pick(['yaml', 'kustomize', 'helm', 'cdk8s'])],
      '--router',
      (random) => [random.pick(['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway', 'none'])],
      '--image',
      (random, name) => [random.pick(['shop:1', 'a/b@sha256:x', name()])],
      '--namespace',
      (random, name) => [random.pick(['shop', 'no', '1', name()])],
      (random, name) =>
        random.pick([[], ['--host', name()], ['--hpa', '2-9'], ['--gateway', 'a/b'], ['--port', name()]]),
      one('--strategy', 'canary', 'blue-green'),
      maybe(0.3, '--dry-run'),
      maybe(0.3, '--force'),
    ],
  },
];
const suppressible = [
  ...[
    'rollout/services-exist',
    'schema/fields-known',
    'istio/route-exists',
    'rollout/accepted-by-controller',
  ],
  ...['k8s/service-selects-pods', 'schema/values-fit', 'argocd/tracking-fits'],
];
const total = commands.reduce((sum, { weight }) => sum + weight, 0);

function draw(random: Random): Command {
  let left = random.next() * total;
  return commands.find(({ weight }) => (left -= weight) < 0) ?? commands[0]!;
}

/** Names as files have them, which may be anything. */
function nameIn(texts: Readonly<Record<string, string>>, random: Random): string {
  const all = Object.values(texts).flatMap((text) =>
    [...text.matchAll(/\bname: ["']?([^"'\n]*)/g)].map(([, name = '']) => name),
  );
  const name = all.length === 0 ? '' : random.pick(all);
  return name.startsWith('-') || name.includes('\0') || name === '' ? 'shop' : name;
}

/** A command with some of its options, in a folder with files, some of which are not what they are taken for. */
export function commandInput(seeds: Seeds, random: Random): Input {
  const { args, git = false } = draw(random);
  const both = git
    ? mutatedStates(seeds, random, seeds.rolling)
    : { before: {}, after: mutatedSystem(seeds, random, random.chance(0.7) ? seeds.rolling : seeds.systems) };
  for (const [name, share] of Object.entries(odd))
    if (random.chance(share)) both.after[name] = oddText(seeds, random).slice(0, maxSize / 10);
  const files = inStates(both);
  const name = (): string => nameIn(both.after, random);
  return {
    target: 'commands',
    files,
    options: { args: args.flatMap((arg) => (typeof arg === 'string' ? [arg] : arg(random, name))), git },
  };
}

/** Files that a command looks for, with texts that were not written for them. */
const odd: Readonly<Record<string, number>> = {
  'rolloutkit.yaml': 0.05,
  'rolloutkit-baseline.json': 0.05,
  '.pre-commit-config.yaml': 0.1,
  '.gitlab-ci.yml': 0.05,
  '.gitignore': 0.05,
  'package.json': 0.05,
  'wide.utf16.yaml': 0.03,
  'app/kustomization.yaml': 0.05,
  'chart/Chart.yaml': 0.05,
  'chart/values.yaml': 0.05,
  'chart/templates/rollout.yaml': 0.05,
};
