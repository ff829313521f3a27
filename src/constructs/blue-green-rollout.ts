import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { type BlueGreenManifests, blueGreenManifests } from './manifests/blue-green.js';
import type { ManifestContext, Unwritable } from './manifests/manifest.js';
import type { BlueGreenProps } from './manifests/blue-green-props.js';
import type { AnyRolloutProps } from './manifests/props.js';
import type { Attached } from './manifests/rollout.js';
import { existingObjects } from './elsewhere.js';
import { sourcePods, type PodSource } from './pod-source.js';
import { type ConstructProps, RolloutConstruct } from './rollout-construct.js';
import type { ServiceObject } from './service-object.js';

/** Two versions of which one is active: their pods, their Services, and how the new one becomes active. */
export interface BlueGreenRolloutProps extends BlueGreenProps<PodSource | Unwritable>, ConstructProps {}

/**
 * A blue-green Rollout with its Services, each named once.
 * @example
 * new BlueGreenRollout(chart, 'web', {
 *   pod: { image: 'ghcr.io/example/web:3.1.0', port: 8080 },
 *   replicas: 3,
 *   blueGreen: { autoPromotionEnabled: false },
 * });
 */
export class BlueGreenRollout extends RolloutConstruct<BlueGreenManifests> {
  /** The Rollout itself. */
  override readonly rollout: ApiObject;
  /** The Service of the active version; undefined where an existing one is named. */
  readonly activeService: ServiceObject | undefined;
  /** The Service of the new version before its promotion; undefined where an existing one is named. */
  readonly previewService: ServiceObject | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: BlueGreenRolloutProps,
  ) {
    super(scope, id, props, existingObjects(props));
    const rollout = this.child('Resource', (made) => made.rollout);
    this.rollout = rollout ?? ApiObject.of(this);
    this.activeService = this.service('ActiveService', (made) => made.activeService);
    this.previewService = this.service('PreviewService', (made) => made.previewService);
    this.addSurroundings();
  }

  protected override derive(
    common: Pick<AnyRolloutProps, 'config'>,
    context: ManifestContext,
    attached: Attached,
  ): BlueGreenManifests {
    return blueGreenManifests(
      this.node.id,
      { ...this.props, ...common, pod: sourcePods(this.pods) },
      context,
      attached,
    );
  }
}
