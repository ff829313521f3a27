import type { Labels } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { unknownKeys } from '../../kubernetes/apply/parts.js';
import { rolloutsType } from '../../kubernetes/apply/schema-table.js';
import { typedRollout } from '../../rollouts/controllers/typed-rollout.js';
import { defaultRolloutsVersion } from '../../kubernetes/objects/version.js';
import { asked, type Callers, networkPolicy } from './access.js';
import { serviceAccount, withAccount } from './accounts.js';
import { configMaps, withConfigs } from './config-maps.js';
import { defined, manifest, type Manifest, type ManifestContext, type Raw, refuse } from './manifest.js';
import { merged } from './merged.js';
import { monitoredPort, podMonitor, serviceMonitor } from './monitors.js';
import { hasTemplate, type PodFacts, podFacts } from './pods.js';
import type { AnyRolloutProps } from './props.js';
import { autoscaler, disruptionBudget, scaledObject } from './scaling.js';
import { servicePorts } from './services.js';

/** The objects that belong to a Rollout with either strategy. */
export interface Surroundings {
  readonly configMaps: readonly Manifest[];
  readonly autoscaler: Manifest | undefined;
  /** Of KEDA. */
  readonly scaledObject: Manifest | undefined;
  readonly disruptionBudget: Manifest | undefined;
  readonly serviceAccount: Manifest | undefined;
  readonly networkPolicy: Manifest | undefined;
  /** Of the operator of Prometheus. */
  readonly podMonitor: Manifest | undefined;
  /** Of the operator of Prometheus. */
  readonly serviceMonitor: Manifest | undefined;
}

/** Inputs that are not props. */
export interface Attached {
  /**
   * Whether an autoscaler that is not in the props scales the Rollout.
   * @default false
   */
  readonly hasAutoscaler?: boolean;
}

export function surroundings(
  name: string,
  props: AnyRolloutProps,
  facts: PodFacts,
  callers: Callers,
  context: ManifestContext,
): Surroundings {
  const { selector } = facts;
  const { config = [], disruptionBudget: budget, scaledBy } = props;
  if (config.length > 0 && !hasTemplate(props.pod))
    refuse(
      'The pod template is the Deployment\'s, so "config" cannot be added to it; define the pods in the Rollout.',
    );
  return {
    configMaps: config.flatMap((one) => [...configMaps(name, one, context)]),
    autoscaler: typeof props.replicas === 'object' ? autoscaler(name, props.replicas, context) : undefined,
    scaledObject: typeof scaledBy === 'object' ? scaledObject(name, scaledBy, context) : undefined,
    disruptionBudget: budget && disruptionBudget(name, budget, selector, context),
    ...accessOf(name, props, facts, callers, context),
  };
}

/** The account of the pods, who may call them, and how Prometheus reads them. */
function accessOf(
  name: string,
  props: AnyRolloutProps,
  facts: PodFacts,
  callers: Callers,
  context: ManifestContext,
): Pick<Surroundings, 'serviceAccount' | 'networkPolicy' | 'podMonitor' | 'serviceMonitor'> {
  const account = asked(props.serviceAccount);
  const policy = asked(props.networkPolicy);
  const [ofPods, ofServices] = [asked(props.podMonitor), asked(props.serviceMonitor)];
  const { ports } = props;
  // A ServiceMonitor names a port of the Services, a policy one of the pods.
  const through = ofServices && monitoredPort(ofServices, servicePorts(ports, facts));
  const monitored = [
    ...(ofPods ? [monitoredPort(ofPods, facts.ports)] : []),
    ...(through === undefined
      ? []
      : servicePorts(ports, facts)
          .filter((port) => port.name === through)
          .map(({ port, targetPort = port }) => targetPort)),
  ];
  return {
    serviceAccount: account && serviceAccount(name, account, context),
    networkPolicy:
      policy &&
      networkPolicy(
        name,
        policy,
        { ...callers, ingresses: props.ingresses ?? [], plainRoutes: props, facts, ports, monitored },
        context,
      ),
    podMonitor: ofPods && podMonitor(name, ofPods, facts, context),
    serviceMonitor: ofServices && serviceMonitor(name, ofServices, servicePorts(ports, facts), context),
  };
}

export function factsOf(name: string, { pod, selector, serviceAccount: account }: AnyRolloutProps): PodFacts {
  return podFacts(name, pod, selector, asked(account)?.automountToken);
}

/** What a Rollout is made of besides its props. */
interface RolloutParts extends Attached {
  readonly facts: PodFacts;
  readonly strategy: Raw;
}

/** The Rollout, with either strategy. */
export function rolloutManifest(
  name: string,
  props: AnyRolloutProps,
  { facts, strategy, hasAutoscaler = false }: RolloutParts,
  context: ManifestContext,
): Manifest {
  const { metadata = {}, overrides, replicas, config = [] } = props;
  if (props.autoscaler !== undefined)
    refuse(
      '"replicas" takes the bounds of an autoscaler, such as { minReplicas: 2, maxReplicas: 8 }; move them there.',
    );
  if (props.scaledBy !== undefined && replicas !== undefined)
    refuse('"replicas" conflicts with "scaledBy", because each sync would reset what scales it; remove it.');
  const scaled = typeof replicas === 'object' || hasAutoscaler || props.scaledBy !== undefined;
  if (hasAutoscaler && replicas !== undefined)
    refuse('"replicas" conflicts with the autoscaler, because each sync would reset it; remove it.');
  const account = asked(props.serviceAccount);
  const template = account ? withAccount(facts, account.name ?? name) : facts.template;
  const spec = defined({
    replicas: scaled ? undefined : (replicas ?? facts.replicas ?? 1),
    ...facts.settings,
    ...defined({
      revisionHistoryLimit: props.revisionHistoryLimit,
      minReadySeconds: props.minReadySeconds,
      progressDeadlineSeconds: props.progressDeadlineSeconds,
    }),
    progressDeadlineAbort: props.progressDeadlineAbort,
    rollbackWindow: props.rollback && { revisions: props.rollback.window },
    selector: { matchLabels: facts.selector },
    workloadRef: facts.workloadRef,
    strategy,
    template: template && withConfigs(template, name, config),
  });
  const labels: Labels = { ...context.labels, ...metadata.labels };
  return manifest(
    { ...context, labels },
    ['argoproj.io/v1alpha1', 'Rollout'],
    name,
    { spec: writtenRollout(merged(spec, overrides)) },
    metadata.annotations,
  );
}

/**
 * Removes fields that the controller omits when it writes the Rollout, such as `minReadySeconds: 0`, which would be permanently
 * OutOfSync. Pod templates stay unchanged, because Argo CD normalizes them. A field that does not exist stays, too, because lint
 * reports it.
 */
function writtenRollout({ template, ...spec }: Raw): Raw {
  if (unknownKeys(spec, rolloutsType('RolloutSpec', defaultRolloutsVersion)).length > 0)
    return template === undefined ? spec : { ...spec, template };
  const rollout = { spec } as unknown as RolloutObject;
  const written = typedRollout(rollout, defaultRolloutsVersion).spec as unknown as Raw;
  return template === undefined ? written : { ...written, template };
}
