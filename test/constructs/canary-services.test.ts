import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { CanaryServices } from '../../src/constructs/index.js';

describe('CanaryServices', () => {
  it('makes two Services that differ in their names alone', () => {
    const chart = Testing.chart();
    new CanaryServices(chart, 'services', {
      name: 'checkout',
      selector: { app: 'checkout' },
      ports: [
        { name: 'http', port: 80, targetPort: 8080 },
        { name: 'grpc', port: 9090 },
      ],
    });

    expect(Testing.synth(chart)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'checkout' },
        spec: {
          selector: { app: 'checkout' },
          ports: [
            { name: 'http', port: 80, targetPort: 8080 },
            { name: 'grpc', port: 9090, targetPort: 9090 },
          ],
        },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'checkout-canary' },
        spec: {
          selector: { app: 'checkout' },
          ports: [
            { name: 'http', port: 80, targetPort: 8080 },
            { name: 'grpc', port: 9090, targetPort: 9090 },
          ],
        },
      },
    ]);
  });

  it('takes its name from its id, and listens on port 80, when told nothing else', () => {
    const chart = Testing.chart();
    const services = new CanaryServices(chart, 'cart', { selector: { app: 'cart' } });

    expect([services.stable.toJson(), services.canary.toJson()]).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'cart' },
        spec: { selector: { app: 'cart' }, ports: [{ name: 'http', port: 80, targetPort: 80 }] },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'cart-canary' },
        spec: { selector: { app: 'cart' }, ports: [{ name: 'http', port: 80, targetPort: 80 }] },
      },
    ]);
  });

  it.each([
    [{ selector: {} }, 'The selector of "test/cart" is empty; give the labels of the Rollout\'s pods.'],
    [{ selector: { app: 'cart' }, ports: [] }, '"test/cart" has no ports; give at least one.'],
  ])('refuses %j', (props, message) => {
    expect(() => new CanaryServices(Testing.chart(), 'cart', props)).toThrow(message);
  });
});
