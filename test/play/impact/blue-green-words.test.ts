import { describe, expect, it } from 'vitest';
import { effectText } from '../../../src/report/impact-words.js';
import { run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { impactsOf } from './stories.js';

const service = (name: string, more = ''): string =>
  `---\napiVersion: v1\nkind: Service\nmetadata: { name: ${name}, namespace: shop }\nspec: { selector: { app: shop }, ports: [{ port: 80 }]${more} }\n`;

const shop = (image: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: shop, namespace: shop }
spec:
  replicas: 4
  selector: { matchLabels: { app: shop } }
  strategy: { blueGreen: { activeService: shop, previewService: preview, autoPromotionEnabled: false } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: app, image: '${image}' }] }
${service('shop', more)}${service('preview')}`;

const mesh = `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: shop, namespace: shop }
spec: { hosts: [shop], http: [{ route: [{ destination: { host: shop } }] }] }
`;

const application = `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  source: { repoURL: https://example.com/shop.git, path: . }
  destination: { name: in-cluster, namespace: shop }
  syncPolicy: { automated: { prune: true } }
`;

/** Nothing weighs requests in a blue-green update: the active Service switches all of them. */
describe('impact of a blue-green Rollout says nothing of weights', () => {
  it('where a VirtualService of the active Service is deleted: callers reach what that selects, as before', () => {
    const [impact] = impactsOf(
      { 'shop.yaml': shop('a:1') + application, 'mesh.yaml': mesh },
      { 'shop.yaml': shop('a:1') + application },
    );
    expect(impact?.effects.map(({ detail }) => detail.kind)).toEqual(['no-revision']);
  });

  it('where the sync writes routes that the controller writes again', () => {
    const [impact] = impactsOf({ 'shop.yaml': shop('a:1') }, { 'shop.yaml': shop('a:2') });
    const text = effectText(impact!, {
      severity: 'warning',
      when: ['preview'],
      detail: {
        kind: 'shift',
        lane: { object: '/Service/shop/shop', route: '' },
        share: { from: 0, to: 50 },
        lasting: { for: 'passes', passes: 1 },
      },
    });
    expect(text).toMatch(/sends 50 % of its requests to the new revision instead of 0 %/);
    expect(text).not.toMatch(/weight|canary/);
  });

  it('where the active Service leads elsewhere', () => {
    const external = ', type: ExternalName, externalName: example.com';
    const repository = new Repository({ 'shop.yaml': shop('a:1', external) });
    repository.write({ 'shop.yaml': shop('a:2', external) });
    const { stdout } = run(repository.folder, 'impact');
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain('A switch of the active Service does not apply to all requests: Service "shop"');
    expect(text).toContain('which requests reach the active Service of Rollout "shop"');
    expect(text).not.toContain('weight');
  });
});
