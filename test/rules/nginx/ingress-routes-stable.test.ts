import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import type { Finding } from '../../../src/model/finding.js';
import rule from '../../../src/rules/nginx/ingress-routes-stable.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

describeRule(rule, {
  'absent-ingress.yaml': [],
  'another-service.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web", "admin".',
  ],
  'beside-alb.yaml': [
    'Ingress "entrance" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web".',
  ],
  'canary-service.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web-canary".',
  ],
  'default-backend-alone.yaml': [
    'Ingress "web" has no paths; add one to stableService "web-stable": { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { number: … } } } }. A defaultBackend does not count.',
  ],
  'misspelt.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web-stabel".',
  ],
  'of-other-workloads.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "admin"; add this path: { path: /, pathType: Prefix, backend: { service: { name: web-stable, port: { number: 8080 } } } }.',
  ],
  'service-of-both-versions.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web".',
  ],
  'stable-service.yaml': [],
  'two-hosts.yaml': [
    'Ingress "web" has no path to stableService "web-stable", which the controller copies for the canary; its paths lead to "web".',
  ],
  'v1beta1-backend.yaml': [],
});

describe('what nginx/ingress-routes-stable proposes', () => {
  const proposed = (fixture: string): readonly Finding[] =>
    lint([fileSource(path.join(__dirname, 'ingress-routes-stable', fixture))], [rule]).findings;

  it('sends the path of a Service with the pods of the Rollout to the stable Service, at a port that this has', () => {
    const [{ fix, choices = [] } = {}] = proposed('service-of-both-versions.yaml');
    expect(fix?.title).toBe('Send path "/" of host "web.example.com" to Service "web-stable".');
    expect(fix?.safety).toBe('unsafe');
    expect(fix?.writes.map(({ value }) => value)).toEqual(['web-stable', { number: 8080 }]);
    expect(choices.map(({ title }) => title)).toEqual(['Set stableService to "web".']);
  });

  it('lets the user choose among several', () => {
    const [{ fix, choices = [] } = {}] = proposed('two-hosts.yaml');
    expect(fix).toBeUndefined();
    expect(choices.map(({ title }) => title)).toEqual([
      'Send all 2 paths to "web" to Service "web-stable".',
      'Send path "/" of host "web.example.com" to Service "web-stable".',
      'Send path "/" of host "www.example.com" to Service "web-stable".',
      'Set stableService to "web".',
    ]);
  });

  it('proposes no path of another workload', () => {
    const [{ fix, choices } = {}] = proposed('of-other-workloads.yaml');
    expect([fix, choices]).toEqual([undefined, undefined]);
  });

  it('makes a path of a default backend that leads to the stable Service', () => {
    const [{ fix } = {}] = proposed('default-backend-alone.yaml');
    expect(fix?.writes.map(({ value }) => value)).toEqual([
      [
        {
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'web-stable', port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    ]);
  });
});
