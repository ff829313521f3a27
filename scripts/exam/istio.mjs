// The tests of `istioctl analyze`: its table of cases and expected messages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRollout, objectsOf, titleOf } from './linted.mjs';

/** @typedef {import('./judge.mjs').Case} Case */

/** The packages of analyzers that concern a canary's traffic. The others analyze the mesh itself and policies. */
const packages = ['deployment', 'destinationrule', 'gateway', 'service', 'virtualservice'];
/** One of the other analyzers, which reports the errors of Istio's own validation of VirtualServices. */
const validation = 'schemaValidation.CollectionValidationAnalyzer';

/** @param {string} checkout @returns {Case[]} */
export function istioCases(checkout) {
  const analysis = join(checkout, 'pkg/config/analysis');
  const messages = readFileSync(join(analysis, 'msg/messages.yaml'), 'utf8');
  const codes = new Map(
    [...messages.matchAll(/- name: "(\w+)"\s+code: (\w+)/g)].map(([, name, code]) => [name, code]),
  );
  // istioctl adds an ingress gateway to every case.
  const [, manifests = ''] =
    /`([^`]*)`/.exec(readFileSync(join(analysis, 'local/defaults.go'), 'utf8')) ?? [];
  const defaults = objectsOf(
    manifests
      .replaceAll('{{.namespace}}', 'istio-system')
      .replaceAll('{{.ingressService}}', 'istio-ingressgateway'),
  );
  const test = readFileSync(join(analysis, 'analyzers/analyzers_test.go'), 'utf8');
  const grid = test.slice(test.indexOf('var testGrid'), test.indexOf('\n}\n', test.indexOf('var testGrid')));
  const read = grid
    .split('\n\t{\n')
    .slice(1)
    .map((text) => {
      const [, name = ''] = /name:\s*"(.*)"/.exec(text) ?? [];
      const [, analyzer = ''] = /analyzer:\s*&?([\w.]+)/.exec(text) ?? [];
      const files = [...text.matchAll(/"(testdata\/[^"]*)"/g)].map(([, file = '']) => file);
      const expected = [...text.matchAll(/\{msg\.(\w+), "([^"]*)"\}/g)].map(([, message, origin = '']) => ({
        code: codes.get(message) ?? '',
        object: origin.replace(/^(?:Pod|Deployment) /, 'Rollout '),
      }));
      return { name, analyzer, files, expected };
    })
    .filter(
      ({ analyzer }) =>
        analyzer === validation ||
        (packages.includes(analyzer.split('.')[0] ?? '') && !analyzer.endsWith('ApplicationUIDAnalyzer')),
    );
  return read.map(({ name, analyzer, files, expected }) => {
    const ofAnalyzer = read.filter((other) => other.analyzer === analyzer);
    const objects = [
      ...files.flatMap((file) => objectsOf(readFileSync(join(analysis, 'analyzers', file), 'utf8'))),
      ...defaults,
    ].map(asRollout);
    return {
      exam: 'istioctl analyze',
      name: `${name} (${files.map((file) => file.replace('testdata/', '')).join(', ')})`,
      objects,
      titles: objects.map(titleOf),
      expected,
      codes: [...new Set(ofAnalyzer.flatMap((other) => other.expected.map(({ code }) => code)))],
    };
  });
}
