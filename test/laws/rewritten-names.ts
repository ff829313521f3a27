import { isKustomizationFile } from '../../src/model/source.js';
import type { File } from '../support/random-repository.js';
import type { Rewritten } from './rewriting.js';

/** Words that are no names of users, or mean something wherever they stand. */
const wellKnown =
  /^(?:default|argo|argocd|rollouts|istio|kube|openshift|ingress|amazon|in|http|https|tcp|udp|grpc|tls|main|primary|canary|stable|preview|active|host|hosts|name|app|alb|aws|nginx|mesh|cluster|local|svc|com|org|net|io|dev|prod|example|system|test|v\d.*|x|y|z|on|off|yes|no|true|false|set|by|use|external|internal|latest|public|private|gateway|gateways|route|routes|service|services|rollout|rollouts|rule|rules|cm|cmd|rbac|config|map|job|jobs|git|list|matrix|values|overlays?|base|charts?|templates?|apps?|all|any|this|that|the|an?|of|to|is|and|or|same|other|only|never|always|once|request|requests|success|rate|error|errors|latency|prometheus|web-?hook|datadog|kayenta|job|metric|metrics|analysis|header|headers|host-?name|path|port|ports|target|targets|root|weight|weights|redis|notifications?|controller|server|proxy|side-?car|pod|pods|node|nodes|secret|secrets|role|roles|view|admin|edit|image|images|label|labels|project|projects)$/;

/** The first words of names: `web` of `web-canary`. */
export function stemsOf(files: readonly File[], pattern: RegExp): ReadonlySet<string> {
  const names = files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name!));
  return new Set(
    names.map((name) => name.split('-')[0]!).filter((stem) => stem.length > 2 && !wellKnown.test(stem)),
  );
}

export const nameLine = /^ {2}name: ["']?([a-z][a-z0-9-]{2,})["']?(?: +#.*)?$/gm;
export const namespaceLine = /^ *(?:- )?namespace: ["']?([a-z][a-z0-9-]{2,})["']?(?: +#.*)?$/gm;

/** The same files with these words replaced wherever they stand, in paths, too. */
export function renamedWords(
  files: readonly File[],
  stems: ReadonlySet<string>,
  rename: (name: string) => string,
): Rewritten | undefined {
  // What is a part of a key somewhere is not only a name.
  const keys = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/^ *(?:- )?["']?([\w./-]+)["']?:(?= |$)/gm)].flatMap(([, key]) =>
        key!.split(/[^a-z0-9]+/),
      ),
    ),
  );
  const groups = files.flatMap(({ text }) =>
    [...text.matchAll(/(?:apiVersion|group): *["']?(\S+)/g)].map(([, group]) => group!),
  );
  const fit = [...stems].filter((stem) => !keys.has(stem) && !groups.some((group) => group.includes(stem)));
  // A pattern for names is none.
  if (fit.length === 0 || files[0]!.path.includes('misspelt')) return undefined;
  if (files.some(({ text }) => /^ *name: .*[*|()\\[\]]/m.test(text))) return undefined;
  if (files.some(({ path, text }) => isKustomizationFile(path) && /^ *name: .*\./m.test(text)))
    return undefined;
  // A name that is longer still is refused, and of one that is too long not all is told.
  if (files.some(({ text }) => /name: \S{40}/.test(text))) return undefined;
  const pattern = new RegExp(String.raw`(?<![A-Za-z0-9])(?:${fit.join('|')})(?![A-Za-z0-9])`, 'g');
  const replaced = (text: string): string => text.replace(pattern, (name) => rename(name));
  return {
    files: files.map(({ path, text }) => ({ path: replaced(path), text: replaced(text) })),
    common: (told) => told.replaceAll('qz', ''),
    areNamesOther: true,
  };
}
