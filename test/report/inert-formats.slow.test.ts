import markdownIt from 'markdown-it';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeSpan, inert, inertHtml } from '../../src/report/inert.js';
import { aliveIn, hostileNames, impactMarkdownOf, lintMarkdown, systemOf } from './inert.js';

/** As renderers are that pass HTML on and link whatever looks like an address, also without a scheme. */
const renderer = markdownIt({ html: true, linkify: true });

/** Where texts stand in reports: in a paragraph, a list, a table, a heading and between tags. */
const places = (text: string): string =>
  [
    `What starts: ${inert(text)}`,
    '',
    `- **not checked**: ${inert(text)}`,
    `- ${inert(text)}`,
    '',
    '| a | b |',
    '| --- | --- |',
    `| ${codeSpan(text)} | ${inert(text)}<br>${inert(text)} |`,
    '',
    '<details>',
    `<summary>Rollout ${inertHtml(text)}</summary>`,
    '',
    '</details>',
    '',
  ].join('\n');

describe('a text in a report', () => {
  it('is sentences in which names are code', () => {
    expect(
      inert('Service "web" of Rollout "a b" (2/4) is not in spec.strategy.canary; add it, or 50 %.'),
    ).toBe('Service `web` of Rollout `a b` (2/4) is not in `spec.strategy.canary`; add it, or 50 %.');
    expect(inert('name "" and "a|b"')).toBe('name `""` and `a`&#124;`b`');
    expect(inert('run `helm dependency build` to fetch it')).toBe('run `helm dependency build` to fetch it');
    expect(inert('2. "a"')).toBe('`2.` `a`');
    expect(inertHtml('Rollout "<b>"')).toBe('Rollout <code>&lt;b&gt;</code>');
  });

  it.each(hostileNames.map((name) => [JSON.stringify(name), name]))('makes nothing of %s', (_, name) => {
    for (const text of [
      name,
      `Service "${name}" is not found.`,
      `${name} ${name}`,
      `a${name}b`,
      `"${name}`,
    ]) {
      const html = renderer.render(places(text));
      expect({ text, alive: aliveIn(html) }).toEqual({ text, alive: [] });
      // The table has two cells, whatever is in them.
      expect(html.match(/<td/g)).toHaveLength(2);
    }
  });

  it('makes nothing of names that are put together by chance', () => {
    const piece = fc.constantFrom(
      ...hostileNames,
      ' ',
      '`',
      '|',
      '"',
      '\\',
      '(',
      ')',
      '.',
      ':',
      'a',
      '1',
      '&',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const html = renderer.render(places(pieces.join('')));
        expect(aliveIn(html)).toEqual([]);
        expect(html.match(/<td/g)).toHaveLength(2);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time in proportion', () => {
    const before = process.cpuUsage();
    for (const part of ['.', '`', '(', '"', '|', ' ', 'a.']) inert(`${part.repeat(100_000)}x`);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('a report', () => {
  it.each(hostileNames.slice(0, 12).map((name) => [JSON.stringify(name), name]))(
    'of lint about %s',
    (_, name) => {
      expect(aliveIn(renderer.render(lintMarkdown(systemOf(name, '1'), name)))).toEqual([]);
    },
  );

  it.each([0, 2, 4])('of impact about hostile name %i', (at) => {
    expect(aliveIn(renderer.render(impactMarkdownOf(hostileNames[at]!)))).toEqual([]);
  });

  it('would not pass with entities in place of code, which is what this holds against', () => {
    const asEntities = (text: string): string => text.replaceAll('@', '&#64;').replaceAll('.', '&#46;');
    expect(aliveIn(renderer.render(asEntities('@octocat www.evil.example')))).not.toEqual([]);
  });
});
