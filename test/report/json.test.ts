import { expect, it } from 'vitest';
import json from '../../src/report/json.js';
import { finding, label, placeOf, reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

const source = textSource('app/rollout.yaml', 'kind: Rollout\nmetadata:\n  name: checkout\n');
const service = textSource('app/service.yaml', '\ufeffkind: Service\r\nname: web\r\n');

it('says everything that the text says, with lines and columns from 1', () => {
  const report = reportOf(
    [
      finding(placeOf(source, 'checkout'), {
        labels: [label(service, 'web', 'this Service')],
        resource: {
          group: 'argoproj.io',
          version: 'v1alpha1',
          kind: 'Rollout',
          name: 'checkout',
          namespace: undefined,
        },
        path: ['metadata', 'name'],
      }),
      finding(placeOf(service, 'kind'), {
        rule: 'yaml/parses',
        severity: 'warning',
        message: 'Odd.',
        why: undefined,
        fix: {
          title: 'Write "shop".',
          safety: 'safe',
          writes: [],
          edits: [{ ...placeOf(service, 'web'), text: 'shop' }],
        },
      }),
    ],
    { notes: [{ message: 'A note.' }], failures: [{ message: 'gone.yaml: there is none.' }] },
  );
  expect(JSON.parse(json(report))).toEqual({
    version: 1,
    unchecked: [],
    summary: {
      errors: 1,
      warnings: 1,
      infos: 0,
      resources: 4,
      rollouts: 1,
      rules: 9,
      milliseconds: 120,
      suppressed: 0,
    },
    findings: [
      {
        rule: 'istio/route-exists',
        severity: 'error',
        message: 'Route "primary" is not in VirtualService "checkout", which has main, fallback.',
        messageId: 'any',
        data: { any: 'Route "primary" is not in VirtualService "checkout", which has main, fallback.' },
        consequence: 'invalid-spec',
        why: 'The controller marks the Rollout InvalidSpec and shifts no traffic.',
        file: 'app/rollout.yaml',
        line: 3,
        column: 9,
        endLine: 3,
        endColumn: 17,
        resource: { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', name: 'checkout' },
        path: ['metadata', 'name'],
        related: [
          {
            file: 'app/service.yaml',
            line: 2,
            column: 7,
            endLine: 2,
            endColumn: 10,
            message: 'this Service',
          },
        ],
      },
      {
        rule: 'yaml/parses',
        severity: 'warning',
        message: 'Odd.',
        messageId: 'any',
        data: { any: 'Odd.' },
        fix: {
          title: 'Write "shop".',
          safety: 'safe',
          edits: [{ file: 'app/service.yaml', line: 2, column: 7, endLine: 2, endColumn: 10, text: 'shop' }],
        },
        file: 'app/service.yaml',
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 5,
        related: [],
      },
    ],
    notes: ['A note.'],
    failures: ['gone.yaml: there is none.'],
    faults: [],
  });
});

it('is one object with a line break at its end', () => {
  const empty = json(reportOf([]));
  expect(empty.endsWith('}\n')).toBe(true);
  expect(JSON.parse(empty)).toMatchObject({ findings: [], notes: [], failures: [] });
});
