import type { Manifest } from '../../constructs/manifests/manifest.js';
import { toDocument } from '../../yaml/write/document.js';
import { environmentChart, declaredEnvironments, setPath, variantInCode } from './cdk8s-environments.js';
import { cdk8sTemplate, hasCode, indentedLine, keptAndAdd, projectFiles } from './cdk8s-project.js';
import { codedProps, importsOf, otherObjects } from './cdk8s-props.js';
import { applicationSet, applicationSetProps, type Environment, environmentsOf } from './environments.js';
import { nextSteps } from './next-steps.js';
import { labelsOf } from './pods.js';
import type { Project } from './project.js';
import { isBlueGreen, type NewService } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { applicationProps, applicationText, type NewFile, type WrittenService } from './style.js';
import { Code, literal } from './typescript.js';

/** A chart for the service, of which each environment has its own, its test, and the missing files of the project. */
export function cdk8sStyle(service: NewService, project: Project, version: string): WrittenService {
  const environments = service.environments && environmentsOf(service, service.environments);
  const made = manifestFiles(service, variantInCode(service));
  return {
    files: [...serviceFiles(service, made, project), ...projectFiles(project, version)],
    deployments: [{ files: environments ? deployedInAll(service, environments) : deployedAlone(service) }],
    next: nextSteps(service, {
      before: [
        ['npm install', 'cdk8s and rolloutkit, as package.json names them'],
        ['npm run typecheck && npm test', 'the types know what the router can do'],
      ],
      look: 'npm run synth',
      lint: 'npm run synth && rolloutkit lint',
      add: '.',
      // What a synthesis writes, of a chart with the name that its template gives it.
      applied: `dist/${service.name}-application/`,
      whyAdd: service.argocd ? 'with dist/, which Argo CD deploys' : 'with dist/, which is what is deployed',
      ...(environments && { environments }),
    }),
  };
}

/** What a synthesis writes of a service, and its Application. */
function deployedAlone(service: NewService): readonly NewFile[] {
  const { name, namespace, argocd } = service;
  const manifests = manifestFiles(service, { namespace }).map(({ manifest }) => manifest);
  const text = argocd && applicationText(name, service, { path: argocd.path, namespace }, manifests);
  return [
    objectsFile(name, manifests),
    ...(text === undefined ? [] : [{ path: `argocd/${name}.yaml`, text }]),
  ];
}

/** What a synthesis writes of all environments, and the ApplicationSet that deploys them. */
function deployedInAll(service: NewService, environments: readonly Environment[]): readonly NewFile[] {
  const made = environments.map(({ name, namespace, hosts }) => ({
    chart: environmentChart(service, name),
    manifests: manifestFiles(service, { namespace, hosts }).map(({ manifest }) => manifest),
  }));
  return [
    ...made.map(({ chart, manifests }) => objectsFile(chart, manifests)),
    ...(service.argocd
      ? [applicationSet(service, made[0]?.manifests ?? [], { environments, path: setPath(service) })]
      : []),
  ];
}

function objectsFile(chart: string, manifests: readonly Manifest[]): NewFile {
  return { path: `${chart}/objects.yaml`, text: manifests.map((one) => toDocument(one)).join('---\n') };
}

function serviceFiles(
  service: NewService,
  made: readonly ManifestFile[],
  project: Project,
): readonly NewFile[] {
  return [
    chartFile(service, made),
    testFile(service, made, project),
    mainFile(service, project),
    ...(service.argocd ? [applicationChartFile(service, project)] : []),
  ];
}

/** The names that templates have for a service, its classes and its environments. */
function chartNames({ name }: NewService) {
  const pascal = classNameOf(name);
  return {
    name,
    className: `${pascal}Chart`,
    applicationName: `${pascal}ApplicationChart`,
    environments: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Environments`,
  };
}

/** Imports of the charts of a service, from the folder that `services` is in. */
function chartImports(service: NewService, { isModule }: Project, folder: string): readonly string[] {
  const { name, className, applicationName, environments } = chartNames(service);
  const extension = isModule ? '.js' : '';
  const imported = service.environments ? `${className}, ${environments}` : className;
  return [
    ...(service.argocd
      ? [`import { ${applicationName} } from '${folder}/services/${name}.application${extension}';`]
      : []),
    `import { ${imported} } from '${folder}/services/${name}${extension}';`,
  ];
}

/** Statements that add the charts of a service to `app`. */
function chartStatements(service: NewService): readonly string[] {
  const { className, applicationName, environments } = chartNames(service);
  if (service.environments) {
    const charts = `${environments}.map((environment) => new ${className}(app, environment));`;
    return service.argocd
      ? [`const services = ${charts}`, `new ${applicationName}(app, services);`]
      : [charts];
  }
  return service.argocd
    ? [`const service = new ${className}(app);`, `new ${applicationName}(app, service);`]
    : [`new ${className}(app);`];
}

function chartFile(service: NewService, made: readonly ManifestFile[]): NewFile {
  const { name, namespace, router, environments } = service;
  const construct = isBlueGreen(service) ? 'BlueGreenRollout' : 'CanaryRollout';
  const own = environments ? new Code('environment.namespace') : namespace;
  const others = otherObjects(service, made);
  return {
    path: `src/services/${name}.ts`,
    text: cdk8sTemplate('service.ts', {
      ...chartNames(service),
      fromCdk8s: others.length > 0 ? 'ApiObject, Chart' : 'Chart',
      imports: importsOf(service).join(', '),
      environments: declaredEnvironments(service, chartNames(service).environments),
      inEnvironment: environments ? ' in an environment' : '',
      parameters: environments
        ? `environment: Environment, id = \`${environmentChart(service, '${environment.name}')}\``
        : `id = '${name}'`,
      construct,
      type: isBlueGreen(service) ? construct : `${construct}<'${router}'>`,
      chart: literal({ namespace: own, labels: labelsOf(service) }, 4, '    super(scope, id, '.length),
      props: literal(
        codedProps(service, made),
        4,
        `    this.rollout = new ${construct}(this, '${name}', `.length,
      ),
      objects: others.map((statement) => `${statement}\n`).join(''),
    }),
  };
}

function testFile(service: NewService, made: readonly ManifestFile[], project: Project): NewFile {
  const names = chartNames(service);
  return {
    path: `test/${service.name}.test.ts`,
    text: cdk8sTemplate('test.ts', {
      ...names,
      imports: [
        ...(project.usesJest ? [] : ["import { describe, expect, it } from 'vitest';"]),
        ...chartImports(service, project, '../src'),
      ].join('\n'),
      charts: chartStatements(service).join('\n    '),
      ...(service.environments
        ? { each: `.each(${names.environments})`, given: 'environment', arguments: 'new App(), environment' }
        : { each: '', given: '', arguments: 'new App()' }),
      objects: literal(manifestNames(made.map(({ manifest }) => manifest)), 4, 90),
    }),
  };
}

function mainFile(service: NewService, project: Project): NewFile {
  const imports = chartImports(service, project, '.');
  const charts = chartStatements(service);
  const deployed = service.environments
    ? `The ApplicationSet deploys ${setPath(service)}`
    : `The Application deploys ${service.argocd?.path ?? ''}`;
  return {
    path: 'src/main.ts',
    text: cdk8sTemplate('main.ts', {
      ...chartNames(service),
      imports: imports.join('\n'),
      charts: charts.join('\n'),
    }),
    ifThere: (existing) => {
      const missing = [...imports, ...charts].filter((statement) => !hasCode(existing, statement));
      return [
        ...(missing.length > 0 ? [keptAndAdd('src/main.ts'), ...missing.map(indentedLine)] : []),
        ...(service.argocd && !existing.includes(folderPerChart)
          ? [
              `${deployed}, which needs a folder per chart:`,
              indentedLine(`new App({ yamlOutputType: YamlOutputType.${folderPerChart} })`),
            ]
          : []),
      ];
    },
  };
}

const folderPerChart = 'FOLDER_PER_CHART_FILE_PER_RESOURCE';

function applicationChartFile(service: NewService, { isModule }: Project): NewFile {
  const path = `src/services/${service.name}.application.ts`;
  const names = { ...chartNames(service), extension: isModule ? '.js' : '' };
  if (service.environments)
    return {
      path,
      text: cdk8sTemplate('application-set.ts', { ...names, set: codedSet(service, names.environments) }),
    };
  const { namespace, argocd } = service;
  const props = applicationProps(service, { path: argocd?.path ?? '', namespace });
  const fields = Object.entries(props).map(
    ([key, value]) => [key, literal(value, 6, key.length + 3)] as const,
  );
  return { path, text: cdk8sTemplate('application.ts', { ...names, ...Object.fromEntries(fields) }) };
}

/** The props of the ApplicationSet as code, with the environments of the service. */
function codedSet(service: NewService, environments: string): string {
  const {
    goTemplate,
    goTemplateOptions,
    template: made,
  } = applicationSetProps(service, {
    environments: [],
    path: setPath(service),
  });
  const elements = `${environments}.map(({ name, namespace }) => ({ environment: name, namespace }))`;
  const props = {
    goTemplate,
    goTemplateOptions,
    generators: [{ list: { elements: new Code(elements) } }],
    template: made,
    manages: new Code('services'),
  };
  return literal(props, 4);
}

function manifestNames(manifests: readonly Manifest[]): readonly string[] {
  return manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
}

function classNameOf(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
