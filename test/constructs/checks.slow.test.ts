import { ApiObject, type App, Chart, JsonPatch, Testing } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ArgoApplication } from '../../src/constructs/argo-application.js';
import { addChecks, type Suppressions } from '../../src/constructs/checks.js';
import { canary } from './raw-objects.js';

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const spec = {
  source: { repoURL: 'https://git.example.com/shop.git', path: 'dist' },
  destination: { server: 'https://kubernetes.default.svc' },
} as const;

/** What synthesizing an app fails with, a line for each problem. */
function problemsOf(app: App): readonly string[] {
  try {
    app.synth();
    return [];
  } catch (error) {
    const [title, ...lines] = String(error).split('\n  ');
    expect(title).toBe('Error: Validation failed with the following errors:');
    return lines;
  }
}

/** The rules at the ends of lines, and the constructs at their beginnings. */
function shortly(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.replace(/^(?:\S+:\d+:\d+ - )?(\w+ )?\[(.*?)\].*\((\S+)\)\n?$/, '$1[$2] $3'),
  );
}

const misspelt = JsonPatch.replace(
  '/spec/strategy/canary/trafficRouting/istio/virtualService/routes/0',
  'main',
);
const endless = JsonPatch.add('/spec/strategy/canary/steps/-', { pause: { duration: '10 m' } });

describe('what is checked when an app is synthesized', () => {
  it('is silent where nothing is wrong, also for several charts', () => {
    const app = Testing.app();
    for (const name of ['cart', 'checkout'])
      addChecks(canary(new Chart(app, name, { namespace: name }), name).scope);

    expect(problemsOf(app)).toEqual([]);
    expect(printed).toEqual([]);
  });

  it('is the finished objects: an error in a patch carries field, object, rule and the path of the construct', () => {
    const app = Testing.app();
    const { scope, rollout } = canary(new Chart(app, 'shop'), 'cart');
    addChecks(scope);
    rollout.addJsonPatch(misspelt);

    expect(problemsOf(app)).toEqual([
      '[shop/cart] spec.strategy.canary.trafficRouting.istio.virtualService.routes[0] of Rollout "cart": ' +
        'Route "main" is not in VirtualService "cart", which only has "primary"; use one of its routes. The Rollout is ' +
        'InvalidSpec and updates no longer progress; Argo CD shows it as Degraded. (istio/route-exists)',
    ]);
  });

  it('reports each problem once, by the construct that made the object', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'shop');
    const [cart, checkout] = [canary(chart, 'cart'), canary(chart, 'checkout')];
    addChecks(cart.scope);
    addChecks(checkout.scope);
    checkout.rollout.addJsonPatch(misspelt);
    new ArgoApplication(new Chart(app, 'argocd'), 'shop', { ...spec, manages: [chart] });

    expect(shortly(problemsOf(app))).toEqual(['[shop/checkout] istio/route-exists']);
  });

  it('sees other charts: a reference leads there, and what two of them make twice is found', () => {
    const app = Testing.app();
    const cart = canary(new Chart(app, 'shop', { namespace: 'shop' }), 'cart');
    addChecks(cart.scope);
    cart.virtualService.addJsonPatch(
      JsonPatch.add('/spec/gateways', ['istio-system/public', 'mesh']),
      JsonPatch.add('/spec/hosts/-', 'cart.example.com'),
    );
    const mesh = new Chart(app, 'mesh', { namespace: 'istio-system' });
    expect(shortly(problemsOf(app))).toEqual([]);

    const gateway = new ApiObject(mesh, 'gateway', {
      apiVersion: 'networking.istio.io/v1',
      kind: 'Gateway',
      metadata: { name: 'other' },
      spec: {
        selector: { istio: 'ingressgateway' },
        servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['cart.example.com'] }],
      },
    });
    expect(shortly(problemsOf(app))).toEqual(['[shop/cart] istio/gateway-exists']);

    gateway.addJsonPatch(JsonPatch.replace('/metadata/name', 'public'));
    expect(shortly(problemsOf(app))).toEqual([]);
  });

  it('leaves charts alone that have nothing to do with a construct', () => {
    const app = Testing.app();
    addChecks(canary(new Chart(app, 'shop', { namespace: 'shop' }), 'cart').scope);
    const { rollout } = canary(new Chart(app, 'other', { namespace: 'other' }), 'quotes');
    rollout.addJsonPatch(misspelt);
    expect(problemsOf(app)).toEqual([]);
  });

  it('reports what is wrong with an object beside a construct, with its own path', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'shop');
    addChecks(canary(chart, 'cart').scope);
    canary(chart, 'quotes').rollout.addJsonPatch(misspelt);

    const [line, another] = problemsOf(app);
    expect(another).toBeUndefined();
    expect(line).toContain('[shop/cart] spec.strategy.');
    expect(line).toContain('of Rollout "quotes" (shop/quotes/Rollout): Route "main"');
  });

  it('has an Application report what it deploys, and what it does not ignore', () => {
    const app = Testing.app();
    const shop = new Chart(app, 'shop');
    const { rollout } = canary(shop, 'cart');
    rollout.addJsonPatch(misspelt);
    const argocd = new Chart(app, 'argocd');
    const application = new ArgoApplication(argocd, 'shop', { ...spec, manages: [shop] });
    expect(shortly(problemsOf(app))).toEqual(['[argocd/shop] istio/route-exists']);

    rollout.addJsonPatch(
      JsonPatch.replace('/spec/strategy/canary/trafficRouting/istio/virtualService/routes/0', 'primary'),
    );
    expect(shortly(problemsOf(app))).toEqual([]);

    application.addJsonPatch(JsonPatch.remove('/spec/ignoreDifferences'));
    expect(shortly(problemsOf(app))).toEqual(['[argocd/shop] argocd/router-fields-ignored']);
  });

  it.each(['.', 'clusters/eu/shop', './apps/'])(
    'knows what an Application with path "%s" deploys',
    (path) => {
      const app = Testing.app();
      const shop = new Chart(app, 'shop');
      canary(shop, 'cart');
      const source = { ...spec.source, path };
      const application = new ArgoApplication(shop, 'shop', { ...spec, source, manages: [shop] });
      application.addJsonPatch(JsonPatch.remove('/spec/ignoreDifferences'));
      expect(shortly(problemsOf(app))).toEqual(['[shop/shop] argocd/router-fields-ignored']);
    },
  );

  it('reports what several Applications deploy once', () => {
    const app = Testing.app();
    const shop = new Chart(app, 'shop');
    const { scope, rollout } = canary(shop, 'cart');
    addChecks(scope);
    rollout.addJsonPatch(misspelt);
    for (const path of ['eu', 'us'])
      new ArgoApplication(shop, path, { ...spec, source: { ...spec.source, path }, manages: [scope] });
    expect(shortly(problemsOf(app))).toEqual(['[shop/cart] istio/route-exists']);
  });

  it('prints warnings on standard error, each once, and goes on', () => {
    const app = Testing.app();
    const shop = new Chart(app, 'shop');
    canary(shop, 'cart');
    new ArgoApplication(new Chart(app, 'argocd'), 'shop', {
      ...spec,
      syncPolicy: { syncOptions: ['ApplyOutOfSyncOnly=false'] },
      manages: [shop],
    });

    expect(problemsOf(app)).toEqual([]);
    expect(problemsOf(app)).toEqual([]);
    expect(shortly(printed)).toEqual(['warning [argocd/shop] argocd/only-changed-objects-applied']);
    expect(printed[0]).toMatch(/^test\/constructs\/checks\.slow\.test\.ts:\d+:\d+ - warning /);
  });

  it('prints what no entry of an Application can cover, once', () => {
    const app = Testing.app();
    const shop = new Chart(app, 'shop', { namespace: 'shop' });
    const { rollout } = canary(shop, 'cart');
    const experiment = { duration: '5m', templates: [{ name: 'trial', specRef: 'canary', weight: 10 }] };
    rollout.addJsonPatch(JsonPatch.add('/spec/strategy/canary/steps/0', { experiment }));
    const application = new ArgoApplication(new Chart(app, 'argocd'), 'shop', { ...spec, manages: [shop] });

    application.toJson();
    expect(printed).toEqual([]);
    for (let time = 0; time < 2; time += 1) expect(problemsOf(app)).toEqual([]);
    const beginning =
      'warning [argocd/shop] spec.ignoreDifferences of Application "shop": It is OutOfSync at some moments of an update. ';
    expect(printed.map((line) => line.startsWith(beginning))).toEqual([true, true]);
    expect(printed.map((line) => line.slice(beginning.length))).toEqual([
      'VirtualService "cart": the controller adds an element to spec.http[primary].route whose name changes with each update, and no entry can distinguish it from yours.\n',
      'DestinationRule "cart": the controller adds an element to spec.subsets whose name changes with each update, and no entry can distinguish it from yours.\n',
    ]);
  });

  it('tells what is new after a change', () => {
    const app = Testing.app();
    const { scope, rollout } = canary(new Chart(app, 'shop'), 'cart');
    addChecks(scope);
    expect(problemsOf(app)).toEqual([]);
    rollout.addJsonPatch(endless);
    expect(shortly(problemsOf(app))).toEqual(['[shop/cart] steps/duration-parses']);
  });
});

describe('a rule that is suppressed', () => {
  it('says nothing of the construct, and of others what it has to say', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'shop');
    const [cart, checkout] = [canary(chart, 'cart'), canary(chart, 'checkout')];
    addChecks(cart.scope, { 'istio/route-exists': 'the route is made by another team' });
    addChecks(checkout.scope);
    for (const { rollout } of [cart, checkout]) rollout.addJsonPatch(misspelt);
    expect(shortly(problemsOf(app))).toEqual(['[shop/checkout] istio/route-exists']);
  });

  it.each([
    [
      { 'istio/route-exist': 'another team' },
      '[shop/cart] "suppress" names the unknown rule "istio/route-exist". Did you mean "istio/route-exists"?',
    ],
    [{ nonsense: 'why not' }, '[shop/cart] "suppress" names the unknown rule "nonsense".'],
    [
      { 'istio/route-exists': ' ' },
      '[shop/cart] "suppress" gives no reason for "istio/route-exists"; add a short explanation.',
    ],
  ])('has a name that there is, and a reason: %j', (suppress, message) => {
    const app = Testing.app();
    addChecks(canary(new Chart(app, 'shop'), 'cart').scope, suppress as Suppressions);
    expect(problemsOf(app)).toEqual([message]);
  });
});
