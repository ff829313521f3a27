// The constructs with the oldest and the newest of what they stand on: type-checked, tested, synthesized, and a Service of theirs
// in an Ingress of cdk8s-plus-27.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The first that registries have within the ranges of package.json, and the newest ones. @type {Record<string, readonly string[]>} */
const sets = {
  oldest: ['cdk8s@2.68.12', 'constructs@10.3.0', 'cdk8s-plus-27@2.7.1'],
  newest: ['cdk8s@^2.68.12', 'constructs@^10.3.0', 'cdk8s-plus-27@>=2.7.1'],
};

const plus = `import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { CanaryRollout, IstioTraffic } from 'rolloutkit/constructs';

const app = new App();
const chart = new Chart(app, 'shop');
const checkout = new CanaryRollout(chart, 'checkout', {
  pod: { image: 'registry.example.com/checkout:1.4.2', port: 8080, readinessProbe: { tcpSocket: { port: 8080 } } },
  replicas: 4,
  traffic: IstioTraffic.subsets(),
  steps: [{ setWeight: 20 }, { pause: {} }],
});
const ingress = new kplus.Ingress(chart, 'ingress');
ingress.addHostDefaultBackend(
  'checkout.example.com',
  kplus.IngressBackend.fromService(checkout.stableService!.toService(), { port: 80 }),
);
console.log(app.synthYaml());
`;

/** @param {import('./new.mjs').Tools} tools */
export async function checkPeers({ tarball, temporary, run, check, install }) {
  for (const [name, packages] of Object.entries(sets)) {
    const cwd = join(temporary, `peers-${name}`);
    await check(`peers, ${name}: ${packages.join(', ')}`, async () => {
      mkdirSync(cwd);
      cpSync(join(root, 'consumers/esm'), cwd, { recursive: true });
      await install(cwd, tarball, ...packages);
      const exact = packages.map((one) => one.split('@')).filter(([, version = '']) => /^\d/.test(version));
      for (const [of = '', version] of exact) {
        const there = JSON.parse(readFileSync(join(cwd, 'node_modules', of, 'package.json'), 'utf8')).version;
        if (there !== version) throw new Error(`${of} is ${there}, not ${version}.`);
      }
      await run({ cwd }, 'npm', 'run', 'typecheck');
      await run({ cwd }, 'npm', 'test');
      // What cdk8s-plus-27 declares does not fit exactOptionalPropertyTypes.
      writeFileSync(join(cwd, 'plus.ts'), plus);
      await run({ cwd }, 'npx', 'tsc', '--skipLibCheck');
      const yaml = await run({ cwd }, 'npx', 'tsx', 'plus.ts');
      if (!/kind: Rollout/.test(yaml) || !/kind: Ingress\n[^]*name: checkout/.test(yaml))
        throw new Error(yaml);
    });
  }
}
