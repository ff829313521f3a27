import type { ConsequenceKind } from '../model/consequence.js';
import type { Finding } from '../model/finding.js';
import type { Identity } from '../model/resource.js';

/** When a finding steps aside: for errors with this consequence, on these resources. */
export interface Deferral {
  readonly kind: ConsequenceKind;
  readonly causes: readonly Identity[];
}

/** Drops the findings that step aside where another one explains them. */
export function withoutExplained(
  findings: readonly Finding[],
  deferred: ReadonlyMap<Finding, Deferral>,
  silenced: ReadonlySet<Finding>,
): readonly Finding[] {
  if (deferred.size === 0) return findings;
  const reasons = new Map<Identity, Finding[]>();
  for (const finding of findings) {
    const { severity, resource } = finding;
    if (severity !== 'error' || !resource || deferred.has(finding)) continue;
    const others = reasons.get(resource);
    if (others) others.push(finding);
    else reasons.set(resource, [finding]);
  }
  return findings.filter((finding) => {
    const deferral = deferred.get(finding);
    return !deferral?.causes.some((cause) =>
      reasons
        .get(cause)
        ?.some(
          (reason) =>
            reason.consequence?.kind === deferral.kind &&
            (!silenced.has(reason) || isOfOnePlace(reason, finding)),
        ),
    );
  });
}

/** Whether two findings may be about one fault: who knows of the one and suppresses it need not know of the other. */
function isOfOnePlace(left: Finding, right: Finding): boolean {
  if (left.resource !== right.resource) return true;
  const [a = [], b = []] = [left.path, right.path];
  const end = a.findIndex((segment, index) => segment !== b[index]);
  // The name of a VirtualService and the routes of it that are named beside it are one place.
  return end === -1 || end >= Math.max(3, Math.min(a.length, b.length) - 1);
}
