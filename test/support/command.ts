import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { Output, Surroundings } from '../../src/cli/surroundings.js';

/** What a run of the command did. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in this process, as if in a folder and without a terminal. */
export function run(folder: string, ...args: string[]): Run {
  return runIn({ folder }, ...args);
}

/** What these tests run in is nothing that they ask for. */
function withoutCi(): NodeJS.ProcessEnv {
  return { ...process.env, GITHUB_ACTIONS: undefined };
}

/** Runs the command in this process, in a folder and with what else it has around it; `columns` makes a terminal of it. */
export function runIn(
  {
    folder,
    environment = withoutCi(),
    columns,
  }: Pick<Surroundings, 'folder'> & Partial<Surroundings> & { columns?: number },
  ...args: string[]
): Run {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written): Output => ({
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
    ...(columns !== undefined && { isTTY: true, columns }),
  });
  const code = main(args, {
    folder,
    environment,
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: into('stdout'),
    stderr: into('stderr'),
  });
  if (typeof code !== 'number') throw new Error('The command asks, and there is no terminal.');
  return { code, ...written };
}

/** A folder that lives as long as the test. A file is its text, a link is the path that it leads to. */
export function folderOf(files: Readonly<Record<string, string | { readonly link: string }>>): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-cli-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (typeof content === 'string') writeFileSync(file, content);
    else symlinkSync(content.link, file);
  }
  return root;
}

/** A Rollout on whose schema nothing is wrong but what is added to its canary strategy. */
export function rolloutText(name: string, canary = 'maxSurge: 1'): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: ${name}
spec:
  selector:
    matchLabels:
      app: ${name}
  strategy:
    canary:
      ${canary}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        - name: ${name}
          image: ${name}:1
`;
}

export const good = rolloutText('good');
/** Has one finding, of schema/fields-known. */
export const bad = rolloutText('bad', 'maxsurge: 1');
/** Has one finding, of yaml/parses. */
export const broken = rolloutText('broken', 'maxSurge: 1\n     steps: []');
export const template = 'kind: Service\nmetadata:\n  name: {{ .Release.Name }}\n';
