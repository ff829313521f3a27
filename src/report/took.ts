/** How long a run took, as summaries say it. */
export function tookText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** The same as it is in the output of a format, with what is before it there. */
export function tookAs(format: 'text' | 'json', milliseconds: number): string {
  return format === 'text' ? `, ${tookText(milliseconds)}` : `"milliseconds": ${Math.round(milliseconds)}`;
}
