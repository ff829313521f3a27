/** A block of code in a page. */
export interface Block {
  readonly language: string;
  /** The file that a reader writes it to. */
  readonly title: string | undefined;
  readonly exits: number;
  readonly text: string;
}

/** The blocks of code of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)].map(
    ([, language = '', rest = '', text = '']) => ({
      language,
      title: /title=(\S+)/.exec(rest)?.[1],
      exits: Number(/exits=(\d)/.exec(rest)?.[1] ?? 0),
      text,
    }),
  );
}
