import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';

/** What jq gave back: an exit code of 3 means that it did not compile, one of 5 that it failed while it ran. */
export interface JqOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Counts the answers, the first of which says that jq is loaded. */
  readonly answers: Int32Array;
}

/** Runs in the thread. It is text, so that it is found in the sources, in the library and in the bundle alike. */
const code = `
const { jq: path, port, answers } = require('node:worker_threads').workerData;
const answer = (message) => {
  port.postMessage(message);
  Atomics.add(answers, 0, 1);
  Atomics.notify(answers, 0);
};
require(path).loadJq().then((jq) => {
  port.on('message', ({ program, input }) => {
    try {
      answer(jq.raw(input, program, ['-c']));
    } catch (error) {
      answer({ exitCode: -1, stdout: '', stderr: String(error) });
    }
  });
  answer('loaded');
});
`;

/** How long jq may take to load; a busy machine takes seconds. */
const loadingMilliseconds = 20_000;

let thread: Thread | undefined;
let isAbsent = false;

/**
 * Runs jq on a JSON text and waits for it. jq itself has no time limit, so it runs in a thread that is given up when
 * time is over: then it is late. It is absent where jq-wasm does not load.
 */
export function runJq(program: string, input: string, milliseconds: number): JqOutcome | 'late' | 'absent' {
  thread ??= isAbsent ? undefined : startThread();
  if (!thread) return 'absent';
  const { port, answers } = thread;
  const answered = Atomics.load(answers, 0);
  port.postMessage({ program, input });
  Atomics.wait(answers, 0, answered, milliseconds);
  const outcome = receiveMessageOnPort(port)?.message as JqOutcome | undefined;
  // After a failure of its own the module is in no state to go on.
  if (!outcome || outcome.exitCode < 0) stop(thread);
  return outcome ?? 'late';
}

function startThread(): Thread | undefined {
  const { port1, port2 } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(code, {
    eval: true,
    workerData: { jq: require.resolve('jq-wasm'), port: port2, answers },
    transferList: [port2],
    execArgv: [],
    stdout: true, // Output of jq is not output of the command.
    stderr: true,
  });
  worker.unref(); // It always waits for work, and nothing waits for it.
  worker.on('error', () => undefined); // It gives no answer then.
  Atomics.wait(answers, 0, 0, loadingMilliseconds);
  const started: Thread = { worker, port: port1, answers };
  if (receiveMessageOnPort(port1)?.message === 'loaded') return started;
  stop(started);
  isAbsent = true;
  return undefined;
}

function stop({ worker, port }: Thread): void {
  thread = undefined;
  port.close();
  void worker.terminate();
}
