import type { CanaryStep, SetCanaryScale } from '../../kubernetes/objects/rollout-object.js';

/** A step as in its manifest: `setWeight: 20`. A step with several actions has several. */
export function stepTitle(step: CanaryStep): string {
  const { setCanaryScale, setHeaderRoute, setMirrorRoute, setWeight, experiment, analysis, plugin, pause } =
    step;
  const parts = [
    ...(setCanaryScale ? [`setCanaryScale: ${scale(setCanaryScale)}`] : []),
    ...(setHeaderRoute ? [`setHeaderRoute: ${routeName(setHeaderRoute)}`] : []),
    ...(setMirrorRoute ? [`setMirrorRoute: ${routeName(setMirrorRoute)}`] : []),
    ...(setWeight === undefined ? [] : [`setWeight: ${setWeight}`]),
    ...(experiment ? [`experiment${afterColon(experiment.templates?.map(({ name }) => name))}`] : []),
    ...(analysis
      ? [`analysis${afterColon(analysis.templates?.map(({ templateName }) => templateName))}`]
      : []),
    ...(plugin ? [`plugin: ${plugin.name}`] : []),
    ...(pause ? [pause.duration === undefined ? 'pause' : `pause: ${pause.duration}`] : []),
  ];
  return parts.join(' + ');
}

function scale({ replicas, weight, matchTrafficWeight }: SetCanaryScale): string {
  if (matchTrafficWeight) return 'matchTrafficWeight';
  if (replicas !== undefined) return `replicas ${replicas}`;
  return weight === undefined ? 'nothing' : `weight ${weight}`;
}

function routeName({ name = '', match = [] }: { name?: string; match?: readonly unknown[] }): string {
  return match.length === 0 ? `${name} removed` : name;
}

function afterColon(names: readonly (string | undefined)[] = []): string {
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? '' : `: ${known.join(', ')}`;
}
