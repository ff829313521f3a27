import { describe, expect, it } from 'vitest';
import { weightRules } from '../../src/lint/unweighted.js';
import { rules } from '../../src/rules/index.js';
import { all } from '../play/protect/system.js';
import { folderOf, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const replaced = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

/** Traefik serves the Ingress, which knows no annotation of ingress-nginx; nginx/ingress-class-fits is an error there. */
const foreign = replaced(all, 'ingressClassName: nginx', 'ingressClassName: traefik');
const sentence =
  'The weights do not apply to all requests: Ingress "checkout" has class "traefik", but Rollout "checkout" routes traffic with "nginx"; use the class of ingress-nginx, such as "nginx".';
const following = 'which requests follow the weights of Rollout "checkout"';

/** The same Rollout behind Istio, beside which an Ingress leads straight to the stable Service: istio/split-not-bypassed. */
const past = replaced(all, '{ nginx: { stableIngress: checkout } }', '{ istio: { virtualService: {} } }')
  .concat(
    `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: checkout, namespace: shop }
spec:
  hosts: [checkout.example.com]
  http:
    - route:
        - { destination: { host: checkout-stable }, weight: 100 }
        - { destination: { host: checkout-canary }, weight: 0 }
`,
  )
  .replace('virtualService: {}', 'virtualService: { name: checkout }');

/** The same in another namespace, whose Ingress is right. */
const other = all.replaceAll('namespace: shop', 'namespace: other');

interface Report {
  readonly unchecked: readonly string[];
  readonly rollouts: readonly {
    readonly rollout: { readonly namespace: string };
    readonly unweighted: readonly string[];
    readonly scenarios: readonly { readonly noticed: number; readonly exposure: number | null }[];
  }[];
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('weights that do not apply to all requests', () => {
  it('leave protect without figures of requests, and say why', () => {
    const { code, stdout } = run(folderOf({ 'a.yaml': foreign }), 'protect', 'a.yaml');
    expect(code).toBe(0);
    expect(words(stdout)).toContain(sentence);
    expect(words(stdout)).toContain('from the start successes 40s not known not known not known aborted');
    expect(words(stdout)).toContain(
      'A version that is bad from the start is noticed by successes after 40s at the earliest, if the metric sees requests of it; how many it gets is not known.',
    );
    expect(words(stdout)).not.toContain('as many requests as');
    expect(stdout).not.toContain('✓');
    expect(stdout.trimEnd().split('\n').at(-1)).toContain(`not checked: ${following}`);
  });

  it('are in the JSON of protect, for the Rollout that has them alone', () => {
    const folder = folderOf({ 'a.yaml': foreign, 'b.yaml': other });
    const report = JSON.parse(run(folder, 'protect', '.', '--format', 'json').stdout) as Report;
    expect(report.unchecked).toEqual([following]);
    const of = (namespace: string): Report['rollouts'][number] =>
      report.rollouts.find(({ rollout }) => rollout.namespace === namespace)!;
    expect(of('shop').unweighted).toEqual([sentence]);
    expect(of('shop').scenarios.map(({ exposure }) => exposure)).toEqual([null, null, null, null, null]);
    expect(of('shop').scenarios[0]?.noticed).toBe(40);
    expect(of('other').unweighted).toEqual([]);
    // As docs/protect.md computes it.
    expect(of('other').scenarios[0]?.exposure).toBe(6);
  });

  it('leave a limit of the exposure unchecked, which is not kept then', () => {
    const { code, stdout } = run(
      folderOf({ 'a.yaml': foreign }),
      'protect',
      'a.yaml',
      '--max-exposure',
      '1h',
    );
    expect(code).toBe(1);
    expect(words(stdout)).toContain(
      'The weights do not apply to all requests, so protect.exposure, which is 1h, is not checked.',
    );
    const detection = run(folderOf({ 'a.yaml': foreign }), 'protect', 'a.yaml', '--max-detection', '1h');
    expect(detection.code).toBe(0);
  });

  it.each([
    ['the class of an Ingress', foreign, sentence],
    [
      'an Ingress past the VirtualService',
      past,
      'The weights do not apply to all requests: Ingress "checkout" sends requests to Service "checkout-stable" and bypasses the split of Rollout "checkout"; send them to an Istio Gateway that VirtualService "checkout" is bound to.',
    ],
  ])('are told by simulate and protect: %s', (_, manifests, text) => {
    for (const command of ['simulate', 'protect']) {
      const { stdout } = run(folderOf({ 'a.yaml': manifests }), command, 'a.yaml');
      expect(words(stdout)).toContain(text);
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
        /^!.*; not checked: which requests follow the weights of/,
      );
    }
  });

  it('leave a change without a verdict', () => {
    const repository = new Repository({ 'app.yaml': foreign });
    repository.write({ 'app.yaml': foreign.replace('checkout:1.0.0', 'checkout:2.0.0') });
    const { code, stdout } = run(repository.folder, 'impact');
    expect(code).toBe(0);
    expect(words(stdout)).toContain(sentence);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^! 1 Rollout touched.*; not checked: which requests follow/,
    );
    const comment = run(repository.folder, 'impact', '--format', 'markdown').stdout;
    expect(comment).not.toContain('✅');
    expect(comment).toContain('❔ Nothing that was read breaks');
  });

  it('keep what a bad version costs from being compared', () => {
    const repository = new Repository({ 'app.yaml': foreign });
    repository.write({ 'app.yaml': foreign.replace('setWeight: 20', 'setWeight: 40') });
    const { stdout } = run(repository.folder, 'impact');
    expect(stdout).not.toContain('bad from the start');
  });

  it('have a rule, or the rule is about something else', () => {
    const shifting = rules.filter(({ meta }) =>
      [meta, ...Object.values(meta.otherwise ?? {})].some(
        ({ consequence }) => consequence === 'unshifted-traffic',
      ),
    );
    const names = shifting.map(({ meta }) => meta.name);
    expect(weightRules.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !weightRules.includes(name)).sort()).toEqual(
      [
        // Part of the header routes alone is lost.
        'alb/header-route-reachable',
        'gateway/header-routes-last',
        'steps/header-route-before-mirror',
        'steps/routes-after-canary-has-pods',
        // The simulator shows what becomes of the weights.
        'gateway/options-understood',
        'istio/routes-named',
        'istio/virtual-services-distinct',
        'steps/experiment-has-ports',
        'steps/present-with-router',
        'steps/traffic-before-end',
        'steps/weights-within-hundred',
        // Whether it is meant so, or comes true, is not known: information.
        'istio/gateway-exists',
        'istio/rules-not-bypassed',
        'istio/service-ports-named',
        'istio/subset-not-shadowed',
        'nginx/affinity-follows-weights',
      ].sort(),
    );
  });
});
