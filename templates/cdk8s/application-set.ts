import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ArgoApplicationSet } from 'rolloutkit/constructs';
import { ${environments} } from './${name}${extension}';

/** What deploys ${name}, in each environment. Which differences are ignored follows from the objects that it manages. */
export class ${applicationName} extends Chart {
  constructor(scope: Construct, services: readonly Chart[], id = '${name}-application') {
    super(scope, id);

    new ArgoApplicationSet(this, '${name}', ${set});
  }
}
