import type { Finding } from '../../model/finding.js';
import type { Fix } from '../../model/fix.js';
import { renderedFile } from '../../model/source.js';
import type { Range } from '../../yaml/parse/documents.js';
import { editsOf, Texts } from './edits.js';

/** Findings are sorted by file, so a small cache is enough. */
const keptFiles = 32;

/** Each edit is tried, for which its document is parsed again. Of a document of a megabyte, ten fixes are shown with their lines. */
const mostChars = 10_000_000;

/**
 * Adds to findings the edits of their fixes, or the reasons why a fix cannot be applied, if they are shown. Choices get theirs only
 * where they are shown.
 */
export function withEdits(
  findings: readonly Finding[],
  {
    choices: isChoosing,
    shown,
  }: { readonly choices: boolean; readonly shown?: ReadonlySet<Finding> | undefined } = { choices: false },
): readonly Finding[] {
  const texts = new Texts(keptFiles);
  const tried = new Map<Range, number>();
  return findings.map((finding) => {
    const { fix, choices } = finding;
    if (shown?.has(finding) === false || (!fix && !(choices && isChoosing))) return finding;
    return {
      ...finding,
      fix: fix && edited(fix, texts, tried),
      choices: isChoosing ? choices?.map((choice) => edited(choice, texts, tried)) : choices,
    };
  });
}

/** A fix with its edits; without them, but not unfit, if too many fixes of its document were tried. */
function edited(fix: Fix, texts: Texts, tried: Map<Range, number>): Fix {
  if (fix.writes.some(({ resource: { source } }) => source.path.endsWith(`/${renderedFile}`)))
    return { ...fix, unfit: 'it is rendered from other files.' };
  texts.rest();
  for (const range of rangesOf(fix, texts)) {
    const chars = (tried.get(range) ?? 0) + range.end - range.start;
    if (chars > mostChars) return fix;
    tried.set(range, chars);
  }
  const result = editsOf(fix, texts);
  return 'unfit' in result ? { ...fix, unfit: result.unfit } : { ...fix, edits: result.edits };
}

/** The documents that a fix writes to. */
function rangesOf({ writes }: Fix, texts: Texts): ReadonlySet<Range> {
  return new Set(
    writes.flatMap(({ resource: { source, root } }) =>
      root.start < 0 ? [] : (texts.rangesOf(source)[texts.indexAt(source, root.start)] ?? []),
    ),
  );
}
