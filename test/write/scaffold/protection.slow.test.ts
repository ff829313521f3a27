import { describe, expect, it } from 'vitest';
import { firstScenario } from '../../../src/play/protect/protection.js';
import { isBesideSteps, isBlueGreen } from '../../../src/write/scaffold/service.js';
import { newService, protectionOfService } from '../../../src/write/scaffold/new-service.js';
import { scaffoldCases } from '../../support/scaffold-cases.js';

const project = { isModule: true, usesJest: false, has: undefined };
const cases = scaffoldCases().map(({ style, service }, index) => {
  const what = `${index}: ${style}, ${service.router}, ${service.strategy ?? 'canary'}`;
  return [`${what}, ${service.analysis?.provider ?? 'no analysis'}`, style, service] as const;
});

describe('a version of a new service that is bad from the start', () => {
  it.each(cases)('%s', { timeout: 60_000 }, (_, style, service) => {
    const written = newService(service, { style, project, version: '1.0.0' });
    const protection = protectionOfService(service, written);
    const start = protection && firstScenario(protection);
    // Each first pause without an analysis, and each preview, is for a person.
    if (service.analysis === undefined) return expect(start?.outcome).toBe('person');
    expect(protection?.gates.map(({ idle }) => idle)).toEqual([undefined]);
    expect(start?.outcome).toBe('aborted');
    // Pods are ready within 10 seconds here. Failure 3 of an analysis that measures every 30 seconds is one minute after the first;
    // a Job is assumed to take a minute. Only Prometheus measures a preview after its promotion, because that gets no requests before.
    expect(start?.noticed).toBeLessThanOrEqual(70);
    const first = service.router === 'none' ? 25 : 10;
    const isAfter = service.analysis.provider === 'prometheus';
    // With one pod and no router, the canary is half of the pods.
    const isHalf = service.router === 'none' && service.replicas === 1;
    if (isBlueGreen(service)) expect(start?.share).toBe(isAfter ? 100 : 0);
    else if (!isHalf && service.scaling === undefined) expect(start?.share).toBe(first);
    else expect(start?.share).toBeLessThanOrEqual(50);
    expect(isBesideSteps(service)).toBe(!isBlueGreen(service) && service.analysis.provider !== 'job');
    return undefined;
  });
});
