// The evidence for each rule: how often it was right in the field corpus, according to the judgements.
/** @typedef {import('./judgements.mjs').Judged} Judged */
/** @typedef {{ causes: number, findings: number }} Count */

/**
 * @param {readonly Judged[]} judged
 * @param {readonly string[]} rules the names of all rules
 */
export function byRule(judged, rules) {
  /** @type {Map<string, Count>} */
  const counts = new Map();
  for (const { rule, verdict, places } of judged.flatMap(({ judgements }) => judgements)) {
    if (verdict !== 'true') continue;
    const { causes, findings } = counts.get(rule) ?? { causes: 0, findings: 0 };
    counts.set(rule, { causes: causes + 1, findings: findings + places.length });
  }
  const met = [...counts].sort(([a, one], [b, other]) => other.causes - one.causes || (a < b ? -1 : 1));
  const unmet = rules.filter((rule) => !counts.has(rule)).sort();
  return [
    `${met.length} rules were right somewhere in the corpus, in so many causes (one per repository and reason) and findings:`,
    '',
    '| rule | causes | findings |',
    '| --- | --- | --- |',
    ...met.map(([rule, { causes, findings }]) => `| ${rule} | ${causes} | ${findings} |`),
    '',
    `The other ${unmet.length} rest on the code of upstream alone, which the page of each rule links to: ${unmet.join(', ')}.`,
  ].join('\n');
}

const end = '<!-- end -->';
const begins = {
  'by-rule': '<!-- by rule: npm run field -- --by-rule -->',
  protect: '<!-- protect: npm run field -- --checkouts DIR --protect -->',
};

/** A page with one of its tables replaced. @param {string} page @param {string} table @param {keyof typeof begins} [name] */
export function withTable(page, table, name = 'by-rule') {
  const begin = begins[name];
  const [before, rest = ''] = page.split(begin);
  const after = rest.slice(rest.indexOf(end));
  return `${before}${begin}\n\n${table}\n\n${after}`;
}
