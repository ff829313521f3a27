// The end-to-end tests of kube-linter: which checks fire on which kinds of its test objects, as its shell script expects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRollout, objectsOf } from './linted.mjs';

/** Checks of what a Rollout is linked with. The others look at the pods alone, or at what a team forbids itself. */
const checks = [
  ...['dangling-horizontalpodautoscaler', 'dangling-ingress', 'dangling-networkpolicy'],
  ...['dangling-networkpolicypeer-podselector', 'dangling-service', 'dangling-servicemonitor'],
  ...['duplicate-env-var', 'env-value-from', 'invalid-target-ports', 'mismatching-selector'],
  ...['non-existent-service-account', 'pdb-max-unavailable', 'pdb-min-available'],
  ...['liveness-port', 'readiness-port', 'startup-port'],
];

/** @param {string} checkout @returns {import('./judge.mjs').Case[]} */
export function kubeLinterCases(checkout) {
  const script = readFileSync(join(checkout, 'e2etests/bats-tests.sh'), 'utf8');
  return script
    .split(/^@test /m)
    .slice(1)
    .flatMap((test) => {
      const [, check = ''] = /--include ([\w-]+)/.exec(test) ?? [];
      const [, file = ''] = /tmp="(?:\.\/)?(tests\/checks\/[^"]+)"/.exec(test) ?? [];
      if (!checks.includes(check)) return [];
      const kinds = [...test.matchAll(/\[\[ "\$\{(?:message\d+|actual_messages\[\d+\])\}" == "(\w+): /g)];
      const objects = objectsOf(readFileSync(join(checkout, file), 'utf8')).map((object, index) =>
        asRollout({
          ...object,
          metadata: { ...object.metadata, name: object.metadata?.name ?? `unnamed-${index}` },
        }),
      );
      return [
        {
          exam: 'kube-linter',
          name: `${check} (${file.replace('tests/checks/', '')})`,
          objects,
          // It names the kind of the object alone.
          expected: kinds.map(([, kind = '']) => ({
            code: check,
            object: ['Deployment', 'DeploymentConfig', 'StatefulSet'].includes(kind) ? 'Rollout' : kind,
          })),
          codes: [check],
        },
      ];
    });
}
