import { describe, expect, it } from 'vitest';
import { checkPointer } from '../../src/argocd/pointer-problem.js';
import { isContentName } from '../../src/kubernetes/kinds/content-name.js';
import { checkJq } from '../../src/argocd/jq/syntax.js';
import { splitSubscript } from '../../src/kubernetes/validation/metadata-path.js';
import { repositoryName } from '../../src/kubernetes/kinds/application.js';
import { parseQuantity } from '../../src/kubernetes/objects/quantity.js';
import { misplacedTab } from '../../src/yaml/parse/tabs.js';
import { helmNames } from '../../src/write/rollback/helm.js';
import { programMessage } from '../../src/repository/render/failures.js';
import { templateDocuments } from '../../src/repository/render/template-lines.js';
import { maskedLines } from '../../src/report/secrets.js';

const length = 100_000;

/** A template of a Rollout in a chart, after its kind. */
const names = (template: string) =>
  helmNames(
    {
      paths: ['/c/Chart.yaml', '/c/templates/rollout.yaml'],
      read: (path) => (path.endsWith('rollout.yaml') ? `kind: Rollout\n${template}` : undefined),
    },
    [],
  );

/** Each makes a backtracking pattern take the square of its length, which is 10 to 100 seconds. */
const hostile: Readonly<Record<string, () => unknown>> = {
  'a quantity of digits': () => parseQuantity(`${'0'.repeat(length)}!`),
  'a name of versions': () => isContentName(`${'-0'.repeat(length / 2)}!`),
  'a JSON pointer of brackets': () => checkPointer(`/spec/${'['.repeat(length)}`),
  'a name in a chart': () => names(`metadata:\n${'  a: b\n'.repeat(length / 7)}x`),
  'a repository': () => repositoryName(`${'a'.repeat(length)}:`),
  'a path to an annotation': () => splitSubscript(`a${"['".repeat(length / 2)}'`),
  'a line of a template': () => templateDocuments(`a: x${' '.repeat(length)}x`),
  'an element in a template': () => templateDocuments(`- x${' '.repeat(length)}x`),
  'the words of a program': () => programMessage(`x${' '.repeat(length)}x`),
  'a line beside a Secret': () => maskedLines(['kind: Secret', '-'.repeat(length)]),
  'a line like the kind of a Secret': () => maskedLines(['kind!!'.repeat(length / 6)]),
  'blanks in a block': () => {
    const text = `|\n${' '.repeat(length)}\nx\n\t`;
    misplacedTab(text, [{ kind: 'block', start: 1, end: text.length + 1, indent: 0, isIndentFound: true }]);
  },
  'a key for jq': () => checkJq(`.data.${'a-'.repeat(length / 2)}[0]`),
};

describe('patterns over texts of the checkout', () => {
  it.each(Object.entries(hostile))('takes less than 2 s for %s of 100 000 characters', (_, run) => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

describe('the same values as before', () => {
  it.each(['1', '1.5', '.5', '1.', '1e3', '1E-3', '100m', '1Ki', '+1', '-1'])('reads quantity %s', (text) => {
    expect(parseQuantity(text)).toBeDefined();
  });

  it.each(['', '1x', '1e', '1 Ki', 'e3', '1.5.5'])('refuses quantity %j', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it('sees brackets at the end of a part of a pointer, and none where the key may contain them', () => {
    expect(checkPointer('/spec/containers[0]')?.kind).toBe('brackets');
    expect(checkPointer('/spec/a[0][1]')?.kind).toBe('brackets');
    expect(checkPointer('/spec/a~1b[0]')?.kind).not.toBe('brackets');
    expect(checkPointer('/spec/a]')?.kind).not.toBe('brackets');
  });
});
