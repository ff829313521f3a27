/** Browser implementations of the Node functions that the linter uses. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import equal from 'fast-deep-equal';

/** Only for plain values, such as those of manifests. */
export const isDeepStrictEqual = equal;

export function createHash(name: string) {
  if (name !== 'sha256') throw new Error(`There is no ${name} here.`);
  const hash = sha256.create();
  const self = {
    update: (text: string) => {
      hash.update(utf8ToBytes(text));
      return self;
    },
    digest: (_: 'hex') => bytesToHex(hash.digest()),
  };
  return self;
}
