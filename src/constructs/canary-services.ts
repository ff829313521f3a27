import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

/** A port of both Services. */
export interface ServicePort {
  /** What a router or an Ingress may call the port. */
  readonly name: string;

  /** Where the Services listen. */
  readonly port: number;

  /**
   * Where the pods listen: a number, or the name of a container port.
   * @default - the same as `port`
   */
  readonly targetPort?: number | string;
}

/** What a pair of Services needs to know. */
export interface CanaryServicesProps {
  /**
   * The name of the stable Service; the canary Service is called `<name>-canary`.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** Labels of the Rollout's pods; the controller adds the hash that tells stable from canary. */
  readonly selector: Readonly<Record<string, string>>;

  /**
   * The ports of both Services.
   * @default - port 80, called "http"
   */
  readonly ports?: readonly ServicePort[];
}

/** The stable and the canary Service of a Rollout, alike but for their names. */
export class CanaryServices extends Construct {
  /** The Service to name as `stableService`. */
  readonly stable: ApiObject;

  /** The Service to name as `canaryService`. */
  readonly canary: ApiObject;

  constructor(scope: Construct, id: string, props: CanaryServicesProps) {
    super(scope, id);

    const { name = id, selector, ports = [{ name: 'http', port: 80 }] } = props;
    if (Object.keys(selector).length === 0)
      throw new Error(`The selector of "${this.node.path}" is empty; give the labels of the Rollout's pods.`);
    if (ports.length === 0) throw new Error(`"${this.node.path}" has no ports; give at least one.`);

    const service = (childId: string, serviceName: string) =>
      new ApiObject(this, childId, {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: serviceName },
        spec: {
          selector: { ...selector },
          ports: ports.map(({ name, port, targetPort = port }) => ({ name, port, targetPort })),
        },
      });
    this.stable = service('Stable', name);
    this.canary = service('Canary', `${name}-canary`);
  }
}
