import type { Text } from './judge.js';

/** The build puts the examples here. */
declare const exampleTexts: Readonly<Record<string, readonly Text[]>>;

export const examples = exampleTexts;
