import type { Finding } from '../../model/finding.js';
import type { Fix } from '../../model/fix.js';
import { renderedFile } from '../../model/source.js';
import { editsOf, Texts } from './edits.js';

/** Findings are sorted by file, so a small cache is enough. */
const keptFiles = 32;

/**
 * Adds to findings the edits of their fixes, or the reasons why a fix cannot be applied. Choices get theirs only where they are
 * shown.
 */
export function withEdits(
  findings: readonly Finding[],
  { choices: isChoosing }: { readonly choices: boolean } = { choices: false },
): readonly Finding[] {
  const texts = new Texts(keptFiles);
  return findings.map((finding) => {
    const { fix, choices } = finding;
    if (!fix && !(choices && isChoosing)) return finding;
    return {
      ...finding,
      fix: fix && edited(fix, texts),
      choices: isChoosing ? choices?.map((choice) => edited(choice, texts)) : choices,
    };
  });
}

function edited(fix: Fix, texts: Texts): Fix {
  if (fix.writes.some(({ resource: { source } }) => source.path.endsWith(`/${renderedFile}`)))
    return { ...fix, unfit: 'it is rendered from other files.' };
  const result = editsOf(fix, texts);
  return 'unfit' in result ? { ...fix, unfit: result.unfit } : { ...fix, edits: result.edits };
}
