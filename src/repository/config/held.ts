import type { Where } from '../graph/where.js';
import type { ClusterConfig, Config, Override, RuleSetting } from './config.js';

/** A setting, and the line of the configuration that sets it; undefined for a default. */
export interface Held<T> {
  readonly value: T | undefined;
  readonly line: number | undefined;
}

/** The configuration for what is deployed somewhere. */
export interface HeldAt {
  /** The overrides that apply, by index. */
  readonly overrides: readonly number[];
  readonly cluster: { readonly [Key in keyof ClusterConfig]: Held<NonNullable<ClusterConfig[Key]>> };
  /** The relevant entries for rules and areas: the last that matches a rule wins. */
  readonly rules: readonly RuleSetting[];
}

const clusterKeys = ['rollouts', 'awsVerifyTargetGroup', 'argocd', 'kubernetes', 'protect'] as const;

/** The settings that apply somewhere, and their lines; `holds` says for each override whether it applies. */
export function heldAt(config: Config, holds: readonly ((where: Where) => boolean)[], where: Where): HeldAt {
  const overrides = config.overrides.flatMap((_, index) => (holds[index]?.(where) ? [index] : []));
  const layers: readonly (Config | Override)[] = [
    config,
    ...overrides.map((index) => config.overrides[index]!),
  ];
  const cluster = Object.fromEntries(
    clusterKeys.map((key) => {
      const layer = layers.findLast((one) => one[key] !== undefined);
      return [key, { value: layer?.[key], line: layer?.lines[key] }];
    }),
  ) as unknown as HeldAt['cluster'];
  return { overrides, cluster, rules: lastOfEach(layers.flatMap(({ rules }) => rules)) };
}

/** Without entries that a later entry of the same name, or of the whole area, overrides. */
function lastOfEach(all: readonly RuleSetting[]): readonly RuleSetting[] {
  const later = new Set<string>();
  return all
    .toReversed()
    .filter(({ name }) => {
      const isSetAgain = later.has(name) || later.has(name.slice(0, Math.max(0, name.indexOf('/'))));
      later.add(name);
      return !isSetAgain;
    })
    .toReversed();
}
