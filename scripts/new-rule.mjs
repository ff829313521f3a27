// Writes the parts of a new rule, `npm run new-rule istio/route-exists`: the rule, a test that fails until the rule is
// written, two fixtures, and a changeset.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';

const { positionals } = parseArgs({ allowPositionals: true });
const [name = '', folder] = positionals;
const root = resolve(folder ?? join(import.meta.dirname, '..'));
const [, area, rule] = /^([a-z][a-z0-9]*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(name) ?? [];

if (area === undefined || rule === undefined) {
  console.error(
    `"${name}" is not the name of a rule: an area and what holds when all is well, istio/route-exists.`,
  );
  process.exitCode = 2;
} else if (existsSync(join(root, `src/rules/${name}.ts`))) {
  console.error(`There is a rule ${name} already.`);
  process.exitCode = 2;
} else {
  await write(`src/rules/${name}.ts`, ruleText());
  await write(`test/rules/${name}.test.ts`, testText());
  await write(`test/rules/${name}/bad.yaml`, fixtureText(' # expect: missing'));
  await write(`test/rules/${name}/good.yaml`, fixtureText(''));
  await write(`.changeset/${area}-${rule}.md`, changesetText());
  console.log(`
Write the fixtures, then the rule until the test passes (src/model/consequence.ts has the consequences), then what it
finds in the changeset, and last its page:

  npx vitest run test/rules/${name}.test.ts
  npm run docs`);
}

/**
 * @param {string} path
 * @param {string} text
 */
async function write(path, text) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const options = { ...(await resolveConfig(join(import.meta.dirname, 'x.ts'))), filepath: file };
  writeFileSync(file, path.endsWith('.ts') ? await format(text, options) : text);
  console.log(path);
}

function ruleText() {
  return `import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: '${name}',
    description: 'Require …',
    why: 'What the cluster does when it does not hold, in the words of its conditions.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      missing: 'What is wrong with Rollout "{rollout}"; what would be right.',
    },
    links: [],
  },

  checkRollout(rollout, { report }) {
    const field = rollout.at('spec');
    if (!field.exists) report(field, 'missing', { rollout: rollout.name });
  },
});
`;
}

function testText() {
  return `import rule from '../../../src/rules/${name}.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': ['What is wrong with Rollout "checkout"; what would be right.'],
  'good.yaml': [],
});
`;
}

function changesetText() {
  return `---
'rolloutkit': minor
---

New rule ${name}: it finds …
`;
}

/** @param {string} mark */
function fixtureText(mark) {
  return `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout${mark}
spec:
  replicas: 2
`;
}
