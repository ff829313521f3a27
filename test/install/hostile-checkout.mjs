// The action and the jobs that `init` writes, in a checkout that has been made to run code of its own: with the real npm.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * @param {string} cwd
 * @param {Record<string, string>} env
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(cwd, env, command, ...args) {
  return new Promise((resolve, reject) => {
    // Without what npm tells the scripts that it runs, such as this one: a setting in the environment outranks an .npmrc.
    const own = Object.entries(process.env).filter(([name]) => !/^(npm_|GIT_|GITHUB_)/i.test(name));
    const path = (process.env['PATH'] ?? '')
      .split(delimiter)
      .filter((folder) => !/node_modules/.test(folder));
    const child = spawn(command, args, {
      cwd,
      env: { ...Object.fromEntries(own), PATH: [dirname(process.execPath), ...path].join(delimiter), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 10 * 60_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

/**
 * A registry on this machine that has rolloutkit and sends for all else to the one that npm uses.
 * @param {Buffer} tarball
 */
async function registry(tarball) {
  const real = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  let requests = 0;
  const server = createServer(({ url = '/', headers }, response) => {
    requests += 1;
    if (url === '/rolloutkit') {
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
      const dist = { integrity, tarball: `http://${headers.host}/rolloutkit.tgz` };
      const one = { name: 'rolloutkit', version, bin: { rolloutkit: 'bin/rolloutkit.js' }, dist };
      const manifest = tarball === evil.tarball ? one : { ...one, dependencies };
      response.end(
        JSON.stringify({
          name: 'rolloutkit',
          'dist-tags': { latest: version },
          versions: { [version]: manifest },
        }),
      );
    } else if (url === '/rolloutkit.tgz') response.end(tarball);
    else response.writeHead(302, { location: new URL(url.slice(1), real).href }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, requests: () => requests, close: () => server.close() };
}

/** What a stranger publishes to a registry of their own. */
const evil = { tarball: Buffer.alloc(0) };

/** @param {string} canary */
const pwned = (canary) =>
  `#!/usr/bin/env node\nrequire('node:fs').appendFileSync(${JSON.stringify(canary)}, __filename + '\\n');\n`;

/**
 * A file with the folders that it is in.
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (text.startsWith('#!')) chmodSync(file, 0o755);
}

/**
 * @param {object} tools
 * @param {string} tools.tarball the packed package
 * @param {string} tools.temporary a folder for the checkouts
 * @param {(name: string, work: () => Promise<unknown>) => Promise<void>} tools.check one thing that has to work
 */
export async function checkHostileCheckout({ tarball, temporary, check }) {
  const folder = join(temporary, 'hostile');
  const [canary, home] = [join(folder, 'canary'), join(folder, 'home')];
  const code = pwned(canary);
  const published = join(folder, 'evil');
  write(
    join(published, 'package.json'),
    JSON.stringify({ name: 'rolloutkit', version, bin: { rolloutkit: 'bin/rolloutkit.js' } }),
  );
  write(join(published, 'bin/rolloutkit.js'), code);
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: published, stdio: 'ignore' });
  evil.tarball = readFileSync(join(folder, `rolloutkit-${version}.tgz`));
  const [theirs, ours] = [await registry(evil.tarball), await registry(readFileSync(tarball))];
  // The user's own npm asks ours: a registry in the checkout outranks it, as it would outrank the public one.
  write(
    join(home, '.npmrc'),
    `registry=${ours.url}\nprefix=${join(home, 'global')}\ncache=${join(home, 'cache')}\n`,
  );

  /**
   * A checkout in which a canary is broken, and with files that a tool would take for its own.
   * @param {string} name
   * @param {Record<string, string>} files
   */
  const checkout = (name, files) => {
    const at = join(folder, name);
    cpSync(join(root, 'examples/istio-subset/as-published'), at, { recursive: true });
    for (const [file, text] of Object.entries(files)) write(join(at, file), text);
    return at;
  };
  const names = ['rolloutkit', 'esbuild', 'js-yaml', 'jq-wasm', 'ignore', 'npm'];
  const modules = Object.fromEntries(
    names.flatMap((name) => [
      [
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version, main: 'x.js', bin: { [name]: 'x.js' } }),
      ],
      [`node_modules/${name}/x.js`, code],
      [`node_modules/.bin/${name}`, code],
      [`node_modules/.bin/node`, `#!/bin/sh\necho node >> '${canary}'\n`],
    ]),
  );
  const settings = {
    '.npmrc': `registry=${theirs.url}\n@rolloutkit:registry=${theirs.url}\nnode-options=--require=./evil.js\nscript-shell=./evil.sh\nprefix=./global\n`,
    '.yarnrc': 'yarn-path "./evil.js"\n',
    'evil.js': code,
    'evil.sh': `#!/bin/sh\necho shell >> '${canary}'\n`,
    'package.json': JSON.stringify({
      name: 'rolloutkit',
      version,
      packageManager: 'npm@10.0.0',
      bin: { rolloutkit: 'evil.js' },
      scripts: { preinstall: './evil.sh', prepare: './evil.sh' },
      workspaces: ['*'],
    }),
  };
  const attacks = {
    modules,
    registry: { '.npmrc': settings['.npmrc'], 'evil.js': code, 'evil.sh': settings['evil.sh'] },
    'all of it': { ...modules, ...settings },
  };

  const env = { HOME: home, RUNNER_TEMP: join(folder, 'temp') };
  mkdirSync(env.RUNNER_TEMP, { recursive: true });
  /** @param {string} output */
  const expectFindings = (output) => {
    if (!/^ +× /m.test(output) || !/\d+ errors?/.test(output))
      throw new Error(`It has not linted:\n${output}`);
  };
  const expectNothing = () => {
    const text = existsSync(canary) ? readFileSync(canary, 'utf8') : '';
    writeFileSync(canary, '');
    if (text !== '') throw new Error(`Code of the checkout ran: ${text}`);
  };

  try {
    for (const [name, files] of Object.entries(attacks)) {
      const at = checkout(name.replaceAll(' ', '-'), files);
      await check(`a checkout with ${name}: armed, as npx in it shows`, async () => {
        await run(at, env, 'npx', '--yes', `rolloutkit@${version}`, 'lint');
        if (!existsSync(canary) || readFileSync(canary, 'utf8') === '')
          throw new Error(
            `It is harmless: ${(await run(at, env, 'npx', '--yes', `rolloutkit@${version}`, 'lint')).output}`,
          );
        writeFileSync(canary, '');
      });

      const before = theirs.requests();
      await check(`a checkout with ${name}: the action`, async () => {
        const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
        const inputs = {
          INPUT_PATHS: '.',
          INPUT_ARGUMENTS: '',
          INPUT_CHANGED: 'false',
          INPUT_RENDER: 'false',
          'INPUT_WORKING-DIRECTORY': '.',
        };
        const given = {
          ...env,
          ...inputs,
          GITHUB_WORKSPACE: at,
          GITHUB_STEP_SUMMARY: join(folder, 'summary'),
        };
        const { status, output } = await run(at, given, process.execPath, join(root, runs.main));
        expectNothing();
        expectFindings(output);
        if (status !== 1) throw new Error(`It exits with ${status}:\n${output}`);
      });
      await check(`a checkout with ${name}: the job of GitLab`, async () => {
        const fresh = join(folder, 'fresh');
        mkdirSync(fresh, { recursive: true });
        const path = {
          ...env,
          PATH: [join(home, 'global/bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
        };
        const init = await run(
          fresh,
          env,
          process.execPath,
          join(root, 'bin/rolloutkit.js'),
          'init',
          '--ci=gitlab',
          '--no-hook',
          '--force',
        );
        if (!existsSync(join(fresh, '.gitlab-ci.yml'))) throw new Error(init.output);
        const { script } = parse(readFileSync(join(fresh, '.gitlab-ci.yml'), 'utf8')).rolloutkit;
        const { status, output } = await run(at, path, 'bash', '-e', '-c', script.join('\n'));
        expectNothing();
        expectFindings(output);
        if (status !== 1) throw new Error(`It exits with ${status}:\n${output}`);
      });
      await check(`a checkout with ${name}: its registry is not asked`, () => {
        const more = theirs.requests() - before;
        return more === 0 ? Promise.resolve() : Promise.reject(new Error(`It was, ${more} times.`));
      });
    }
  } finally {
    theirs.close();
    ours.close();
  }
}
