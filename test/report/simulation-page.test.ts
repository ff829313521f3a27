import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pagePartsOf, renderPage } from '../../src/report/simulation-page/page.js';
import { pageData, type PageData } from '../../src/report/simulation-page/data.js';
import { drawnTrace } from './drawn-trace.js';

const folder = join(__dirname, '../../src/report/pages/simulation');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const parts = pagePartsOf(read);

describe('simulation page', () => {
  it('holds every frame', () => {
    const data = pageData([drawnTrace]);
    expect(data.traces[0]?.frames.map(({ id }) => id)).toEqual(drawnTrace.frames.map(({ id }) => id));
  });

  it('writes an object once that stays as it is', () => {
    const { traces, texts, lines } = pageData([drawnTrace]);
    const services = traces[0]!.frames.map(({ objects }) =>
      objects.find(([name]) => name === 'Service web-stable'),
    );
    expect(new Set(services.map((entry) => entry?.[1])).size).toBe(1);
    const text = texts[services[0]![1]]!.map((at) => lines[at]);
    expect(text).toContain('  name: web-stable');
  });

  it('names the namespace of an object elsewhere', () => {
    const names = pageData([drawnTrace]).traces[0]!.frames[0]!.objects.map(([name]) => name);
    expect(names).toContain('VirtualService mesh/web');
    expect(names).toContain('Rollout web');
  });

  it('gives two Rollouts of one name keys of their own', () => {
    expect(pageData([drawnTrace, drawnTrace]).traces.map(({ key }) => key)).toEqual([
      'shop/web',
      'shop/web~2',
    ]);
  });

  it('has what is to be said of the inputs', () => {
    const inputs = [{ level: 'error', text: 'gone.yaml: it cannot be read.', frames: [] }] as const;
    expect(pageData([drawnTrace], [], inputs).inputs).toEqual(inputs);
  });

  it('tells weights as text does', () => {
    const weight = 33.333_333;
    const frames = drawnTrace.frames.map((frame) => ({ ...frame, weight }));
    expect(pageData([{ ...drawnTrace, frames }]).traces[0]!.frames[0]!.weight).toBe(33.3);
  });

  it('is one file that asks for nothing', () => {
    const page = renderPage(parts, [drawnTrace]);
    expect(page).not.toMatch(/\b(?:src|href)="(?!data:)/);
    expect(page).not.toMatch(/url\(|@import|https?:\/\/(?!www\.w3\.org)|fetch\(|XMLHttpRequest/);
    expect(page).toContain("default-src 'none'");
  });

  it('cannot be left by what a manifest says', () => {
    const page = renderPage(parts, [
      { ...drawnTrace, notes: ['</script><script>alert(1)</script>', '$& $1'] },
    ]);
    expect(page).not.toContain('<script>alert');
    const json = /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(page)![1]!;
    expect(
      (JSON.parse(json) as PageData).traces[0]!.conclusions.filter(({ level }) => level === 'info').map(
        ({ text }) => text,
      ),
    ).toEqual([
      'After an abort the Rollout stays Degraded until Git has another version or the update is retried.',
      '</script><script>alert(1)</script>',
      '$& $1',
    ]);
  });
});
