import { describe, expect, it } from 'vitest';
import { lintBoth } from '../../src/lint/lint-both.js';
import { typedRule, type Rule } from '../../src/rules/rule.js';
import { rolloutText } from '../support/command.js';
import type { Source } from '../../src/model/source.js';
import { textSource } from '../support/sources.js';

const meta = {
  description: '',
  why: 'It is so.',
  consequence: 'lost-traffic',
  severity: 'error',
  messages: { found: 'Found.' },
  links: [],
} as const;

/** A rule that tells which Rollouts it was asked for. */
function listening(): { readonly asked: readonly string[]; readonly rule: Rule } {
  const asked: string[] = [];
  const rule = typedRule({
    meta: { ...meta, name: 'test/listens' },
    checkRollout(rollout, { report }) {
      asked.push(rollout.name);
      report(rollout.at('metadata', 'name'), 'found');
    },
  });
  return { asked, rule };
}

const kustomization = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - rollout.yaml
`;

const application = (name: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${name}
spec:
  project: default
  source:
    repoURL: https://example.com/shop.git
    path: shop/${name}
  destination:
    name: in-cluster
    namespace: shop
  ignoreDifferences: []
`;

const sources = ['web', 'shop'].map((name) => textSource(`${name}.yaml`, rolloutText(name)));

describe('two states of the same files', () => {
  it('have nothing to judge, and are read all the same', () => {
    const { asked, rule } = listening();
    const { after, before } = lintBoth(sources, sources, [rule]);
    expect(before().findings).toEqual([]);
    expect(after).toMatchObject({ findings: [], rollouts: 2, resources: 2, faults: [] });
    expect(asked).toEqual([]);
  });

  it('are judged where one of them has another text', () => {
    const { asked, rule } = listening();
    const changed = textSource('shop.yaml', rolloutText('shop', 'maxSurge: 2'));
    const { after } = lintBoth([sources[0]!, changed], sources, [rule]);
    expect(asked).toContain('shop');
    expect(after.findings.map(({ place }) => place.source.name)).toEqual(['shop.yaml']);
  });

  /** 30 systems, each deployed by an Application through a kustomization; fewer of a kind are all looked at. */
  const systems = Array.from({ length: 30 }, (_, index): readonly Source[] => {
    const name = `web-${index}`;
    return [
      textSource(`/shop/${name}/rollout.yaml`, rolloutText(name)),
      textSource(`/shop/${name}/kustomization.yaml`, kustomization),
      textSource(`/shop/${name}/application.yaml`, application(name)),
    ];
  });

  it.each([
    [
      'images of a kustomization',
      'kustomization',
      (text: string) => `${text}images: [{ name: web, newTag: '2' }]\n`,
    ],
    [
      'replicas of a kustomization',
      'kustomization',
      (text: string) => `${text}replicas: [{ name: web-3, count: 2 }]\n`,
    ],
    [
      'what an Application ignores',
      'application',
      (text: string) => text.replace('ignoreDifferences: []', ''),
    ],
    ['how an Application syncs', 'application', (text: string) => `${text}  syncPolicy: { automated: {} }\n`],
  ])('are judged where they are deployed if they differ in %s', (_, file, edit) => {
    expect(judged(file, edit)).toEqual(['web-3']);
  });

  it.each([
    ['the name of what is built', 'kustomization', (text: string) => `${text}nameSuffix: -a\n`],
    ['what is built', 'kustomization', (text: string) => text.replace('- rollout.yaml', '- ../web-4')],
    ['the namespace', 'application', (text: string) => text.replace('namespace: shop', 'namespace: prod')],
    ['the folder', 'application', (text: string) => text.replace('path: shop/web-3', 'path: shop/web-4')],
  ])('are judged whole if they differ in %s', (_, file, edit) => {
    expect(judged(file, edit).length).toBeGreaterThan(28);
  });

  /** The Rollouts at which something is found when a file of one system changes. */
  function judged(file: string, edit: (text: string) => string): readonly string[] {
    const { rule } = listening();
    const [before, after] = [(text: string) => text, edit].map((change) =>
      systems.flat().map((source) => {
        if (source.path !== `/shop/web-3/${file}.yaml`) return source;
        const text = change(source.read());
        expect(change === edit && text === source.read()).toBe(false);
        return textSource(source.path, text);
      }),
    );
    const { findings } = lintBoth(after!, before!, [rule]).after;
    return findings.map(({ resource }) => resource!.name);
  }
});
