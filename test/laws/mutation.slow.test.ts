import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import type { Node } from '../../src/model/node.js';
import { Reader } from '../../src/yaml/parse/read.js';
import { rules } from '../../src/rules/index.js';
import { filesBelow, fileSource, textSource } from '../support/sources.js';
import { classify } from './mutation-table.js';

/**
 * The mutation law: in an example that is right, changing any one string that takes part in a reference gives a
 * finding, of a rule that is about it, which shows the changed text or the text that it no longer agrees with.
 */
describe.each([
  'alb-header-route',
  'gateway-header-route',
  'istio-host',
  'istio-subset',
  'configmap-revision',
])('%s', (example) => {
  const files = filesBelow(path.join(__dirname, '../../examples', example, 'corrected'));
  const sources = files.map(fileSource);
  const mutations = sources.flatMap((source) => mutationsOf(source.path, source.read()));

  it('is right to begin with', () => {
    const { findings, resources } = lint(sources, rules);
    expect(resources).toBeGreaterThan(4);
    expect(findings.map((finding) => `${finding.rule}: ${messageOf(finding)}`)).toEqual([]);
  });

  it('has strings that refer, and every string is classified', () => {
    expect(mutations.filter(({ expected }) => Array.isArray(expected)).length).toBeGreaterThan(20);
    expect(mutations.filter(({ expected }) => expected === undefined).map(({ field }) => field)).toEqual([]);
  });

  // 101 of 101 are all requests, as 100 of 100, and the Applications ignore these weights.
  const isAllAsBefore = ({ field, before, after }: Mutation): boolean =>
    field.includes('VirtualService') && before === '100' && after === '101';

  it.each(mutations.filter((one) => Array.isArray(one.expected) && !isAllAsBefore(one)))(
    '$field: $before → $after',
    (mutation) => {
      const changed = sources.map((source) =>
        source.path === mutation.file ? textSource(source.path, mutation.text) : source,
      );
      const { findings } = lint(changed, rules);
      const ofRightRule = findings.filter(({ rule }) =>
        (mutation.expected as readonly string[]).includes(rule),
      );
      expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([expect.any(String)]));
      expect(
        ofRightRule,
        `found instead: ${findings.map((finding) => `${finding.rule}: ${messageOf(finding)}`).join('\n')}`,
      ).not.toEqual([]);
      expect(ofRightRule.some((finding) => shows(finding, mutation))).toBe(true);
    },
  );
});

type Path = readonly (string | number)[];

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Mutation {
  readonly file: string;
  /** Kind and path, list positions as `*`, with the line. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly line: number;
  readonly path: Path;
  /** The whole file with the change. */
  readonly text: string;
  /** The rules that may find it, why it may change freely, or undefined when nobody thought of it. */
  readonly expected: readonly string[] | string | undefined;
}

/** Every change of one scalar, and of one key where keys are names (labels, annotations). */
function mutationsOf(file: string, text: string): Mutation[] {
  const found: Mutation[] = [];
  let owner = '';
  const add = (place: Span, kind: string, at: Path, before: string, isKey = false): void => {
    const field = `${kind} ${at.map((segment) => (typeof segment === 'number' ? '*' : segment)).join('.')}${isKey ? '.<key>' : ''}`;
    const written = text.slice(place.start, place.end);
    const changed = change(before);
    const replaced = /^(['"])/.test(written)
      ? written[0] + changed.replaceAll(written[0]!, written[0] === "'" ? "''" : '\\"') + written[0]
      : changed;
    const line = text.slice(0, place.start).split('\n').length;
    found.push({
      file,
      field: `${path.basename(file)}:${line} ${field}`,
      before,
      after: changed,
      line,
      path: at,
      text: text.slice(0, place.start) + replaced + text.slice(place.end),
      expected: classify(`${field} = ${before} (of ${owner})`),
    });
  };
  const walk = (node: Node, kind: string, at: Path): void => {
    if (node.kind === 'list') node.items.forEach((item, index) => walk(item, kind, [...at, index]));
    else if (node.kind === 'map')
      for (const { key, keyStart, keyEnd, value } of node.entries) {
        if (/(labels|matchLabels|annotations|spec\.selector)$/.test(at.join('.')) && value.kind === 'scalar')
          add({ start: keyStart, end: keyEnd }, kind, at, key, true);
        walk(value, kind, [...at, key]);
      }
    else if (typeof node.value === 'string' || typeof node.value === 'number')
      add(node, kind, at, String(node.value));
  };
  for (const { root, kind, name } of new Reader().read(textSource(file, text)).resources) {
    owner = name;
    walk(root, kind, []);
  }
  return found;
}

function change(value: string): string {
  if (/^\d+$/.test(value)) return String(Number(value) + 1);
  if (value.startsWith('.spec'))
    return value.replace(/"(.*)"$|"([^"]*)"/, '"x$1$2"').replace(/weight$/, 'heights');
  return value.replace(/^([^a-zA-Z]*)/, '$1x');
}

/**
 * Whether a finding points at the changed line or at what it is a part of, or at a place that holds one of the two
 * texts.
 */
function shows(finding: Finding, { file, line, path: changed, before, after }: Mutation): boolean {
  const { place, labels, path: at = [] } = finding;
  const isPart = at.length > 1 && at.every((segment, index) => segment === changed[index]);
  if (place.source.path === file && isPart) return true;
  // An object of another namespace is missing wherever something refers to it.
  if (changed.join('.') === 'metadata.namespace') return true;
  const places = [place, ...labels.map((label) => label.place)];
  return places.some((at) => {
    const text = at.source.read();
    const here = at.source.path === file && text.slice(0, at.start).split('\n').length === line;
    const written = text.slice(at.start, at.end);
    return here || written.includes(before) || messageOf(finding).includes(after);
  });
}
