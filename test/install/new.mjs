// Projects that `rolloutkit new --style cdk8s` writes, with every router: installed, type-checked, tested, synthesized.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const routers = ['istio-subset', 'istio-host', 'alb', 'nginx', 'none'];

/**
 * @typedef {(options: { cwd: string, node?: string, expected?: number }, command: string, ...args: string[]) => Promise<string>} Run
 * @typedef {object} Tools
 * @property {string} tarball the packed package
 * @property {string} temporary a folder for the projects
 * @property {Run} run runs a program to its end
 * @property {(name: string, work: () => Promise<unknown>) => Promise<void>} check one thing that has to work
 * @property {(cwd: string, ...packages: string[]) => Promise<string>} install
 */

/** @param {Tools} tools */
export async function checkNew({ tarball, temporary, run, check, install }) {
  const projects = join(temporary, 'new');
  const tool = join(projects, 'tool');
  mkdirSync(tool, { recursive: true });
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n');
  await check('new: the command alone, without cdk8s', async () => {
    await install(tool, tarball);
    if (existsSync(join(tool, 'node_modules/cdk8s'))) throw new Error('It brings cdk8s.');
  });

  const command = join(tool, 'node_modules/.bin/rolloutkit');
  const first = join(projects, 'first');
  for (const router of routers) {
    const cwd = join(projects, router);
    mkdirSync(cwd);
    await check(`new: router ${router}`, async () => {
      const hosted = router === 'none' ? [] : ['--host=checkout.example.com', '--header=x-beta=true'];
      const common = ['--image=ghcr.io/acme/checkout:1.0.0', '--namespace=shop'];
      const argocd = '--argocd-repo=https://git.example.com/shop.git';
      // Environments and what not every service has, with one of the routers.
      const isFull = router === 'istio-subset';
      const more = isFull ? ['--environments=dev,prod', '--hpa=4-8', '--with=keda,podmonitor,secret'] : [];
      await run(
        { cwd },
        command,
        'new',
        'checkout',
        '--style=cdk8s',
        `--router=${router}`,
        ...common,
        argocd,
        ...hosted,
        ...more,
      );
      // All projects ask for the same packages, but for ours, which is the one that was packed.
      const manifest = readFileSync(join(cwd, 'package.json'), 'utf8');
      const packed = manifest.replace(
        /"rolloutkit": "[^"]*"/,
        () => `"rolloutkit": ${JSON.stringify(`file:${tarball}`)}`,
      );
      if (packed === manifest) throw new Error('package.json does not ask for rolloutkit.');
      writeFileSync(join(cwd, 'package.json'), packed);
      if (!existsSync(first)) {
        await install(cwd);
        symlinkSync(cwd, first);
      } else symlinkSync(join(first, 'node_modules'), join(cwd, 'node_modules'));

      await run({ cwd }, 'npm', 'run', 'typecheck');
      await run({ cwd }, 'npm', 'test');
      const report = await run({ cwd }, 'npm', 'run', 'synth');
      if (!/║ Status +│ success/.test(report)) throw new Error(`The synthesis was not checked:\n${report}`);
      for (const chart of isFull ? ['checkout-dev', 'checkout-prod'] : ['checkout'])
        if (!existsSync(join(cwd, `dist/${chart}/Rollout.checkout.k8s.yaml`)))
          throw new Error(`There is no Rollout in dist/${chart}.`);
      const linted = await run({ cwd }, 'npm', 'run', 'lint');
      if (!new RegExp(isFull ? '2 Rollouts' : '1 Rollout\\b').test(linted) || /error|warning/.test(linted))
        throw new Error(linted);
      await run({ cwd }, 'rolloutkit', 'drift', 'dist');
    });
  }
  rmSync(projects, { recursive: true, force: true });
}
