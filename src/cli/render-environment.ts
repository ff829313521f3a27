import path from 'node:path';
import type { Scratch } from './scratch.js';

/** Nobody listens there, so what a program wants to fetch fails at once. */
const closed = 'http://127.0.0.1:9';

/**
 * The environment of programs that render: that of the user, in which their versions are found, without what changes the
 * result. Helm has an empty home: no plugins, no repositories, no passwords, no cluster. What is to be fetched is refused before a program
 * starts; that neither the web nor a transport of git can be reached is for what would be overlooked there.
 */
export function environment(
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
    DOCKER_CONFIG: path.join(home, 'docker'), // Helm looks for passwords of registries there, needed or not.
    KUBECONFIG: path.join(home, 'kubeconfig'),
    // Never `ext`, which is a command, nor `file`, which is the machine.
    GIT_ALLOW_PROTOCOL: mayFetch ? 'https:http:ssh:git' : 'none',
    GIT_TERMINAL_PROMPT: '0',
    TMPDIR: folder,
  };
}
