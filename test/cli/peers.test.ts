import { describe, expect, it } from 'vitest';
import { rulesLike } from '../../src/cli/like-peer.js';
import { problemRules } from '../../src/yaml/parse/problems.js';
import { rules } from '../../src/rules/index.js';
import { peers } from '../../src/rules/peers.js';
import { run } from '../support/command.js';

const aliases = new Set(
  [...rules.map(({ meta }) => meta), ...problemRules].flatMap((meta) => meta.aliases ?? []),
);
/** Names that tools have which are not compared as a whole: kube-score. */
const ofOthers = new Set([
  ...['service-targets-pod', 'ingress-targets-service', 'horizontalpodautoscaler-has-target'],
  ...['poddisruptionbudget-has-policy', 'deployment-pod-selector-labels-match-template-metadata-labels'],
]);

describe.each(peers)('$title', ({ name, title, found, partly, left }) => {
  const others = left.flatMap(({ messages }) => Object.entries(messages));

  it('has each message once: as the alias of a rule, or with the reason why there is none', () => {
    const codes = [...Object.keys(found), ...others.map(([code]) => code)];
    expect(codes).toEqual([...new Set(codes)]);
    expect(Object.keys(found).filter((code) => !aliases.has(code))).toEqual([]);
    expect(others.filter(([code]) => aliases.has(code))).toEqual([]);
    expect(Object.keys(partly).filter((code) => !(code in found))).toEqual([]);
    for (const { because, messages } of left) {
      expect(because).toMatch(/^[A-Z].*\.$/);
      expect(Object.keys(messages)).not.toEqual([]);
    }
  });

  it('is listed with rules and reasons', () => {
    const { code, stdout } = run('.', 'rules', '--like', name);
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toContain(
      `${Object.keys(found).length} of ${Object.keys(found).length + others.length} messages have a rule here`,
    );
    for (const [message, about] of Object.entries(found)) {
      const line = lines.find((one) => one.startsWith(`${message} `));
      expect(line).toContain(about);
      for (const rule of rulesLike(message)) expect(line).toContain(rule);
    }
    for (const { because } of left) expect(lines).toContain(because);
  });

  it('explains what is left to it', () => {
    for (const { because, messages } of left)
      for (const message of Object.keys(messages)) {
        const { code, stdout } = run('.', 'explain', message.toLowerCase());
        expect(code).toBe(0);
        expect(stdout).toMatch(new RegExp(`^${message} .*left to ${title}\\. `));
        expect(stdout).toContain(because);
      }
  });
});

it('every alias is a name of a tool that is known', () => {
  const known = new Set([...ofOthers, ...peers.flatMap(({ found }) => Object.keys(found))]);
  expect([...aliases].filter((alias) => !known.has(alias))).toEqual([]);
  expect([...ofOthers].filter((alias) => !aliases.has(alias))).toEqual([]);
});

it('refuses a tool that is not known, and areas beside one', () => {
  expect(run('.', 'rules', '--like', 'istio').stderr.split('\n')[0]).toBe(
    '--like is "istio"; it must be one of istioctl, kube-linter, kiali. Did you mean "istioctl"?',
  );
  expect(run('.', 'rules', 'istio', '--like', 'kiali').stderr.split('\n')[0]).toBe(
    '--like and areas cannot be used together.',
  );
});
