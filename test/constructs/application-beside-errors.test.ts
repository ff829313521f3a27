import { App, Chart } from 'cdk8s';
import { expect, it, vi } from 'vitest';
import { ArgoApplication, CanaryRollout, GatewayTraffic, Steps } from '../../src/constructs/index.js';

const routed = GatewayTraffic.route({ gateways: ['infra/public'] });
const source = { repoURL: 'https://git.example.com/shop.git', path: 'dist' };
const destination = { server: 'https://kubernetes.default.svc', namespace: 'shop' };

/** What a synthesis says: its error, and its warnings. */
function said(build: (shop: Chart, argocd: Chart) => void): string {
  const app = new App();
  build(new Chart(app, 'shop', { namespace: 'shop' }), new Chart(app, 'argocd'));
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const problems = app.node.findAll().flatMap((construct) => construct.node.validate());
  vi.restoreAllMocks();
  return [...problems, ...written].join('\n');
}

/** A Rollout whose image is missing: the controller refuses it, so it writes nothing that an entry could be derived from. */
const broken = (shop: Chart): CanaryRollout<'gateway'> =>
  new CanaryRollout(shop, 'cart', {
    pod: { image: '', port: 8080 },
    traffic: routed,
    steps: Steps.ramp([10, 50]),
  });

const right = (shop: Chart): CanaryRollout<'gateway'> =>
  new CanaryRollout(shop, 'cart', {
    pod: { image: 'shop:1.0.0', port: 8080 },
    traffic: routed,
    steps: Steps.ramp([10, 50]),
  });

it('does not blame an Application for entries that follow from a Rollout with errors', () => {
  const text = said((shop, argocd) => {
    new ArgoApplication(argocd, 'shop', { source, destination, manages: [broken(shop)] });
  });
  expect(text).toContain('image');
  expect(text).not.toContain('argocd/');
});

it('derives them once the Rollout is right', () => {
  const text = said((shop, argocd) => {
    new ArgoApplication(argocd, 'shop', { source, destination, manages: [right(shop)] });
  });
  expect(text).not.toContain('argocd/');
});

it('says that a Rollout belongs in "manages" where an Application lacks its entries', () => {
  const text = said((shop, argocd) => {
    right(shop);
    new ArgoApplication(argocd, 'shop', { source, destination, manages: [] });
  });
  expect(text).toMatch(
    /\(argocd\/router-fields-ignored\) The entries are derived from what stands in "manages" of the Application: add "cart" there\.$/m,
  );
});

it('says nothing of weights for a Rollout without steps, which never shifts any', () => {
  const text = said((shop, argocd) => {
    const cart = new CanaryRollout(shop, 'cart', {
      pod: { image: 'shop:1.0.0', port: 8080 },
      traffic: routed,
    });
    new ArgoApplication(argocd, 'shop', { source, destination, manages: [cart] });
  });
  expect(text).not.toContain('argocd/');
});
