import { Chart, JsonPatch, Testing } from 'cdk8s';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CanaryRollout, type ImageSource, NoTraffic, type PodSource } from '../../src/constructs/index.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const pod: ImageSource = { image: 'ghcr.io/example/shop:1.4.2', port: 8080 };
const requests = { cpu: '100m', memory: '128Mi' };

/** What a synthesis prints of a canary with these pods. */
function printed(pods: PodSource, change: (canary: CanaryRollout<'none'>) => void = () => undefined): string {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const app = Testing.app();
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  new Chart(app, 'another');
  change(new CanaryRollout(chart, 'checkout', { pod: pods, traffic: NoTraffic.replicas() }));
  app.synthYaml();
  return lines.join('');
}

describe('a synthesis', () => {
  it('asks once for requests, at the line of the program', () => {
    expect(printed(pod)).toMatch(
      /^\S*requests\.test\.ts:\d+:\d+\)? - info \[shop\/checkout\] The pods request no cpu and no memory, so a node takes in more of them than it has room for; set "requests" in pod\.resources, or pod\.resources: false\.\n$/,
    );
  });

  it('asks for what is missing alone', () => {
    expect(printed({ ...pod, resources: { requests: { cpu: '100m' } } })).toContain(
      'The pods request no memory, so',
    );
  });

  it('asks for nothing where there are requests', () => {
    expect(printed({ ...pod, resources: { requests } })).toBe('');
    const path = '/spec/template/spec/containers/0/resources';
    expect(
      printed(pod, ({ rollout }) => {
        rollout.addJsonPatch(JsonPatch.add(path, { requests }));
      }),
    ).toBe('');
  });

  it('asks for nothing where the program says that there are none', () => {
    expect(printed({ ...pod, resources: false })).toBe('');
    expect(printed({ ...pod, defaults: false, readinessProbe: { tcpSocket: { port: 'http' } } })).toBe('');
  });

  it('asks for nothing of pods that are described elsewhere', () => {
    const readinessProbe = { tcpSocket: { port: 8080 } };
    const container = { name: 'shop', image: pod.image, ports: [{ containerPort: 8080 }], readinessProbe };
    expect(
      printed({ template: { metadata: { labels: { app: 'shop' } }, spec: { containers: [container] } } }),
    ).toBe('');
  });
});
