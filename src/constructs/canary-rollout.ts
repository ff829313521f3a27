import { ApiObject, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { type CanaryManifests, canaryManifests } from '../manifests/canary.js';
import { type Manifest, UnfitProps } from '../manifests/manifest.js';
import type { CanaryRolloutProps } from '../manifests/props.js';
import type { CanaryStep, RouterKind } from '../manifests/steps.js';

/** A Rollout with a canary, and all objects that its traffic needs, each named once. */
export class CanaryRollout<K extends RouterKind = RouterKind> extends Construct {
  /** How its traffic is split. */
  readonly router: K;

  /** The Rollout itself; `ApiObject.of` finds it, too. */
  readonly rollout: ApiObject;

  private readonly steps: CanaryStep<K>[];

  constructor(
    scope: Construct,
    id: string,
    private readonly props: CanaryRolloutProps<K>,
  ) {
    super(scope, id);
    this.router = props.traffic.router as K;
    this.steps = [...(props.steps ?? [])];
    const made = this.manifests();
    this.rollout = this.child('Resource', made.rollout, (now) => now.rollout);
    this.child('StableService', made.stableService, (now) => now.stableService);
    this.child('CanaryService', made.canaryService, (now) => now.canaryService);
    this.child('RootService', made.rootService, (now) => now.rootService);
    this.child('VirtualService', made.virtualService, (now) => now.virtualService);
    this.child('DestinationRule', made.destinationRule, (now) => now.destinationRule);
    this.child('Gateway', made.gateway, (now) => now.gateway);
    this.child('Ingress', made.ingress, (now) => now.ingress);
  }

  private manifests(): CanaryManifests {
    const { namespace } = Chart.of(this);
    try {
      return canaryManifests<K>(this.node.id, { ...this.props, steps: this.steps }, { namespace });
    } catch (error) {
      if (error instanceof UnfitProps) throw new Error(`[${this.node.path}] ${error.message}`);
      throw error;
    }
  }

  private child(id: string, made: Manifest, now: (made: CanaryManifests) => Manifest | undefined): ApiObject;
  private child(
    id: string,
    made: Manifest | undefined,
    now: (made: CanaryManifests) => Manifest | undefined,
  ): ApiObject | undefined;
  private child(
    id: string,
    made: Manifest | undefined,
    now: (made: CanaryManifests) => Manifest | undefined,
  ): ApiObject | undefined {
    if (!made) return undefined;
    const { apiVersion, kind, metadata, ...fields } = made;
    const lazy = Object.keys(fields).map((key): [string, unknown] => [
      key,
      Lazy.any({ produce: () => now(this.manifests())?.[key] }),
    ]);
    return new ApiObject(this, id, { apiVersion, kind, metadata, ...Object.fromEntries(lazy) });
  }
}
