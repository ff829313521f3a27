import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import {
  abort,
  apply,
  elapse,
  promote,
  ready,
  scenario,
  type Manifest,
  type Scenario,
  type ScenarioEvent,
} from '../scenario.js';

const kinds = new Set(['Rollout', 'Service', 'VirtualService', 'DestinationRule', 'HTTPRoute', 'Ingress']);

/** What the controller has to do with of the manifests that docs and demo show. */
function objectsOf(example: string, form: Form): readonly Manifest[] {
  const folder = join('examples', example, form);
  return readdirSync(folder)
    .flatMap((file) => loadAll(readFileSync(join(folder, file), 'utf8')) as Manifest[])
    .filter(({ kind }) => kinds.has(kind))
    // Where a manifest has no namespace, the Application sets one.
    .map((object) => ({ ...object, metadata: { namespace: 'shop', ...object.metadata } }));
}

type Form = 'as-published' | 'corrected';

function scenariosOf(example: string, form: Form, name = example): readonly Scenario[] {
  const objects = objectsOf(example, form);
  const rollout = objects.find(({ kind }) => kind === 'Rollout')!;
  const { apiVersion, kind, metadata } = rollout;
  const update = apply({
    apiVersion,
    kind,
    metadata: { name: metadata.name, namespace: metadata.namespace },
    spec: { template: { metadata: { annotations: { revision: '2' } } } },
  });
  const { steps = [] } = (rollout as unknown as RolloutObject).spec.strategy?.canary ?? {};
  const passed = steps.flatMap(({ pause }): readonly ScenarioEvent[] =>
    pause ? [pause.duration === undefined ? promote : elapse(3600), ready] : [],
  );
  const begun = [ready, update, ready];
  return [
    scenario(`${name}, from the first deployment to the end of an update`, 'What docs and demo show.', objects, [
      ...begun,
      ...passed,
      elapse(3600),
      ready,
    ]),
    scenario(`${name}, aborted at its first pause`, 'What docs and demo show.', objects, [...begun, abort, ready]),
  ];
}

export const exampleScenarios = ['alb-header-route', 'configmap-revision', 'istio-host', 'istio-subset'].flatMap(
  (example) => scenariosOf(example, 'corrected'),
);

/** Recorded with the plugin, and as the plugin's documentation has it, too. */
export const gatewayApiExampleScenarios = (['as-published', 'corrected'] as const).flatMap((form) =>
  scenariosOf('gateway-header-route', form, `gateway-header-route ${form}`),
);
