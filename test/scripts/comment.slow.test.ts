import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import impactMarkdown from '../../src/report/impact-markdown.js';
import { impactsOf } from '../play/impact/stories.js';
import { stories } from '../play/impact/story-list.js';
import { folderOf } from '../support/command.js';

const root = path.join(__dirname, '../..');

interface Answers {
  readonly comments?: readonly (readonly object[])[];
  readonly pulls?: readonly object[];
  readonly status?: number;
}

/** Runs the action with a file for the comment, before a server that answers as GitHub does. */
async function comment(
  text: string,
  event: object,
  { comments = [[]], pulls = [], status = 200 }: Answers = {},
) {
  const asked: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    asked.push(`${request.method} ${request.url}`);
    expect(request.headers.authorization).toBe('Bearer secret');
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (body !== '') bodies.push((JSON.parse(body) as { body: string }).body);
      const page = Number(url.searchParams.get('page') ?? '1');
      const answer = url.pathname.endsWith('/pulls')
        ? pulls
        : request.method === 'GET'
          ? (comments[page - 1] ?? [])
          : {};
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = folderOf({ 'impact.md': text, 'event.json': JSON.stringify(event) });
  const child = spawn(process.execPath, [path.join(root, 'action/main.mjs')], {
    env: {
      GITHUB_WORKSPACE: folder,
      GITHUB_EVENT_PATH: path.join(folder, 'event.json'),
      GITHUB_REPOSITORY: 'shop/deploy',
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      INPUT_COMMENT: 'impact.md',
      INPUT_TOKEN: 'secret',
    },
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  server.close();
  return { code, output: output.replaceAll(/^::.*\n/gm, ''), asked, bodies };
}

const { before, after } =
  stories['the canary Service is renamed: it is pruned before the route leads to the new one']!;
const text = impactMarkdown({
  impacts: impactsOf(before, after),
  untouched: 0,
  findings: [],
  notes: [{ message: 'A note of @team: <img src=x> https://example.com [a](b) #12 `c`' }],
  failures: [],
  unknown: [],
  unchecked: [],
  faults: [],
});
const pull = { pull_request: { number: 7, head: { sha: 'abc' } } };
const fork = {
  workflow_run: { head_sha: 'abc', head_branch: 'fix&x=1', head_repository: { owner: { login: 'someone' } } },
};
const own = { id: 42, body: '<!-- rolloutkit impact -->\nold', user: { type: 'Bot' } };

describe('the comment on a pull request', () => {
  it('is what it was', () => {
    expect(text).toBe(readFileSync(path.join(root, 'test/play/impact/comment.golden.txt'), 'utf8'));
  });

  it('is posted where there is none', async () => {
    const { code, output, asked, bodies } = await comment(text, pull);
    expect([code, output]).toEqual([0, 'Commented on pull request 7.\n']);
    expect(asked).toEqual([
      'GET /repos/shop/deploy/issues/7/comments?per_page=100&page=1',
      'POST /repos/shop/deploy/issues/7/comments',
    ]);
    expect(bodies).toEqual([text]);
  });

  it('takes the place of its earlier one, and of nobody else’s', async () => {
    const others = Array.from({ length: 100 }, (_, id) => ({ ...own, id, user: { type: 'User' } }));
    const { asked, output } = await comment(text, pull, { comments: [others, [own]] });
    expect(output).toBe('Updated the comment on pull request 7.\n');
    expect(asked.at(-1)).toBe('PATCH /repos/shop/deploy/issues/comments/42');
  });

  it('goes to the pull request of a fork whose head was checked', async () => {
    const pulls = [
      { number: 8, head: { sha: 'other' } },
      { number: 9, head: { sha: 'abc' } },
    ];
    const { asked } = await comment(text, fork, { pulls });
    expect(asked[0]).toBe('GET /repos/shop/deploy/pulls?state=open&per_page=100&head=someone%3Afix%26x%3D1');
    expect(asked.at(-1)).toBe('POST /repos/shop/deploy/issues/9/comments');
  });

  it('is not posted where the branch has moved on', async () => {
    const { code, asked, output } = await comment(text, fork, {
      pulls: [{ number: 8, head: { sha: 'other' } }],
    });
    expect([code, asked.length]).toEqual([0, 1]);
    expect(output).toContain('nothing is posted');
  });

  it.each([
    '@team',
    '<img src=x>',
    '[a](b)',
    '![a](b)',
    'https://example.com',
    '<https://a.b>',
    '#12',
    '`a',
    '``a`',
    '```',
    '~~~',
    '`a|@team|b`',
    '\\`@team`',
    '<details>\n`@team`\n</details>',
    '<summary><code>&#64;team</code></summary>',
    'www.example.com',
    '&#64;team',
    'GH-12',
    ':x:',
    '6dcb09b5b57875f334f61aebed695e2e4193db5e',
  ])('is not posted with %s in it, which a fork may have written', async (evil) => {
    const { code, asked, output } = await comment(`${text}${evil}\n`, fork);
    expect([code, asked]).toEqual([2, []]);
    expect(output).toContain('which rolloutkit never writes there; it is not posted.');
  });

  it('is not posted without its first line, nor if it is too long', async () => {
    expect((await comment('Hello', pull)).output).toContain(
      'does not begin with "<!-- rolloutkit impact -->"',
    );
    expect((await comment(`${text}${'x'.repeat(70_000)}`, pull)).output).toContain('GitHub takes 65536.');
  });

  it('says what GitHub answers', async () => {
    const { code, output } = await comment(text, pull, { status: 403 });
    expect([code, output]).toEqual([2, 'GitHub answers 403 to GET /issues/7/comments.\n']);
  });
});
