import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ${imports} } from 'rolloutkit/constructs';

/** The service ${name}: its Rollout, and all that its traffic needs. */
export class ${className} extends Chart {
  readonly canary: CanaryRollout<'${router}'>;

  constructor(scope: Construct, id = '${name}') {
    super(scope, id, { namespace: '${namespace}' });

    this.canary = new CanaryRollout(this, '${name}', ${props});
  }
}
