import { describe, expect, it } from 'vitest';
import { application, istio } from '../play/drift/manifests.js';
import { folderOf, run } from '../support/command.js';

const [text] = /istio:\n(?: {10,}.*\n)+/.exec(istio()) ?? [''];

/** Traefik routes no headers. */
const plainSteps = (manifests: string): string =>
  manifests
    .replace(/ +- setHeaderRoute:\n(?: {12,}.*\n)+/, '')
    .replace(/ +managedRoutes:\n +- name: beta\n/, '');

/** The manifests with the traffic router `routing` in the place of Istio, and without the VirtualService. */
function instead(routing: string): string {
  const documents = istio()
    .replace(text, routing)
    .split(/^---\n/m);
  return documents.filter((one) => !/^kind: VirtualService$/m.test(one)).join('---\n');
}

/** A Rollout with the traffic router `routing`. */
function routedBy(routing: string): string {
  return application() + instead(routing);
}

const routes = `plugins:
          argoproj-labs/openshift:
            routes: [web]
`;
const traefik = `traefik:
          weightedTraefikServiceName: web
`;
const gateway = `plugins:
          argoproj-labs/gatewayAPI:
            httpRoute: web
            namespace: shop
`;

const httpRoute = `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: web
  namespace: shop
spec:
  parentRefs:
    - name: web
  rules:
    - backendRefs:
        - name: web-stable
          port: 80
        - name: web-canary
          port: 80
`;

interface Told {
  readonly code: number;
  readonly words: string;
  /** The summary line without the time that it took. */
  readonly last: string;
}

function told(command: string, manifests: string, ...options: readonly string[]): Told {
  const { code, stdout } = run(folderOf({ 'a.yaml': manifests }), command, 'a.yaml', ...options);
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  return { code, words: stdout.replaceAll(/\s+/g, ' '), last: last.replace(/[\d.]+ s(?=;|$)/, 'TIME') };
}

function uncheckedIn(
  command: string,
  manifests: string,
): { readonly code: number; readonly unchecked: unknown } {
  const { code, stdout } = run(folderOf({ 'a.yaml': manifests }), command, 'a.yaml', '--format', 'json');
  const { unchecked } = JSON.parse(stdout) as { readonly unchecked: unknown };
  return { code, unchecked };
}

describe('a router that is not simulated', () => {
  it('leaves drift without a verdict on what a plugin writes', () => {
    const { code, words, last } = told('drift', routedBy(routes));
    expect(code).toBe(0);
    expect(last).toMatch(
      /^! 1 Application, 1 Rollout, \d+ frames, TIME; not checked: what plugin "argoproj-labs\/openshift" writes$/,
    );
    expect(words).toContain('! Synced in all ');
    expect(words).toContain(
      '? Which objects plugin "argoproj-labs/openshift" writes is unknown, because it is not simulated: they are not compared, and ignoreDifferences for what it writes are not among those shown.',
    );
    expect(words).not.toContain('✓');
    // Once, and not as a side note, too.
    expect(words).not.toContain('i Plugin "argoproj-labs/openshift"');
  });

  it('is named with what is written for it, if that is known', () => {
    const { code, words, last } = told('drift', plainSteps(routedBy(traefik)));
    expect(code).toBe(0);
    expect(last).toMatch(/^! .*; not checked: the weights in the TraefikService$/);
    expect(words).toContain(
      '? Traefik is not simulated: drift does not compare the weights in the TraefikService, and ignoreDifferences for what is written there are not among those shown.',
    );
  });

  it.each([
    ['Istio', istio()],
    ['the plugin of the Gateway API', plainSteps(instead(gateway)) + httpRoute],
  ])('is not %s', (_, manifests) => {
    expect(told('simulate', manifests).words).toContain(' promoted ');
    expect(uncheckedIn('drift', application() + manifests).unchecked).toEqual([]);
    for (const command of ['simulate', 'protect'])
      expect(uncheckedIn(command, manifests).unchecked).toEqual([]);
  });

  it.each(['drift', 'simulate', 'protect'])('is in the JSON of %s', (command) => {
    expect(uncheckedIn(command, routedBy(routes))).toEqual({
      code: 0,
      unchecked: ['what plugin "argoproj-labs/openshift" writes'],
    });
  });

  it('is the reason why simulate checked only a part', () => {
    const { code, last } = told('simulate', plainSteps(routedBy(traefik)));
    expect(code).toBe(0);
    expect(last).toMatch(/^! 1 Rollout, \d+ frames, TIME; not checked: the weights in the TraefikService$/);
  });

  it('applies the weights of the controller for protect, which says so', () => {
    const { code, words, last } = told('protect', routedBy(routes));
    expect(code).toBe(0);
    expect(words).toContain(
      'i Shares of the requests are the weights that the controller asks of plugin "argoproj-labs/openshift"; whether they are applied is not simulated.',
    );
    expect(last).toMatch(/^! .*; not checked: what plugin "argoproj-labs\/openshift" writes$/);
  });

  it.each(['drift', 'simulate', 'protect'])(
    'does not matter to %s if the controller rejects the Rollout',
    (command) => {
      const rejected = routedBy(routes).replace('setWeight: 10', 'setWeight: 110');
      expect(uncheckedIn(command, rejected).unchecked).toEqual([]);
    },
  );
});
