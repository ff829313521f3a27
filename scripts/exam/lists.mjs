// Checks that src/rules/peers.ts contains exactly the messages of the tools.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imported } from '../modules.mjs';

/** @type {typeof import('../../src/rules/peers.js')} */
const { peers } = await imported('src/rules/peers.ts');

/** The file of a checkout that lists its messages, and its format. */
const lists = /** @type {Record<string, { option: string, file: string, pattern: RegExp }>} */ ({
  istioctl: {
    option: 'istio',
    file: 'pkg/config/analysis/msg/messages.yaml',
    pattern: /^ *code: (IST\d+)$/gm,
  },
  'kube-linter': { option: 'kube-linter', file: 'docs/generated/checks.md', pattern: /^## (\S+)$/gm },
  kiali: { option: 'kiali', file: 'models/istio_validation.go', pattern: /Code: +"(KIA\d+)"/g },
});

/**
 * @param {Record<string, string | boolean | undefined>} checkouts
 * @returns {readonly string[]}
 */
export function unlisted(checkouts) {
  return peers.flatMap(({ name, title, found, left }) => {
    const { option = '', file = '', pattern = /^$/g } = lists[name] ?? {};
    const checkout = checkouts[option];
    if (typeof checkout !== 'string') return [];
    const text = readFileSync(join(checkout, file), 'utf8');
    const theirs = new Set([...text.matchAll(pattern)].map(([, code = '']) => code));
    const ours = new Set([found, ...left.map(({ messages }) => messages)].flatMap(Object.keys));
    return [
      ...[...theirs]
        .filter((code) => !ours.has(code))
        .map((code) => `${title}: ${code} is not in src/rules/peers.ts`),
      ...[...ours].filter((code) => !theirs.has(code)).map((code) => `${title}: ${code} is not in ${file}`),
    ];
  });
}
