import { arriving, type CourseOfChange, type Instant } from './course.js';
import type { Detail, LastingEffect, Beginning } from './effect.js';
import type { Flow, Gap } from './traffic.js';

/** The percentage of a lane's requests that the pods of a revision answer. */
export function shareOf({ shares }: Flow, hash: string): number {
  return shares.get(hash) ?? 0;
}

function flowAt({ flows }: Instant, { lane }: Flow): Flow | undefined {
  return flows.find((flow) => flow.lane.object === lane.object && flow.lane.route === lane.route);
}

const isServiceLane = ({ lane }: Flow): boolean => lane.object.startsWith('/Service/');

/**
 * Requests that are briefly routed elsewhere, between applying an object and the controller writing it again, although the end
 * state is the same as without the change.
 */
export function shiftDetails(course: CourseOfChange, undisturbed: Instant): readonly Detail[] {
  const hash = undisturbed.status.currentPodHash ?? '';
  const { instants, rested } = course;
  const during = arriving(course);
  const [before] = instants;
  if (!before) return [];
  return undisturbed.flows.flatMap((flow): readonly Detail[] => {
    const [end, start] = [flowAt(rested, flow), flowAt(before, flow)];
    if (!end || !start || isServiceLane(flow)) return [];
    const from = Math.round(shareOf(flow, hash));
    const first = Math.round(shareOf(start, hash));
    const last = Math.round(shareOf(end, hash));
    if (last !== from) return [];
    const odd = during.filter((instant) => {
      const share = flowAt(instant, flow);
      return share !== undefined && ![from, first].includes(Math.round(shareOf(share, hash)));
    });
    const worst = odd
      .map((instant) => Math.round(shareOf(flowAt(instant, flow)!, hash)))
      .sort((a, b) => Math.abs(b - first) - Math.abs(a - first))[0];
    if (worst === undefined) return [];
    const passes = odd.filter(({ kind }) => kind === 'pass').length + 1;
    const { object, route } = flow.lane;
    return [
      {
        kind: 'shift',
        lane: { object, route },
        share: { from: first, to: worst },
        lasting: { for: 'passes', passes },
      },
    ];
  });
}

/** The key that distinguishes gaps. */
function gapKey({ lane }: Flow, { leg, why }: Gap): string {
  return [lane.object, lane.route, leg.service, leg.subset ?? '', leg.port ?? '', why].join(' ');
}

export function gapKeys({ flows }: Pick<Instant, 'flows'>): readonly string[] {
  return flows.flatMap((flow) => flow.gaps.map((gap) => gapKey(flow, gap)));
}

/**
 * Requests that no pod answers because of the change, except those unanswered before or during every update. Callers of a
 * Service count only if it had pods.
 */
export function gapDetails(
  { instants }: CourseOfChange,
  undisturbed: Instant,
  isUsual: (key: string) => boolean,
  /** The Services that lead to the pods of an update, which may have no pods for callers that use them directly. */
  ofUpdates: ReadonlySet<string>,
): readonly Detail[] {
  const [before] = instants;
  if (!before) return [];
  const known = new Set([...gapKeys(before), ...gapKeys(undisturbed)]);
  const answered = new Set(
    before.flows.filter(({ gaps }) => gaps.length === 0).map(({ lane }) => lane.object),
  );
  const seen = new Map<string, { flow: Flow; gap: Gap; at: number[] }>();
  for (const [index, instant] of instants.entries())
    for (const flow of instant.flows) {
      if (isServiceLane(flow) && (ofUpdates.has(flow.lane.object) || !answered.has(flow.lane.object)))
        continue;
      for (const gap of flow.gaps) {
        const key = gapKey(flow, gap);
        if (known.has(key)) continue;
        const found = seen.get(key);
        if (found) found.at.push(index);
        else seen.set(key, { flow, gap, at: [index] });
      }
    }
  return [...seen].flatMap(([key, { flow, gap, at }]): readonly Detail[] => {
    const [first = 0] = at;
    const lasting = lastingOf(instants, at);
    if (instants[first]?.kind === 'later' && lasting.for !== 'good' && isUsual(key)) return [];
    const { leg, share, why } = gap;
    return [
      {
        kind: 'gap',
        lane: { object: flow.lane.object, route: flow.lane.route },
        service: leg.service,
        subset: leg.subset,
        port: leg.port,
        share: Math.round(share),
        why,
        since: sinceOf(instants[first]),
        lasting,
      },
    ];
  });
}

function sinceOf(instant: Instant | undefined): Beginning {
  const { kind = 'sync', title = '' } = instant ?? {};
  return { kind: kind === 'later' ? 'frame' : kind === 'pass' ? 'pass' : 'sync', title };
}

function lastingOf(instants: readonly Instant[], at: readonly number[]): LastingEffect {
  const last = at.at(-1) ?? 0;
  if (last === instants.length - 1) return { for: 'good' };
  const next = instants[last + 1];
  if (next?.kind === 'later') return { for: 'frame', until: next.title };
  const passes = at.filter((index) => instants[index]?.kind === 'pass').length;
  return passes === 0 && next?.kind === 'sync' ? { for: 'sync' } : { for: 'passes', passes: passes + 1 };
}
