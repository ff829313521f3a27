import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answers } from '../../src/cli/questions.js';

const question = (key: string) => ({
  key,
  question: key,
  example: 'web',
  check: (answer: string) => (answer === 'bad' ? 'That is bad.' : undefined),
});

describe('questions', () => {
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  let shown = '';

  beforeEach(() => {
    shown = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => (shown += String(text)) !== '');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    if (stdin) Object.defineProperty(process, 'stdin', stdin);
  });

  const typed = (text: string) => {
    const input = new PassThrough();
    Object.defineProperty(process, 'stdin', { value: input, configurable: true });
    input.end(text);
    return answers([question('name'), question('port')]);
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
    await expect(typed('shop\n')).rejects.toThrow('The input has ended before the last answer.');
    await expect(typed('')).rejects.toThrow('The input has ended before the last answer.');
  });
});
