import path from 'node:path';
import { readFileSync } from '../../repository/files/disk.js';
import type { Manifest } from '../../constructs/manifests/manifest.js';
import { toDocument } from '../../yaml/write/document.js';
import { codedProps, importsOf, otherObjects } from './cdk8s-props.js';
import { nextSteps } from './next-steps.js';
import { labelsOf } from './pods.js';
import type { Project } from './project.js';
import { type ArgoCdChoice, isBlueGreen, type NewService } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { applicationProps, applicationText, type NewFile, type Written } from './style.js';
import { literal } from './typescript.js';

/** A chart for the service, its test, and the missing files of the project. */
export function cdk8sStyle(service: NewService, project: Project, version: string): Written {
  const { name, namespace, argocd } = service;
  const made = manifestFiles(service, { namespace });
  const manifests = made.map(({ manifest }) => manifest);
  const objects = manifests.map((one) => toDocument(one)).join('---\n');
  const where = argocd && { path: argocd.path, namespace };
  return {
    files: [...serviceFiles(service, made, project), ...projectFiles(project, version)],
    deployments: [
      {
        files: [
          { path: `${name}/objects.yaml`, text: objects },
          ...(argocd && where
            ? [
                {
                  path: `argocd/${name}.yaml`,
                  text: applicationText(name, service, where, manifests),
                },
              ]
            : []),
        ],
      },
    ],
    next: nextSteps(service, {
      before: [
        ['npm install', 'cdk8s and rolloutkit, as package.json names them'],
        ['npm run typecheck && npm test', 'the types know what the router can do'],
      ],
      look: 'npm run synth',
      add: '.',
    }),
  };
}

function serviceFiles(
  service: NewService,
  made: readonly ManifestFile[],
  project: Project,
): readonly NewFile[] {
  const names = namesIn(service);
  const charts = service.argocd
    ? [`const service = new ${names.className}(app);`, `new ${names.applicationName}(app, service);`]
    : [`new ${names.className}(app);`];
  return [
    chartFile(service, made),
    testFile(service, made, project, charts),
    mainFile(service, project, charts),
    ...(service.argocd ? [applicationChartFile(service, service.argocd)] : []),
  ];
}

/** The names that templates have for a service and its classes. */
function namesIn({ name }: NewService) {
  const pascal = classNameOf(name);
  return { name, className: `${pascal}Chart`, applicationName: `${pascal}ApplicationChart` };
}

/** Imports of the charts of a service, from the folder that `services` is in. */
function chartImports(service: NewService, { isModule }: Project, folder: string): readonly string[] {
  const { name, className, applicationName } = namesIn(service);
  const extension = isModule ? '.js' : '';
  return [
    ...(service.argocd
      ? [`import { ${applicationName} } from '${folder}/services/${name}.application${extension}';`]
      : []),
    `import { ${className} } from '${folder}/services/${name}${extension}';`,
  ];
}

function chartFile(service: NewService, made: readonly ManifestFile[]): NewFile {
  const { name, namespace, router } = service;
  const construct = isBlueGreen(service) ? 'BlueGreenRollout' : 'CanaryRollout';
  return {
    path: `src/services/${name}.ts`,
    text: template('service.ts', {
      ...namesIn(service),
      imports: importsOf(service).join(', '),
      construct,
      type: isBlueGreen(service) ? construct : `${construct}<'${router}'>`,
      chart: literal({ namespace, labels: labelsOf(service) }, 4, '    super(scope, id, '.length),
      props: literal(
        codedProps(service, made),
        4,
        `    this.rollout = new ${construct}(this, '${name}', `.length,
      ),
      objects: otherObjects(service, made).join('\n'),
    }),
  };
}

function testFile(
  service: NewService,
  made: readonly ManifestFile[],
  project: Project,
  charts: readonly string[],
): NewFile {
  return {
    path: `test/${service.name}.test.ts`,
    text: template('test.ts', {
      ...namesIn(service),
      imports: [
        ...(project.usesJest ? [] : ["import { describe, expect, it } from 'vitest';"]),
        ...chartImports(service, project, '../src'),
      ].join('\n'),
      charts: charts.join('\n    '),
      objects: literal(manifestNames(made.map(({ manifest }) => manifest)), 4, 90),
    }),
  };
}

function mainFile(service: NewService, project: Project, charts: readonly string[]): NewFile {
  const imports = chartImports(service, project, '.');
  return {
    path: 'src/main.ts',
    text: template('main.ts', {
      ...namesIn(service),
      imports: imports.join('\n'),
      charts: charts.join('\n'),
    }),
    ifThere: [
      'src/main.ts already exists. Add to it:',
      ...[...imports, ...charts].map(indentedLine),
      ...(service.argocd
        ? [
            `The Application deploys ${service.argocd.path}, which needs a folder per chart:`,
            indentedLine('new App({ yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE })'),
          ]
        : []),
    ],
  };
}

function applicationChartFile(service: NewService, argocd: ArgoCdChoice): NewFile {
  const props = applicationProps(service, { path: argocd.path, namespace: service.namespace });
  const fields = Object.entries(props).map(
    ([key, value]) => [key, literal(value, 6, key.length + 3)] as const,
  );
  return {
    path: `src/services/${service.name}.application.ts`,
    text: template('application.ts', { ...namesIn(service), ...Object.fromEntries(fields) }),
  };
}

function manifestNames(manifests: readonly Manifest[]): readonly string[] {
  return manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
}

/** The files of the project, which the user keeps in an existing project. */
function projectFiles({ has }: Project, version: string): readonly NewFile[] {
  const text = template('package.json', { version });
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
      ifThere: [
        ...(packages.length > 0
          ? [
              'package.json already exists. Install what is missing:',
              indentedLine(`npm install --save-dev --save-exact ${packages.join(' ')}`),
            ]
          : []),
        ...(scripts.length > 0 ? ['Optional scripts:', ...scripts] : []),
      ],
    },
    { path: 'tsconfig.json', text: template('tsconfig.json', {}), ifThere: [] },
    {
      path: 'cdk8s.yaml',
      text: template('cdk8s.yaml', { version }),
      ifThere: [
        'cdk8s.yaml already exists. To check each synthesis, add to it:',
        ...template('cdk8s.yaml', { version })
          .trimEnd()
          .split('\n')
          .slice(3)
          .filter((line) => !line.trimStart().startsWith('#'))
          .map(indentedLine),
      ],
    },
    { path: '.gitignore', text: template('gitignore', {}), ifThere: [] },
  ];
}

function indentedLine(line: string): string {
  return `  ${line}`;
}

function classNameOf(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Templates are at the root of the package, beside `src` and `dist`. */
const cdk8sTemplates = path.join(__dirname, '..', '..', '..', 'templates', 'cdk8s');

/** A template with `${name}` replaced; placeholders without a value stay. */
function template(file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(cdk8sTemplates, file), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (all, key: string) => values[key] ?? all);
}
