/** A system whose Deployment is a Rollout with a strategy, and that has a Service for what is not promoted. */
export function rolloutSystem(
  files: Readonly<Record<string, string>>,
  folder: string,
  strategy: string,
  other = 'preview',
): Readonly<Record<string, string>> {
  const all = { ...files };
  const workload = `${folder}/deployment.yaml`;
  const service = all[`${folder}/service.yaml`]!;
  const listing = `${folder}/kustomization.yaml`;
  const name = /^ {2}name: (.*)$/m.exec(service)![1]!;
  const own = name === 'checkout' ? strategy : strategy.replaceAll(/: checkout(?=[- \n])/g, `: ${name}`);
  all[workload] = replaced(
    replaced(
      replaced(all[workload]!, 'apps/v1', 'argoproj.io/v1alpha1'),
      'kind: Deployment',
      'kind: Rollout',
    ),
    /^ {2}strategy:\n(?: {4}.*\n)+/m,
    own,
  );
  all[`${folder}/service-${other}.yaml`] = replaced(service, `name: ${name}\n`, `name: ${name}-${other}\n`);
  if (all[listing] !== undefined)
    all[listing] = replaced(
      all[listing],
      '  - service.yaml\n',
      `  - service.yaml\n  - service-${other}.yaml\n`,
    );
  return all;
}

function replaced(text: string, from: string | RegExp, to: string): string {
  const after = text.replace(from, () => to);
  if (after === text) throw new Error(`Nothing is ${String(from)}.`);
  return after;
}
