import { ApiObject } from 'cdk8s';
import { isPlainObject } from './manifests/manifest.js';
import type { ServicePort } from './manifests/services.js';

/** A Service of a Rollout, which can also be the backend of an Ingress of cdk8s-plus. */
export class ServiceObject extends ApiObject {
  /** The ports that it has by now, patches included; cdk8s-plus looks here for the one that an Ingress leads to. */
  get ports(): readonly ServicePort[] {
    const { spec } = this.toJson() as { readonly spec?: unknown };
    return isPlainObject(spec) && Array.isArray(spec['ports'])
      ? (spec['ports'] as readonly ServicePort[])
      : [];
  }

  /**
   * This Service where a Service of cdk8s-plus is expected. That class has private fields, so no other type fits it;
   * of what it does, an IngressBackend needs the name and the ports, and nothing else is promised.
   * @example
   * kplus.IngressBackend.fromService(canary.stableService!.toService());
   */
  toService<S>(): S {
    return this as unknown as S;
  }
}
