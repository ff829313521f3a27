import { applicationTemplate, sources } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { OtherDifference, RepositoryState, TwoStates } from './differences.js';
import { differing } from './manifest.js';
import { resourcesIn } from './settings.js';

/** The sources of an Application, or of those that an ApplicationSet makes. */
export function sourcesWritten(application: Resource): readonly Field[] {
  if (application.kind === 'Application') return sources(application);
  const spec = applicationTemplate(application).at('spec');
  return [spec.at('source'), ...spec.at('sources').items];
}

/** What of a source does not get into pods, or is an image, which other parts restore. */
const apartFromPods = /\.kustomize\.(?:images|replicas|namespace)\b|\.directory\.|\.(?:name|ref)$/;

/** What an Application builds its objects from and with, where two states differ. */
export function applicationDifferences(
  { group, kind, name, source: { path } }: Resource,
  { before, now }: TwoStates,
): readonly OtherDifference[] {
  const sourcesIn = (state: RepositoryState): readonly Field[] => {
    const file = state.named(path);
    const same = resourcesIn(file, state.text(file) ?? '').filter(
      (one) => one.group === group && one.kind === kind && one.name === name,
    );
    return same.length === 1 && same[0] ? sourcesWritten(same[0]) : [];
  };
  const [old, current] = [sourcesIn(before), sourcesIn(now)];
  return current.flatMap((source, index) => {
    const then = old[index];
    if (!then) return [];
    return [...differing(then, source)]
      .filter((what) => !apartFromPods.test(what))
      .map((what) => ({ path, what, isSure: false }));
  });
}
