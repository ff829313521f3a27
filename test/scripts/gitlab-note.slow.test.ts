import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { blocksOf } from '../support/blocks.js';
import { folderOf, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const root = path.join(__dirname, '../..');
/** What impact writes: test/scripts/comment.slow.test.ts holds it. */
const text = readFileSync(path.join(root, 'test/play/impact/comment.golden.txt'), 'utf8');
const notes = '/api/v4/projects/12/merge_requests/7/notes';
const own = { id: 42, body: '<!-- rolloutkit impact -->\nold', author: { id: 5 } };

interface Answers {
  readonly pages?: readonly (readonly object[])[];
  readonly status?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the command of the job with a file for the note, before a server that answers as GitLab does. */
async function note(its: string, { pages = [[]], status = 200, environment = {} }: Answers = {}) {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    asked.push(`${request.method} ${request.url}`);
    expect(request.headers['private-token']).toBe('secret');
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (body !== '') bodies.push(JSON.parse(body));
      const page = Number(url.searchParams.get('page') ?? '1');
      const answer =
        url.pathname === '/api/v4/user' ? { id: 5 } : request.method === 'GET' ? (pages[page - 1] ?? []) : {};
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const child = spawn(process.execPath, [path.join(root, 'bin/gitlab-note.mjs'), 'impact.md'], {
    cwd: folderOf({ 'impact.md': its }),
    env: {
      CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`,
      CI_MERGE_REQUEST_PROJECT_ID: '12',
      CI_MERGE_REQUEST_IID: '7',
      ROLLOUTKIT_GITLAB_TOKEN: 'secret',
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  server.close();
  return { code, output, asked, bodies };
}

describe('the note on a merge request', () => {
  it('is posted where there is none', async () => {
    const { code, output, asked, bodies } = await note(text);
    expect([code, output]).toEqual([0, 'Added a note to merge request 7.\n']);
    expect(asked).toEqual([
      'GET /api/v4/user',
      `GET ${notes}?sort=asc&order_by=created_at&per_page=100&page=1`,
      `POST ${notes}`,
    ]);
    expect(bodies).toEqual([{ body: text }]);
  });

  it('takes the place of its earlier one, and not of one that another user wrote', async () => {
    const others = Array.from({ length: 100 }, (_, id) => ({ ...own, id, author: { id: 6 } }));
    const { asked, output, bodies } = await note(text, { pages: [others, [own]] });
    expect(output).toBe('Updated the note on merge request 7.\n');
    expect(asked.at(-1)).toBe(`PUT ${notes}/42`);
    expect(bodies).toEqual([{ body: text }]);
  });

  it.each([
    '/merge',
    '  /approve',
    '> /close',
    '@team',
    '<img src=x>',
    '[a](b)',
    'https://example.com',
    '#12',
    '!12',
    '%"18.1"',
    '~bug',
    '$12',
    '&3',
    '^alert#1',
    '{+ a +}',
    '::include{file=a.md}',
    '```',
    ':x:',
    '6dcb09b5b57875f334f61aebed695e2e4193db5e',
  ])('is not posted with %s in it, which a merge request may have brought', async (evil) => {
    for (const its of [`${text}${evil}\n`, `${text}<details>\n${evil}\n</details>\n`, `${text}\r${evil}\r`]) {
      const { code, asked, output } = await note(its);
      expect([code, asked]).toEqual([2, []]);
      expect(output).toContain('which rolloutkit never writes there; it is not posted.');
    }
  });

  it('is not posted without its first line, nor if it is too long', async () => {
    expect((await note('Hello')).output).toContain('does not begin with "<!-- rolloutkit impact -->"');
    expect((await note(`${text}${'x'.repeat(70_000)}`)).output).toContain(
      'A note of rolloutkit takes 65536.',
    );
  });

  it('needs a token and the pipeline of a merge request', async () => {
    const without = async (environment: Readonly<Record<string, string>>) => {
      const { code, output, asked } = await note(text, { environment });
      expect([code, asked]).toEqual([2, []]);
      return output;
    };
    expect(await without({ ROLLOUTKIT_GITLAB_TOKEN: '' })).toContain('ROLLOUTKIT_GITLAB_TOKEN is empty');
    expect(await without({ CI_MERGE_REQUEST_IID: '7/../8' })).toContain('needs the pipeline');
    expect(await without({ CI_MERGE_REQUEST_PROJECT_ID: '' })).toContain('needs the pipeline');
    expect(await without({ CI_API_V4_URL: 'file:///etc' })).toContain('is not the address of an API');
  });

  it('says what GitLab answers, and not the token', async () => {
    const { code, output } = await note(text, { status: 403 });
    expect([code, output]).toEqual([2, 'GitLab answers 403 to GET /user.\n']);
  });
});

describe('the job of the note', () => {
  const jobOf = (yaml: string, name: string): unknown =>
    (parseAllDocuments(yaml)[0]?.toJS() as Readonly<Record<string, unknown>>)[name];

  it('is the same on the page and in what init writes, but for the name of the job that it needs', () => {
    const page = readFileSync(path.join(root, 'docs/ci.md'), 'utf8');
    const [block] = blocksOf(page).filter(({ text: its }) => its.includes('rolloutkit-gitlab-note'));
    const repository = new Repository();
    repository.git('remote', 'add', 'origin', 'git@gitlab.example.com:shop/shop.git');
    run(repository.folder, 'init', '--no-hook');
    const written = readFileSync(path.join(repository.folder, '.gitlab-ci.yml'), 'utf8');
    const job = jobOf(written, 'rolloutkit-note');
    expect(jobOf(block!.text, 'note')).toEqual({ ...(job as object), needs: ['impact'] });
    expect(job).toMatchObject({
      needs: ['rolloutkit-impact'],
      variables: { GIT_STRATEGY: 'none' },
      allow_failure: true,
    });
    // No variable of the merge request is in a command: its names are text of the one who opened it.
    expect((job as { script: string[] }).script.join('\n')).not.toContain('$');
  });

  it('is a command of the package', () => {
    const { bin } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      bin: Readonly<Record<string, string>>;
    };
    expect(bin['rolloutkit-gitlab-note']).toBe('bin/gitlab-note.mjs');
  });
});
