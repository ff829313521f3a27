import type { Text } from './judge.js';

/** The build inserts the examples here. */
declare const exampleTexts: Readonly<Record<string, readonly Text[]>>;

export const examples = exampleTexts;
