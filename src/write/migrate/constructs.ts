import { expected } from '../../lint/fix/edits.js';
import { isPlainObject, type Raw, withoutFields } from '../../constructs/manifests/manifest.js';
import type { Source } from '../../model/source.js';
import { folderOf } from '../../model/source.js';
import { join } from '../../repository/graph/kustomization.js';
import { documentsOf, findNode, textAt } from '../../repository/render/tree.js';
import { constructorOf } from '../scaffold/cdk8s-props.js';
import { Call, literal } from '../scaffold/typescript.js';
import type { StepDraft } from './step.js';

/** Whether a file is the output of a cdk8s app, so that the next synthesis would overwrite an edit. */
export function isOfApp(sources: readonly Source[], path: string): boolean {
  return sources.some((source) => {
    if (!source.path.endsWith('/cdk8s.yaml')) return false;
    const [config] = documentsOf(source);
    if (!config || !findNode(config.root, ['app'])) return false;
    const output = findNode(config.root, ['output']) ? textAt(config.root, 'output') : 'dist';
    return output !== undefined && path.startsWith(`${join(folderOf(source), output)}/`);
  });
}

/**
 * A step as statements on a `chart` of a cdk8s app: the new objects, and the changed fields of others. The user adds them, because an
 * app is a program that cannot be edited like a manifest.
 */
export function codeOf({ writes, objects, traffic, ports }: StepDraft): readonly string[] {
  const made = objects.map(({ value }) => value as Manifested);
  const rollouts = made.filter(({ kind }) => kind === 'Rollout');
  const others = made.filter(({ kind }) => kind !== 'Rollout');
  const changed = new Set(writes.map(({ resource }) => resource));
  const edited = [...changed].filter(({ kind }) => kind === 'Rollout');
  return [
    ...rollouts.flatMap((value) => rolloutCode(value, {})),
    ...edited.flatMap((resource) => {
      const own = writes.filter((write) => write.resource === resource);
      return rolloutCode(expected(resource.at().value, own) as Manifested, {
        ...(traffic && { traffic }),
        ...(ports && { ports }),
      });
    }),
    ...others.flatMap((value) => {
      const { apiVersion, kind, metadata, ...fields } = value;
      const start = `new ApiObject(chart, '${metadata.name}-${kind.toLowerCase()}', `;
      return `${start}${literal({ apiVersion, kind, metadata, ...fields }, 0, start.length)});`.split('\n');
    }),
    ...writes
      .filter(({ resource }) => resource.kind !== 'Rollout')
      .map(
        ({ resource: { kind, name }, path, value }) =>
          `// ${kind} "${name}": ${path.join('.')} becomes ${JSON.stringify(value)}`,
      ),
  ];
}

interface Manifested extends Raw {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: object };
}

/** The construct of a Rollout that takes its pods from a Deployment. */
function rolloutCode(
  { metadata, ...value }: Manifested,
  { traffic, ports }: Pick<StepDraft, 'traffic' | 'ports'>,
): readonly string[] {
  const spec = (value['spec'] ?? {}) as Raw & {
    readonly workloadRef: { readonly name: string; readonly scaleDown?: string };
    readonly strategy: { readonly canary: Raw };
  };
  const { workloadRef, strategy } = spec;
  const counts = withoutFields(spec, 'selector', 'workloadRef', 'strategy');
  const { steps, ...canary } = strategy.canary;
  const tuning = withoutFields(canary, 'stableService', 'canaryService', 'trafficRouting');
  const { name, labels } = metadata;
  const { scaleDown } = workloadRef;
  const props = {
    metadata: { name, ...(labels && { labels }) },
    pod: { workloadRef: { deployment: theDeployment, scaleDown } },
    ...counts,
    ...(ports && { ports }),
    traffic: traffic
      ? new Call(constructorOf(traffic.router), withoutFields(traffic, 'router'))
      : new Call(constructorOf('none'), { service: false }),
    ...(isPlainObject(tuning) && Object.keys(tuning).length > 0 && { canary: fromFirstStep(tuning) }),
    ...(steps !== undefined && { steps }),
  };
  const start = `new CanaryRollout(chart, 'rollout', `;
  const text = literal(props, 0, start.length).replace(`deployment: '${theDeployment}'`, 'deployment');
  return [
    `// "deployment" is the construct of Deployment "${workloadRef.name}". Others that the app has are known by their constructs in the place of { name }.`,
    ...`${start}${text});`.split('\n'),
  ];
}

/** With the default of the controller for the beginning of an analysis; a construct has another one. */
function fromFirstStep({ analysis, ...others }: Raw): Raw {
  return isPlainObject(analysis) ? { ...others, analysis: { startingStep: 0, ...analysis } } : others;
}

/** A placeholder for a variable of the program. */
const theDeployment = 'the construct of the Deployment';
