import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Positions } from '../../src/report/positions.js';
import { textSource } from '../support/sources.js';

describe('positions', () => {
  it('lead back to the text, whatever its line breaks', () => {
    const piece = fc.constantFrom('a', 'name: web', '\n', '\r\n', '\r', '\t', '結', '🚀', '');
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), (pieces, at) => {
        const text = pieces.join('');
        const source = textSource('a.yaml', text);
        const positions = new Positions();
        const start = at % (text.length + 1);
        if (text[start - 1] === '\r' && text[start] === '\n') return; // Within a line break.
        const { line, column } = positions.of(source, start, start);
        const lines = text.split(/\r\n|\n|\r/);
        expect(positions.line(source, line)).toBe(lines[line - 1]);
        expect(text.slice(start).split(/\r\n|\n|\r/)[0]).toBe(lines[line - 1]!.slice(column - 1));
      }),
    );
  });

  it('read a file once, and few files are kept', () => {
    let reads = 0;
    const sources = Array.from({ length: 100 }, (_, index) => ({
      ...textSource(`${index}.yaml`, ''),
      read: () => {
        reads++;
        return 'name: web\n';
      },
    }));
    const positions = new Positions();
    for (const source of sources) for (const at of [0, 3, 5]) positions.of(source, at, at + 1);
    expect(reads).toBe(100);
    positions.of(sources[99]!, 0, 1);
    expect(reads).toBe(100);
    positions.of(sources[0]!, 0, 1);
    expect(reads).toBe(101);
  });
});
