import { planInit } from '../../src/write/scaffold/init.js';
import { BrokenError, hasAllOf, isSound } from './broken.js';
import { type Input, maxSize } from './input.js';
import type { Played } from './play.js';
import type { Random } from './random.js';
import type { Seeds } from './seeds.js';
import { oddText } from './texts.js';

const names = ['.pre-commit-config.yaml', '.gitlab-ci.yml', 'app/kustomization.yaml'] as const;

const usual: Readonly<Record<(typeof names)[number], readonly string[]>> = {
  '.pre-commit-config.yaml': [
    'repos:\n  - repo: https://example.com/hooks\n    rev: v1\n    hooks:\n      - id: yaml\n',
    'repos: []\n',
    '# hooks\nrepos:\n- repo: local\n  hooks: [{id: a, name: a, entry: a, language: system}]\n',
    'repos: [{repo: local, hooks: []}]\nfail_fast: true\n',
  ],
  '.gitlab-ci.yml': [
    'include:\n  - local: a.yml\nbuild:\n  script: [make]\n',
    'include: a.yml\nbuild:\n  script: |\n    make\n',
    'stages: [build]\n\n.a: &a\n  script: [make]\n\nb:\n  <<: *a\n',
  ],
  'app/kustomization.yaml': [
    'resources:\n- rollout.yaml\nnamePrefix: a-\n',
    'configurations: [a.yaml]\nresources: [b.yaml]\n',
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nconfigurations:\n  # theirs\n  - a.yaml\n',
  ],
};

/** What a repository may have already, with a few things wrong. */
export function initInput(seeds: Seeds, random: Random): Input {
  const files: Record<string, string> = {};
  for (const name of names)
    if (random.chance(0.7))
      files[name] = random.chance(0.4)
        ? oddText(seeds, random)
        : spoiled(random.pick(usual[name]), seeds, random);
  for (const [name, its] of Object.entries(files))
    files[name] = its.slice(0, Math.floor(maxSize / names.length));
  return { target: 'init', files, options: {} };
}

/** A text with pieces of others in it. */
function spoiled(text: string, seeds: Seeds, random: Random): string {
  let result = text;
  for (let count = random.below(4); count > 0; count -= 1) {
    const at = random.below(result.length + 1);
    const piece = random.pick([
      ...[
        '\n',
        ' ',
        '  ',
        '#',
        '- ',
        ': ',
        '"',
        '{',
        ']',
        '|',
        '&a ',
        '*a',
        '\t',
        '---\n',
        '...\n',
        '? ',
        '\r',
      ],
      oddText(seeds, random).slice(0, 40),
    ]);
    result = result.slice(0, at) + piece + result.slice(at + random.below(4));
  }
  return random.chance(0.1) ? result.replaceAll('\n', '\r\n') : result;
}

/** What stands for a list or map without anything in it gives way to one that has something, and so does what stood around it. */
const empty = /\[\s*\]|\{\s*\}|~|\bnull\b|\s/g;

export function initAll({ files }: Input): Played {
  const plan = planInit(
    {
      ...{ version: '1.0.0', isDependency: false, rendersAnything: true, branch: 'main' },
      unfetchedCharts: [],
      untaught: ['app'],
      read: (name) => files[name],
    },
    { hook: true, ci: ['github', 'gitlab'], kustomize: true },
  );
  for (const { path, text } of plan.files) {
    const before = files[path];
    if (before !== undefined && !hasAllOf(text.replaceAll(/\s/g, ''), before.replaceAll(empty, '')))
      throw new BrokenError(`Something is gone from ${path} to which something was added.`);
    if ((before === undefined || isSound(before)) && !isSound(text))
      throw new BrokenError(`What is written to ${path} is no YAML.`);
  }
  return { rules: plan.files.map(({ path }) => (path in files ? `${path} changed` : path)) };
}
