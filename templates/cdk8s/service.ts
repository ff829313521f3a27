import { ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ${imports} } from 'rolloutkit/constructs';

/** The service ${name}: its Rollout, and all that its traffic needs. */
export class ${className} extends Chart {
  readonly rollout: ${type};

  constructor(scope: Construct, id = '${name}') {
    super(scope, id, ${chart});

    this.rollout = new ${construct}(this, '${name}', ${props});
${objects}
  }
}
