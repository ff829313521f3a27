import type { ActionName } from '../../../kubernetes/kinds/steps.js';
import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { isRollout } from '../../../kubernetes/kinds/rollout.js';

/** A string with places to fill in, `${1:20}`, its lines indented relative to the first one. */
export interface Snippet {
  readonly label: string;
  readonly lines: readonly string[];
  readonly words: string;
}

/** The steps of a canary, with the values that are always needed. */
const steps: Readonly<Record<ActionName, Omit<Snippet, 'label'>>> = {
  setWeight: {
    lines: ['setWeight: ${1:20}'],
    words: 'Sends this percentage of the requests to the new version.',
  },
  pause: {
    lines: ['pause: { duration: ${1:10m} }'],
    words: 'Waits; without a duration, until the update is promoted.',
  },
  setCanaryScale: {
    lines: ['setCanaryScale:', '  weight: ${1:25}'],
    words: 'Sets the number of pods of the new version independently of the weight.',
  },
  analysis: {
    lines: ['analysis:', '  templates:', '    - templateName: ${1:success-rate}'],
    words: 'Measures, and aborts the update if a metric fails.',
  },
  experiment: {
    lines: [
      'experiment:',
      '  duration: ${1:10m}',
      '  templates:',
      '    - name: ${2:canary}',
      '      specRef: ${3|canary,stable|}',
    ],
    words: 'Runs pods of several versions side by side for some time.',
  },
  setHeaderRoute: {
    lines: [
      'setHeaderRoute:',
      '  name: ${1:preview}',
      '  match:',
      '    - headerName: ${2:X-Preview}',
      '      headerValue:',
      '        exact: "${3:true}"',
    ],
    words: 'Sends requests with a header to the new version; the route is listed in managedRoutes.',
  },
  setMirrorRoute: {
    lines: [
      'setMirrorRoute:',
      '  name: ${1:mirror}',
      '  percentage: ${2:20}',
      '  match:',
      '    - path:',
      '        prefix: ${3:/}',
    ],
    words: 'Sends copies of requests to the new version; the route is listed in managedRoutes.',
  },
  plugin: { lines: ['plugin:', '  name: ${1:owner/name}'], words: 'Runs a plugin of the controller.' },
};

/** What can stand as a whole at a place where a key is typed. */
export function snippetsAt(resource: Resource, container: Path): readonly Snippet[] {
  const [list, index] = container.slice(-2);
  const isStep = isRollout(resource) && list === 'steps' && typeof index === 'number';
  if (!isStep || resource.at(...container).entries.length > 1) return [];
  return Object.entries(steps).map(([label, snippet]) => ({ label, ...snippet }));
}
