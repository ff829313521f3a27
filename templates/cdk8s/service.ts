import { ${fromCdk8s} } from 'cdk8s';
import type { Construct } from 'constructs';
import { ${imports} } from 'rolloutkit/constructs';
${environments}
/** The service ${name}${inEnvironment}: its Rollout, and all that its traffic needs. */
export class ${className} extends Chart {
  readonly rollout: ${type};

  constructor(scope: Construct, ${parameters}) {
    super(scope, id, ${chart});

    this.rollout = new ${construct}(this, '${name}', ${props});
${objects}  }
}
