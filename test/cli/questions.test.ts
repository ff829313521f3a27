import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { answers, type Question } from '../../src/cli/questions.js';
import { ofProcess } from '../../src/cli/surroundings.js';

const question = (key: string) => ({
  key,
  question: key,
  hint: 'such as web',
  check: (answer: string) => (answer === 'bad' ? 'that is bad.' : undefined),
});

describe('questions', () => {
  let shown = '';

  const typed = (
    text: string,
    questions: readonly Question[] = [question('name'), question('port')],
    known: Readonly<Record<string, string>> = {},
  ) => {
    shown = '';
    const stdin = new PassThrough();
    stdin.end(text);
    const stderr = new Writable({
      write(chunk, _, done) {
        shown += String(chunk);
        done();
      },
    });
    return answers(questions, known, { ...ofProcess(), stdin, stderr });
  };

  it('are answered by lines that are pasted at once', async () => {
    await expect(typed('shop\n8080\n')).resolves.toEqual({ name: 'shop', port: '8080' });
  });

  it('are asked again until the answer is one', async () => {
    await expect(typed('bad\n\nshop\n8080\n')).resolves.toEqual({ name: 'shop', port: '8080' });
    expect(shown.match(/That is bad\./g)).toHaveLength(1);
    expect(shown.match(/name \(such as web\): /g)).toHaveLength(3);
  });

  it('need no answer where there is a default, and say which', async () => {
    const host = { ...question('host'), byDefault: 'none' };
    await expect(typed('\n8080\n', [host, question('port')])).resolves.toEqual({ port: '8080' });
    expect(shown).toContain('host (such as web; Enter: none): ');
  });

  it('are left out where they are answered, or mean nothing after what was answered', async () => {
    const port = {
      ...question('port'),
      applies: ({ name }: Readonly<Record<string, unknown>>) => name === 'web',
    };
    await expect(typed('shop\n', [question('name'), port])).resolves.toEqual({ name: 'shop' });
    await expect(typed('80\n', [question('name'), port], { name: 'web' })).resolves.toEqual({ port: '80' });
  });

  it('want all answers', async () => {
    await expect(typed('shop\n')).rejects.toThrow('The input ended before the last answer.');
    await expect(typed('')).rejects.toThrow('The input ended before the last answer.');
  });
});
