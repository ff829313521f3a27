// The package in projects with ESLint as npm has it: the oldest that is supported, the last 9 and the newest; beside eslint-plugin-yml.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const scenario = pathToFileURL(join(import.meta.dirname, '../eslint/scenario.mjs')).href;

/** ESLint, and the releases that eslint-plugin-yml has for it. */
const versions = [
  { eslint: '9.15.0', hasYml: false },
  { eslint: '9', hasYml: true },
  { eslint: '10', hasYml: true },
];

const program = `
import { ESLint } from 'eslint';
import rolloutkit from 'rolloutkit/eslint';
import { scenarios } from ${JSON.stringify(scenario)};

const isBeside = process.argv[2] === 'beside';
const yml = isBeside ? (await import('eslint-plugin-yml')).default.configs.base : undefined;
for (const [name, work] of Object.entries(scenarios)) {
  await work({ ESLint, rolloutkit, yml });
  console.log(name);
}
`;

/** As docs/eslint.md has it. */
const config = `
import { defineConfig } from 'eslint/config';
import rolloutkit from 'rolloutkit/eslint';

export default defineConfig([rolloutkit.configs.recommended]);
`;

/** @param {import('./new.mjs').Tools} tools */
export async function checkEslint({ tarball, temporary, run, check, install }) {
  for (const { eslint, hasYml } of versions) {
    const cwd = join(temporary, `eslint-${eslint}`);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
    await check(`ESLint ${eslint}: install`, () =>
      install(cwd, tarball, `eslint@${eslint}`, ...(hasYml ? ['eslint-plugin-yml'] : [])),
    );
    writeFileSync(join(cwd, 'scenario.mjs'), program);
    await check(`ESLint ${eslint}: alone`, () => run({ cwd }, process.execPath, 'scenario.mjs'));
    if (hasYml)
      await check(`ESLint ${eslint}: beside eslint-plugin-yml`, () =>
        run({ cwd }, process.execPath, 'scenario.mjs', 'beside'),
      );
    if (eslint === '9.15.0') continue; // It has no eslint/config.
    writeFileSync(join(cwd, 'eslint.config.js'), config);
    writeFileSync(
      join(cwd, 'rollout.yaml'),
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\nspec: { stepz: [] }\n',
    );
    await check(`ESLint ${eslint}: the command line`, async () => {
      const output = await run({ cwd, expected: 1 }, 'eslint', '.');
      if (!/rolloutkit\/schema\/fields-known/.test(output)) throw new Error(output);
    });
  }
}
