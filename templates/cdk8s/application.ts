import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ArgoApplication } from 'rolloutkit/constructs';

/** What deploys ${name}. Which differences it ignores follows from the objects that it manages. */
export class ${applicationName} extends Chart {
  constructor(scope: Construct, service: Chart, id = '${name}-application') {
    super(scope, id);

    new ArgoApplication(this, '${name}', {
      source: ${source},
      destination: ${destination},
      syncPolicy: ${syncPolicy},
      manages: [service],
    });
  }
}
