import path from 'node:path';
import { readFileSync } from '../../repository/files/disk.js';
import type { Project } from './project.js';
import type { NewFile } from './style.js';

/** The files of the project, which the user keeps in an existing project. */
export function projectFiles({ has }: Project, version: string): readonly NewFile[] {
  const text = cdk8sTemplate('package.json', { version });
  const wanted = JSON.parse(text) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const packages = Object.entries(wanted.devDependencies)
    .filter(([name]) => !has?.packages.has(name) && !(name === 'vitest' && has?.packages.has('jest')))
    .map(([name, exact]) => `${name}@${exact}`);
  const scripts = Object.entries(wanted.scripts)
    .filter(([name]) => !has?.scripts.has(name))
    .map(([name, script]) => indentedLine(`"${name}": "${script}"`));
  return [
    {
      path: 'package.json',
      text,
      ifThere: () => [
        ...(packages.length > 0
          ? [
              'package.json already exists. Install what is missing:',
              indentedLine(`npm install --save-dev --save-exact ${packages.join(' ')}`),
            ]
          : []),
        ...(scripts.length > 0 ? ['Optional scripts:', ...scripts] : []),
      ],
    },
    { path: 'tsconfig.json', text: cdk8sTemplate('tsconfig.json', {}), ifThere: () => [] },
    {
      path: 'cdk8s.yaml',
      text: cdk8sTemplate('cdk8s.yaml', { version }),
      ifThere: (existing) =>
        existing.includes('class: RolloutValidation')
          ? []
          : [
              'cdk8s.yaml already exists. To check each synthesis, add to it:',
              ...cdk8sTemplate('cdk8s.yaml', { version })
                .trimEnd()
                .split('\n')
                .slice(3)
                .filter((line) => !line.trimStart().startsWith('#'))
                .map(indentedLine),
            ],
    },
    { path: '.gitignore', text: cdk8sTemplate('gitignore', {}), ifThere: () => [] },
  ];
}

export function indentedLine(line: string): string {
  return `  ${line}`;
}

/** Other services are in the file, too, so no option overwrites it. */
export function keptAndAdd(file: string): string {
  return `${file} already exists and is kept, also with --force. Add to it:`;
}

/** Whether a file has a statement, whatever its spaces and quotes. */
export function hasCode(existing: string, statement: string): boolean {
  const [all, one] = [existing, statement].map((text) => text.replaceAll(/[\s;]/g, ''));
  return all!.replaceAll('"', "'").includes(one!.replaceAll('"', "'"));
}

/** Templates are at the root of the package, beside `src` and `dist`. */
const cdk8sTemplates = path.join(__dirname, '..', '..', '..', 'templates', 'cdk8s');

/** A template with `${name}` replaced; placeholders without a value stay. */
export function cdk8sTemplate(file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(cdk8sTemplates, file), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (all, key: string) => values[key] ?? all);
}
