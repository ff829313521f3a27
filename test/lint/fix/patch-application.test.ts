import { expect, it, describe } from 'vitest';
import type { Fault } from '../../../src/play/drift/mending.js';
import { type ApplicationChange, patched } from '../../../src/lint/fix/patch-application.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const weight = '.spec.http[].route[].weight';
const right = '.spec.http[]?.route[]?.weight';
const beta = '.spec.http[]? | select(.name == "beta")';
const web = { group: 'networking.istio.io', kind: 'VirtualService', name: 'web' };

const head = 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop}\n';

/** The text with a change, or why there is none. */
function after(text: string, { patch, faults = [] }: Partial<ApplicationChange>): string {
  const { graph } = readGraph([textSource('app.yaml', text)]);
  const [application] = graph.ofKind('Application', 'argoproj.io');
  if (!application) throw new Error('There is no Application.');
  const result = patched(application.at('spec'), { patch, faults }, text);
  return 'text' in result ? result.text : `unfit: ${result.unfit}`;
}

/** What a change makes of the spec of an Application that is written as these lines. */
function spec(lines: string, change: Partial<ApplicationChange>): string {
  const text = after(`${head}spec:\n${lines}`, change);
  return text.startsWith('unfit') ? text : text.slice(`${head}spec:\n`.length);
}

const adding = (...texts: string[]): Partial<ApplicationChange> => ({
  patch: { spec: { ignoreDifferences: [{ ...web, jqPathExpressions: texts }] } },
});

/** An expression in the list of an entry, with what takes its place. */
function fault(text: string, index: number, instead?: string, entry = 0): Fault {
  return {
    place: { entry, list: 'jqPathExpressions', index },
    text,
    kind: 'failing',
    ...(instead === undefined ? {} : { instead: { field: 'jqPathExpressions', text: instead } }),
  };
}

describe('an expression in the place of another one', () => {
  it.each([
    ['plain', `- ${weight} # all`, `- ${right} # all`],
    ['in single quotes', `- '${weight}'`, `- '${right}'`],
    ['in double quotes', `- "${weight}"`, `- "${right}"`],
    [
      'folded',
      `- >-\n          .spec.http[]\n          .route[].weight # no comment`,
      `- >-\n          ${right}`,
    ],
  ])('is written %s', (_, before, expected) => {
    const list = (item: string): string =>
      `  ignoreDifferences:\n    - group: networking.istio.io # Istio\n      kind: VirtualService\n      jqPathExpressions:\n        # Weights.\n        ${item}\n  project: default\n`;
    const text = before.includes('>-') ? '.spec.http[] .route[].weight # no comment' : weight;
    expect(spec(list(before), { faults: [fault(text, 0, right)] })).toBe(list(expected));
  });

  it('is quoted in brackets, where it would be read as a list', () => {
    const list = (text: string): string =>
      `  ignoreDifferences: [{group: networking.istio.io, kind: VirtualService, jqPathExpressions: [ ${text}, .b ]}]\n`;
    expect(spec(list('.a.b'), { faults: [fault('.a.b', 0, right)] })).toBe(list(`'${right}'`));
  });
});

describe('what is missing', () => {
  it.each([
    [
      'comes behind the expressions of the entry for the object',
      `  ignoreDifferences:\n  - group: networking.istio.io\n    kind: VirtualService\n    name: web\n    jqPathExpressions:\n    - ${right} # all of them\n\n  # Default.\n  project: default\n`,
      `  ignoreDifferences:\n  - group: networking.istio.io\n    kind: VirtualService\n    name: web\n    jqPathExpressions:\n    - ${right} # all of them\n    - ${beta}\n\n  # Default.\n  project: default\n`,
    ],
    [
      'is a list of its own beside pointers, indented as the others',
      `  ignoreDifferences:\n  - kind: VirtualService\n    name: web\n    group: networking.istio.io\n    jsonPointers:\n    - /a\n`,
      `  ignoreDifferences:\n  - kind: VirtualService\n    name: web\n    group: networking.istio.io\n    jsonPointers:\n    - /a\n    jqPathExpressions:\n    - ${beta}\n`,
    ],
    [
      'is an entry of its own beside those for others',
      `  ignoreDifferences:\n      - kind: Service\n        jsonPointers: [/a] # one\n`,
      `  ignoreDifferences:\n      - kind: Service\n        jsonPointers: [/a] # one\n      - group: networking.istio.io\n        kind: VirtualService\n        name: web\n        jqPathExpressions:\n            - ${beta}\n`,
    ],
    [
      'is put into brackets',
      `  ignoreDifferences: [{kind: Service, jsonPointers: [/a]},]\n`,
      `  ignoreDifferences: [{kind: Service, jsonPointers: [/a]}, {group: networking.istio.io, kind: VirtualService, name: web, jqPathExpressions: ['${beta}']},]\n`,
    ],
    [
      'is put into brackets that go over lines',
      `  ignoreDifferences: [\n    {kind: Service, jsonPointers: [/a]} # one\n  ]\n`,
      `  ignoreDifferences: [\n    {kind: Service, jsonPointers: [/a]}, {group: networking.istio.io, kind: VirtualService, name: web, jqPathExpressions: ['${beta}']} # one\n  ]\n`,
    ],
    [
      'is put where nothing is yet',
      `  ignoreDifferences: # none yet\n  project: default\n`,
      `  ignoreDifferences: # none yet\n    - group: networking.istio.io\n      kind: VirtualService\n      name: web\n      jqPathExpressions:\n        - ${beta}\n  project: default\n`,
    ],
    [
      'is put into an empty list',
      `  ignoreDifferences: []\n  project: default\n`,
      `  ignoreDifferences:\n    - group: networking.istio.io\n      kind: VirtualService\n      name: web\n      jqPathExpressions:\n        - ${beta}\n  project: default\n`,
    ],
    [
      'leaves anchors alone that others have, too',
      `  x: &x\n    kind: Service\n    jsonPointers: [/a]\n  ignoreDifferences:\n    - *x\n`,
      `  x: &x\n    kind: Service\n    jsonPointers: [/a]\n  ignoreDifferences:\n    - *x\n    - group: networking.istio.io\n      kind: VirtualService\n      name: web\n      jqPathExpressions:\n        - ${beta}\n`,
    ],
    [
      'has no end of line where the file has none',
      `  project: default`,
      `  project: default\n  ignoreDifferences:\n    - group: networking.istio.io\n      kind: VirtualService\n      name: web\n      jqPathExpressions:\n        - ${beta}`,
    ],
  ])('%s', (_, before, expected) => {
    expect(spec(before, adding(beta))).toBe(expected);
    const carriage = (text: string): string => text.replaceAll('\n', '\r\n');
    if (before.includes('\n'))
      expect(after(`\uFEFF${carriage(`${head}spec:\n${before}`)}`, adding(beta))).toBe(
        `\uFEFF${carriage(`${head}spec:\n${expected}`)}`,
      );
  });

  it('comes behind what is deeper where all is in the last line, which has no end', () => {
    const change: Partial<ApplicationChange> = {
      patch: {
        spec: {
          ignoreDifferences: [{ ...web, jqPathExpressions: [beta] }],
          syncPolicy: { syncOptions: ['B=true'] },
        },
      },
    };
    expect(spec('  syncPolicy:\n    syncOptions:\n    - A=true', change)).toBe(
      `  syncPolicy:\n    syncOptions:\n    - A=true\n    - B=true\n  ignoreDifferences:\n  - group: networking.istio.io\n    kind: VirtualService\n    name: web\n    jqPathExpressions:\n    - ${beta}`,
    );
  });

  it('is JSON in a file of JSON', () => {
    const json = (more: object): string =>
      JSON.stringify({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        metadata: { name: 'shop' },
        spec: { project: 'default', ...more },
      });
    expect(after(json({}), adding(beta))).toBe(
      json({ ignoreDifferences: [{ ...web, jqPathExpressions: [beta] }] }),
    );
  });
});

describe('what is taken out', () => {
  it('leaves its comments', () => {
    expect(
      spec(
        `  ignoreDifferences:\n    - group: networking.istio.io\n      kind: VirtualService\n      jqPathExpressions:\n        # Weights.\n        - ${weight} # all\n        - .a\n`,
        { faults: [fault(weight, 0)] },
      ),
    ).toBe(
      `  ignoreDifferences:\n    - group: networking.istio.io\n      kind: VirtualService\n      jqPathExpressions:\n        # Weights.\n        # all\n        - .a\n`,
    );
  });

  it('takes its list along where that is empty, and then the entry, and then the key', () => {
    const entry = (name: string): string =>
      `    - kind: ${name}\n      jqPathExpressions:\n        - ${weight}\n`;
    const pointers = `      jsonPointers: [/a]\n`;
    const all = `  ignoreDifferences:\n${entry('A')}${pointers}${entry('B')}  project: default\n`;
    expect(spec(all, { faults: [fault(weight, 0), fault(weight, 0, undefined, 1)] })).toBe(
      `  ignoreDifferences:\n    - kind: A\n${pointers}  project: default\n`,
    );
    const one = `  ignoreDifferences:\n${entry('B')}  project: default\n`;
    expect(spec(one, { faults: [fault(weight, 0)] })).toBe('  project: default\n');
  });

  it('takes its comma along in brackets', () => {
    const list = (texts: string): string =>
      `  ignoreDifferences: [{kind: A, jqPathExpressions: [${texts}]}]\n`;
    expect(spec(list('.a, .b, .c'), { faults: [fault('.a', 0), fault('.b', 1)] })).toBe(list('.c'));
    expect(spec(list('.a, .b, .c'), { faults: [fault('.b', 1), fault('.c', 2)] })).toBe(list('.a'));
    expect(spec(list('.a'), { faults: [fault('.a', 0)] })).toBe('');
  });

  it('makes room for what is missing, in an entry of which nothing is left as well', () => {
    const list = (name: string, text: string): string =>
      `  ignoreDifferences:\n    - group: networking.istio.io\n      kind: VirtualService\n${name}      jqPathExpressions:\n        - ${text} # all\n`;
    expect(spec(list('', weight), { faults: [fault(weight, 0)], ...adding(beta) })).toBe(
      list('      name: web\n', beta),
    );
  });
});

it.each([
  [
    'group',
    '',
    'networking.istio.io',
    'kind: VirtualService',
    'group: networking.istio.io\n      kind: VirtualService',
  ],
  ['group', 'istio', '', 'group: istio', `group: ''`],
  [
    'kind',
    'virtualservices',
    'VirtualService',
    'kind: virtualservices # Istio',
    'kind: VirtualService # Istio',
  ],
] as const)('the %s "%s" becomes "%s"', (target, text, instead, before, expected) => {
  const entry = (line: string): string => `  ignoreDifferences:\n    - ${line}\n      jsonPointers: [/a]\n`;
  const misdirected: Fault = {
    place: { entry: 0, target },
    text,
    kind: 'misdirected',
    instead: { field: target, text: instead },
  };
  expect(spec(entry(before), { faults: [misdirected] })).toBe(entry(expected));
});

it.each([
  ['an alias', `  x: &x [{kind: A, jsonPointers: [/a]}]\n  ignoreDifferences: *x\n`],
  [
    'a merge key',
    `  x: &x\n    ignoreDifferences: [{kind: A, jsonPointers: [/a]}]\n  <<: *x\n  project: default\n`,
  ],
])('%s is left alone', (_, lines) => {
  expect(spec(lines, adding(beta))).toMatch(/^unfit: /);
});
