import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { filesBelow } from '../support/sources.js';

/** What is left of what was published: nothing certain can be written there. */
const left: Readonly<Record<string, readonly string[]>> = {
  // A label of a namespace changes pods of other workloads, too: only --fix=all writes it.
  'alb-header-route': ['alb/readiness-gates-injected', 'analysis/update-judged'],
  'gateway-header-route': [
    'argocd/conditions-last',
    'argocd/router-fields-ignored',
    'argocd/unwatched-routes-left-alone',
    'gateway/header-routes-written',
    'steps/routes-after-canary-has-pods',
  ],
  'istio-host': ['istio/gateway-bound', 'istio/host-resolvable'],
  'istio-subset': ['argocd/ignore-rule-scoped', 'argocd/respected-lists-deployed', 'k8s/identity-unique'],
  'configmap-revision': ['config/change-is-a-revision'],
};

interface Report {
  readonly findings: readonly { readonly rule: string }[];
}

describe('lint --fix of what was published', () => {
  it.each(Object.entries(left))('%s', (name, rules) => {
    const root = path.join(__dirname, '../..');
    const files = filesBelow(path.join(root, 'examples', name, 'as-published'));
    const texts = files.map((file) => [path.relative(root, file), readFileSync(file, 'utf8')] as const);
    const folder = folderOf(Object.fromEntries(texts));
    const before = JSON.parse(run(folder, 'lint', '--format=json').stdout) as Report;
    const { stdout } = run(folder, 'lint', '--fix', '--format=json');
    const after = JSON.parse(stdout) as Report;
    expect(after.findings.map(({ rule }) => rule).sort()).toEqual(rules);
    expect(before.findings.map(({ rule }) => rule)).toContain(
      name === 'alb-header-route'
        ? 'alb/action-not-authored'
        : name.startsWith('gateway')
          ? 'gateway/resting-weights'
          : 'istio/resting-weights',
    );
    const fixed = (): readonly string[] =>
      texts.map(([file]) => readFileSync(path.join(folder, file), 'utf8'));
    const once = fixed();
    run(folder, 'lint', '--fix');
    expect(fixed()).toEqual(once);
  });
});
