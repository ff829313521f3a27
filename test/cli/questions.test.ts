import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { answers } from '../../src/cli/questions.js';
import { ofProcess } from '../../src/cli/surroundings.js';

const question = (key: string) => ({
  key,
  question: key,
  example: 'web',
  check: (answer: string) => (answer === 'bad' ? 'That is bad.' : undefined),
});

describe('questions', () => {
  let shown = '';

  const typed = (text: string) => {
    shown = '';
    const stdin = new PassThrough();
    stdin.end(text);
    const stderr = new Writable({
      write(chunk, _, done) {
        shown += String(chunk);
        done();
      },
    });
    return answers([question('name'), question('port')], { ...ofProcess(), stdin, stderr });
  };

  it('are answered by lines that are pasted at once', async () => {
    await expect(typed('shop\n8080\n')).resolves.toEqual({ name: 'shop', port: '8080' });
  });

  it('are asked again until the answer is one', async () => {
    await expect(typed('bad\n\nshop\n8080\n')).resolves.toEqual({ name: 'shop', port: '8080' });
    expect(shown.match(/That is bad\./g)).toHaveLength(1);
    expect(shown.match(/name \(such as web\): /g)).toHaveLength(3);
  });

  it('want all answers', async () => {
    await expect(typed('shop\n')).rejects.toThrow('The input ended before the last answer.');
    await expect(typed('')).rejects.toThrow('The input ended before the last answer.');
  });
});
