// The end-to-end tests of kube-linter: the expectations of its shell script on which checks fire for which kinds of
// test objects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRollout, objectsOf } from './linted.mjs';

/** Checks of the objects that a Rollout refers to. The others concern pods alone, or policies of a team. */
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
          // It only names the kind of the object.
          expected: kinds.map(([, kind = '']) => ({
            code: check,
            object: ['Deployment', 'DeploymentConfig', 'StatefulSet'].includes(kind) ? 'Rollout' : kind,
          })),
          codes: [check],
        },
      ];
    });
}
