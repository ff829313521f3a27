import { counted } from '../model/wording.js';
import { isCostKnown, isUnknown, type Protection } from '../play/protect/protection.js';
import type { Level } from './conclusions.js';
import { isBroken, verdictsOn } from './protect-words.js';

/** How well a Rollout is protected, as a headline and in a summary. */
interface Kind {
  readonly level: Level;
  readonly headline: string;
  readonly summary: string;
}

const protectionKinds = {
  nothing: {
    level: 'error',
    headline: 'Nothing stops a bad version',
    summary: 'that nothing protects',
  },
  unplayed: { level: 'unknown', headline: 'No update can be simulated', summary: 'not simulated' },
  unknown: {
    level: 'unknown',
    headline: 'It is not known what stops a bad version',
    summary: 'with analyses that are not known',
  },
  mixed: {
    level: 'unknown',
    headline: 'A bad version is stopped only if its share is large enough',
    summary: 'that only metrics of both versions may protect',
  },
  unweighted: {
    level: 'unknown',
    headline: 'It is not known what a bad version costs',
    summary: 'whose weights do not apply to all requests',
  },
  person: {
    level: 'warning',
    headline: 'Only a person stops a bad version',
    summary: 'that only a person protects',
  },
  broken: {
    level: 'warning',
    headline: 'Good versions are stopped, too',
    summary: 'whose analyses stop good versions, too',
  },
  later: {
    level: 'warning',
    headline: 'A version that turns bad later is not stopped',
    summary: 'that nothing protects from a version that turns bad later',
  },
  safe: { level: 'info', headline: 'A bad version is stopped', summary: '' },
} as const satisfies Readonly<Record<string, Kind>>;

/** How well a Rollout is protected. */
export function kindOf(protection: Protection): Kind {
  const verdicts = verdictsOn(protection);
  const level = verdicts[0]?.level;
  if (protection.scenarios.length === 0) return protectionKinds.unplayed;
  if (level === 'error') return protectionKinds.nothing;
  if (level === 'unknown') return isUnknown(protection) ? protectionKinds.unknown : protectionKinds.mixed;
  if (!isCostKnown(protection)) return protectionKinds.unweighted;
  if (level === 'warning') return protectionKinds.person;
  if (isBroken(protection)) return protectionKinds.broken;
  return verdicts.some((verdict) => verdict.level === 'warning')
    ? protectionKinds.later
    : protectionKinds.safe;
}

/** How many Rollouts are not protected, in words; empty if all are. */
export function unprotectedWords(protections: readonly Protection[]): readonly string[] {
  const found = protections.map(kindOf);
  return Object.values(protectionKinds).flatMap((kind) => {
    const count = found.filter((one) => one === kind).length;
    return count === 0 || kind === protectionKinds.safe
      ? []
      : [`${counted(count, 'Rollout')} ${kind.summary}`];
  });
}
