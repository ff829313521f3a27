import { parentPort, workerData } from 'node:worker_threads';
import { type Input, sizeOf, type Target } from './input.js';
import { inputAt } from './inputs.js';
import { judge, type Verdict } from './judge.js';
import { minimise } from './minimise.js';
import { readSeeds } from './seeds.js';

/** What a worker is asked to do. */
export interface Task {
  readonly root: string;
  readonly target: Target;
  readonly seed: number;
  readonly from: number;
  readonly until: number;
  readonly count: number;
  /** Where the index of the input is written that is being played. */
  readonly current: SharedArrayBuffer;
}

/** What is told of all inputs so far. */
export interface Progress {
  inputs: number;
  bytes: number;
  worstSeconds: number;
  worstIndex: number;
  megabytes: number;
  /** How often each thing was said. */
  readonly said: Record<string, number>;
}

/** An input with which something is wrong. */
export interface Crash {
  readonly index: number;
  readonly fault: string;
  readonly detail: string | undefined;
  /** As small as it could be made, where the fault is new. */
  readonly input: Input | undefined;
}

export type Message = { readonly progress: Progress } | { readonly crash: Crash } | { readonly input: Input };

async function run({ root, target, seed, from, until, count, current }: Task): Promise<void> {
  const seeds = readSeeds(root);
  const send = (message: Message): void => parentPort!.postMessage(message);
  const index = new Int32Array(current);
  if (count === 0) {
    send({ input: inputAt(target, seeds, seed, from) });
    return;
  }
  const progress: Progress = { inputs: 0, bytes: 0, worstSeconds: 0, worstIndex: 0, megabytes: 0, said: {} };
  const known = new Set<string>();
  let told = Date.now();
  for (let at = from; at < from + count; at += 1) {
    Atomics.store(index, 0, at);
    const input = inputAt(target, seeds, seed, at);
    const verdict = await judge(input);
    note(progress, input, at, verdict);
    if (verdict.fault !== undefined) {
      const { fault, detail } = verdict;
      const isNew = !known.has(fault);
      known.add(fault);
      const isSame = async (candidate: Input): Promise<boolean> => (await judge(candidate)).fault === fault;
      send({
        crash: { index: at, fault, detail, input: isNew ? await minimise(input, isSame, 20_000) : undefined },
      });
    }
    if (at % 64 === 0) progress.megabytes = process.resourceUsage().maxRSS / 1024;
    if (Date.now() - told > 1000) {
      told = Date.now();
      send({ progress });
      if (told > until) break;
    }
  }
  send({ progress });
}

function note(progress: Progress, input: Input, index: number, { seconds, played }: Verdict): void {
  progress.inputs += 1;
  progress.bytes += sizeOf(input);
  if (seconds > progress.worstSeconds) {
    progress.worstSeconds = seconds;
    progress.worstIndex = index;
  }
  for (const said of new Set(played?.rules)) progress.said[said] = (progress.said[said] ?? 0) + 1;
}

if (parentPort) void run(workerData as Task);
