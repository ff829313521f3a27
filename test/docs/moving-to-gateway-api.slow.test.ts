import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { afterAll, describe, expect, it } from 'vitest';
import { driftOf } from '../../src/play/drift/drift.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import { messageOf } from '../../src/model/finding.js';
import { rules } from '../../src/rules/index.js';
import { simulate } from '../../src/play/simulate/simulate.js';
import { run } from '../support/command.js';
import { fileSource, filesBelow } from '../support/sources.js';
import { type Entrance, lost, type Manifest, sharesAt } from './requests.js';

const page = readFileSync(path.join(__dirname, '../../docs/moving-to-gateway-api.md'), 'utf8');
const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-moving-')));
afterAll(() => rmSync(root, { recursive: true }));

/** The blocks of the page, by the comment above each. */
const blocks = new Map(
  [...page.matchAll(/^<!-- ([^>\n]+) -->\n\n```\w+\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const starts: Readonly<Record<string, (folder: string) => void>> = {
  nginx(folder) {
    const args = blocks.get('start nginx')!.replaceAll('\\\n', ' ').trim().split(/\s+/);
    expect(args.shift()).toBe('rolloutkit');
    expect(run(folder, ...args)).toMatchObject({ code: 0 });
  },
  istio(folder) {
    expect(page).toContain('The start is [examples/istio-host/corrected]');
    cpSync(path.join(__dirname, '../../examples/istio-host/corrected'), folder, { recursive: true });
  },
};

/** A folder with the files as they are after a step; 0 is the start. */
function filesAfter(system: string, step: number): string {
  const folder = mkdtempSync(path.join(root, `${system}-${step}-`));
  starts[system]?.(folder);
  for (let number = 1; number <= step; number++) {
    const diff = blocks.get(`step ${system}-${number}`);
    if (diff === undefined) throw new Error(`The page has no step ${number} from ${system}.`);
    execFileSync('git', ['apply', '-p0', '-'], {
      cwd: folder,
      input: diff,
      // What is above the folder is no repository to git.
      env: { ...process.env, GIT_CEILING_DIRECTORIES: root },
    });
  }
  writeFileSync(path.join(folder, 'plugin.yaml'), blocks.get('file plugin.yaml')!);
  return folder;
}

/** Which entrances callers may use after a step, and those whose requests are split as the Rollout says. */
interface Step {
  readonly used: readonly Entrance[];
  readonly split: readonly Entrance[];
  /** What lint has to say, all of it. */
  readonly said?: readonly string[];
}

const systems: Readonly<Record<string, readonly Step[]>> = {
  nginx: [
    { used: ['nginx'], split: ['nginx'] },
    { used: ['nginx', 'gateway'], split: ['nginx'] },
    { used: ['nginx', 'gateway'], split: ['nginx', 'gateway'] },
    {
      used: ['nginx', 'gateway'],
      split: ['gateway'],
      said: [
        'warning: Ingress "web" sends requests to Service "web" and bypasses the split of Rollout "web"; send them to a Gateway that HTTPRoute "web" is attached to.',
      ],
    },
    { used: ['gateway'], split: ['gateway'] },
  ],
  istio: [
    { used: ['istio gateway', 'sidecars'], split: ['istio gateway', 'sidecars'] },
    { used: ['istio gateway', 'sidecars', 'gateway'], split: ['istio gateway', 'sidecars'] },
    {
      used: ['istio gateway', 'sidecars', 'gateway'],
      split: ['istio gateway', 'sidecars', 'gateway'],
    },
    {
      used: ['istio gateway', 'sidecars', 'gateway'],
      split: ['istio gateway', 'sidecars', 'gateway'],
    },
    {
      used: ['istio gateway', 'sidecars', 'gateway'],
      split: ['sidecars', 'gateway'],
      said: [
        'warning: HTTP route "primary" of VirtualService "catalog" gives Service "catalog-canary" weight 0, and Rollout "catalog" splits by another router (argoproj-labs/gatewayAPI), so its steps never change that; delete the VirtualService once no requests come by it, or add trafficRouting.istio until then.',
      ],
    },
    { used: ['sidecars', 'gateway'], split: ['sidecars', 'gateway'] },
  ],
};

const steps = Object.entries(systems).flatMap(([system, all]) =>
  all.map((step, number) => [system, number, step] as const),
);

describe('docs/moving-to-gateway-api.md', () => {
  it('has no diff, start or file that is not tried here', () => {
    expect([...blocks.keys()].sort()).toEqual(
      [
        'file plugin.yaml',
        'start nginx',
        ...steps.filter(([, number]) => number > 0).map(([system, number]) => `step ${system}-${number}`),
      ].sort(),
    );
    expect(page.match(/^```\w/gm)).toHaveLength(blocks.size);
  });

  it.each(steps)('from %s, step %i: requests are answered, and nothing drifts', (system, number, step) => {
    const files = filesBelow(filesAfter(system, number));
    const sources = files.map(fileSource);
    const { findings } = lint(sources, rules);
    expect(findings.map((finding) => `${finding.severity}: ${messageOf(finding)}`)).toEqual(step.said ?? []);

    const { graph } = readGraph(sources);
    const [rollout, another] = graph.rollouts;
    expect(another).toBeUndefined();
    const { frames, notes } = simulate(graph, rollout!);
    expect(frames.map(({ kind }) => kind)).toContain('promoted');
    expect(notes.filter((note) => /not simulated|not known/.test(note))).toEqual([]);

    const written = files.flatMap((file) => loadAll(readFileSync(file, 'utf8')) as Manifest[]);
    for (const { id, kind, weight, errors, objects } of frames) {
      expect(errors, id).toEqual([]);
      if (kind === 'deleted') continue; // The pods go with their Rollout.
      const live = [...(objects.values() as Iterable<unknown>)] as Manifest[];
      const isLive = (one: Manifest): boolean =>
        live.some((other) => other.kind === one.kind && other.metadata.name === one.metadata.name);
      const all = [...live, ...written.filter((one) => !isLive(one))];
      for (const entrance of step.used) {
        const ways = sharesAt(entrance, all);
        expect(ways.length, `${entrance} in ${id}`).toBeGreaterThan(0);
        for (const shares of ways) {
          expect(lost(shares, all), `lost at ${entrance} in ${id}`).toBe(0);
          const canary = [...shares].find(([service]) => service.endsWith('-canary'))?.[1] ?? 0;
          expect(canary, `the canary's share at ${entrance} in ${id}`).toBe(
            step.split.includes(entrance) ? weight : 0,
          );
        }
      }
    }

    const { drifts } = driftOf(graph, [rollout!]);
    expect(drifts).toHaveLength(1);
    for (const { frame, status } of drifts[0]!.frames)
      expect(`${frame.id} ${status}`).toBe(`${frame.id} synced`);
    expect(drifts[0]).toMatchObject({ faults: [], entries: [], options: [], frozen: [] });
  });
});
