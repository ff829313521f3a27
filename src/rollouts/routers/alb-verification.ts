import type { AlbRouting } from '../../kubernetes/objects/rollout-object.js';
import type { AlbStatus, AwsResource } from '../../kubernetes/objects/rollout-status.js';
import { serviceName, type IngressObject } from './ingress-object.js';
import type { Verification, Wanted } from './reconciler.js';
import { stableAndCanary } from './stable-and-canary.js';

/** What a load balancer sends to one Service. */
interface TargetGroup extends AwsResource {
  readonly id: string;
  readonly weight: number | undefined;
}

const noResource: AwsResource = { name: '', arn: '', fullName: '' };
const account = 'arn:aws:elasticloadbalancing:eu-west-1:000000000000:';

/**
 * Asks the load balancers whether the canary and each experiment have their weight, and records their target groups. A load
 * balancer learns of a change of an Ingress after the pass that writes it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/alb/alb.go (VerifyWeightPerIngress)
 */
export function verification({ rollout, weight, experiments, balanced }: Wanted): Verification {
  const {
    ingresses = [],
    ingress = '',
    servicePort = 0,
  }: Partial<AlbRouting> = rollout.spec.strategy?.canary?.trafficRouting?.alb ?? {};
  const names = ingresses.length > 0 ? ingresses : [ingress];
  const known = rollout.status?.albs ?? [];
  const albs: AlbStatus[] = known.length === names.length ? [...known] : names.map(() => noStatus);
  let alb = rollout.status?.alb ?? noStatus;
  let verified = 0;
  const services = stableAndCanary(rollout, true);
  for (const [index, name] of names.entries()) {
    const object: IngressObject | undefined = balanced(name);
    const id = (service: string): string =>
      `${rollout.metadata.namespace ?? ''}/${name}-${service}:${servicePort}`;
    const wanted = new Map(experiments.map((one) => [id(one.serviceName ?? ''), one.weight]));
    for (const { hostname } of object?.status?.loadBalancer?.ingress ?? []) {
      if (!object || !hostname) continue;
      const groups = targetGroups(object);
      const note = (status: AlbStatus): AlbStatus => ({
        ingress: name,
        loadBalancer: balancer(hostname),
        canaryTargetGroup: targetGroup(groups, id(services.canary)) ?? status.canaryTargetGroup,
        stableTargetGroup: targetGroup(groups, id(services.stable)) ?? status.stableTargetGroup,
      });
      albs[index] = note(albs[index] ?? noStatus);
      alb = note(alb);
      wanted.set(id(services.canary), weight);
      for (const group of groups)
        if (group.weight !== undefined && wanted.get(group.id) === group.weight) verified += 1;
    }
  }
  return { verified: verified === names.length + experiments.length, alb, albs };
}

const noStatus: AlbStatus = {
  loadBalancer: noResource,
  canaryTargetGroup: noResource,
  stableTargetGroup: noResource,
};

function balancer(hostname: string): AwsResource {
  const name = hostname.split('.')[0] ?? '';
  return { name, arn: `${account}loadbalancer/app/${name}/1`, fullName: `${name}/1` };
}

function targetGroup(groups: readonly TargetGroup[], id: string): AwsResource | undefined {
  const { name, arn, fullName } = groups.find((group) => group.id === id) ?? noResource;
  return name === '' ? undefined : { name, arn, fullName };
}

/**
 * The target groups that the actions of an Ingress name, in the order of its paths. Of several rules with one target group, the
 * last determines its weight.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/aws/aws.go (GetTargetGroupMetadata)
 */
function targetGroups({ metadata, spec }: IngressObject): readonly TargetGroup[] {
  const groups = new Map<string, TargetGroup>();
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  for (const service of paths.map(serviceName))
    for (const [key, value] of Object.entries(metadata.annotations ?? {})) {
      if (!key.endsWith(`/actions.${service}`)) continue;
      for (const { ServiceName = '', ServicePort = '', Weight } of forwardTargets(value)) {
        const id = `${metadata.namespace ?? ''}/${metadata.name}-${ServiceName}:${ServicePort}`;
        const name = `k8s-${metadata.namespace ?? ''}-${ServiceName}`;
        groups.set(id, {
          id,
          name,
          arn: `${account}targetgroup/${name}/1`,
          fullName: `${name}/1`,
          weight: Weight ?? groups.get(id)?.weight,
        });
      }
    }
  return [...groups.values()];
}

interface ForwardTarget {
  readonly ServiceName?: string;
  readonly ServicePort?: string;
  readonly Weight?: number;
}

function forwardTargets(action: string): readonly ForwardTarget[] {
  try {
    const { ForwardConfig } = JSON.parse(action) as {
      readonly ForwardConfig?: { readonly TargetGroups?: readonly ForwardTarget[] };
    };
    return ForwardConfig?.TargetGroups ?? [];
  } catch {
    return [];
  }
}
