import path from 'node:path';
import type { Scratch } from './scratch.js';

/** A closed port: a program that tries to fetch something fails at once. */
const closed = 'http://127.0.0.1:9';

/**
 * The environment of programs that render: the user's own, from which version managers find the programs, without
 * variables that change the result. Helm gets an empty home: no plugins, repositories, passwords or cluster. rolloutkit
 * refuses remote inputs before it starts a program; the blocked proxies and git transports are a second barrier.
 */
export function renderEnvironment(
  { folder }: Scratch,
  users: NodeJS.ProcessEnv,
  mayFetch: boolean,
): NodeJS.ProcessEnv {
  const kept = Object.entries(users).filter(
    ([name]) => !/^(HELM|KUBE|KUSTOMIZE)/.test(name) && (mayFetch || !/_proxy$/i.test(name)),
  );
  const home = path.join(folder, 'helm');
  const offline = Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, closed],
      [name.toLowerCase(), closed],
    ]),
  );
  return {
    ...Object.fromEntries(kept),
    ...(mayFetch ? {} : offline),
    HELM_CACHE_HOME: path.join(home, 'cache'),
    HELM_CONFIG_HOME: path.join(home, 'config'),
    HELM_DATA_HOME: path.join(home, 'data'),
    HELM_PLUGINS: path.join(home, 'plugins'),
    HELM_NO_PLUGINS: '1',
    DOCKER_CONFIG: path.join(home, 'docker'), // Helm looks up registry passwords there, even if it does not need them.
    KUBECONFIG: path.join(home, 'kubeconfig'),
    // Never `ext`, which runs a command, or `file`, which reads this machine.
    GIT_ALLOW_PROTOCOL: mayFetch ? 'https:http:ssh:git' : 'none',
    GIT_TERMINAL_PROMPT: '0',
    TMPDIR: folder,
  };
}
