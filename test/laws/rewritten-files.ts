import { splitDocuments } from '../../src/yaml/parse/documents.js';
import type { File } from '../support/random-repository.js';
import { hasTwinsAnywhere, isObject, type Rewritten, valuesOf } from './rewriting.js';

const ofTools =
  /(?:^|\/)(?:kustomization\.ya?ml|Kustomization|Chart\.ya?ml|values[^/]*\.ya?ml|\.[^/]*|Makefile|Jenkinsfile)$|\/\.|\.(?:sh|bash|json|tpl)$/;

/** Whether nothing names a file, nor its name makes it what it is. */
function isLoose({ path }: File, files: readonly File[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !ofTools.test(path) && files.every(({ text }) => !text.includes(name));
}

export function otherFileNames(files: readonly File[]): Rewritten | undefined {
  // A name that is like another one is proposed.
  if (hasTwinsAnywhere(files) || files.some(({ path }) => path.includes('misspelt'))) return undefined;
  const names = new Map<string, string>();
  const changed = files.map((file, index) => {
    if (!isLoose(file, files)) return file;
    const path = `${file.path.slice(0, file.path.lastIndexOf('/') + 1)}q${900 - index}.yaml`;
    names.set(path, file.path);
    return { path, text: file.text };
  });
  return names.size < 2 ? undefined : { files: byPath(changed), common: replacing(names) };
}

export function moved(files: readonly File[], to: string): Rewritten {
  return {
    files: files.map(({ path, text }) => ({ path: `${to}${path}`, text })),
    common: (told) => told.replaceAll(`${to}/`, '/'),
  };
}

export function split(files: readonly File[], number: (index: number) => number): Rewritten | undefined {
  if (hasTwinsAnywhere(files)) return undefined;
  const names = new Map<string, string>();
  const changed = files.flatMap((file) => {
    const values = isLoose(file, files) && !hasKustomization(file, files) ? valuesOf(file.text) : undefined;
    if (!values || values.length < 2 || !values.every(isObject)) return [file];
    return splitDocuments(file.text).map(({ start, end }, index) => {
      const path = file.path.replace(/\.ya?ml$/, `-q${number(index)}.yaml`);
      names.set(path, file.path);
      return { path, text: file.text.slice(start, end) };
    });
  });
  return names.size === 0 ? undefined : { files: byPath(changed), common: replacing(names), isSplit: true };
}

/** As a walk over folders gives them. */
function byPath(files: readonly File[]): readonly File[] {
  return [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
}

function hasKustomization({ path }: File, files: readonly File[]): boolean {
  return files.some((other) => /kustomization\.ya?ml$|Chart\.ya?ml$/i.test(other.path)) && path !== '';
}

export function joined(files: readonly File[]): Rewritten | undefined {
  if (hasTwinsAnywhere(files)) return undefined;
  const folders = new Map<string, File[]>();
  const left: File[] = [];
  for (const file of files) {
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const isFit =
      isLoose(file, files) && !hasKustomization(file, files) && valuesOf(file.text)?.every(isObject) === true;
    if (isFit) folders.set(folder, [...(folders.get(folder) ?? []), file]);
    else left.push(file);
  }
  const names = new Map<string, string>();
  for (const [folder, own] of folders) {
    if (own.length > 1) for (const { path } of own) names.set(path, `${folder}q-all.yaml`);
    left.push({
      path: own.length > 1 ? `${folder}q-all.yaml` : own[0]!.path,
      text: own.map(({ text }) => (text.endsWith('\n') ? text : `${text}\n`)).join('---\n'),
    });
  }
  return names.size === 0 ? undefined : { files: byPath(left), common: replacing(names), isSplit: true };
}

function replacing(names: ReadonlyMap<string, string>): (told: string) => string {
  const all = [...names].sort(([left], [right]) => right.length - left.length);
  return (told) =>
    all.reduce(
      (words, [from, to]) =>
        words
          .replaceAll(from, to)
          .replaceAll(from.slice(from.lastIndexOf('/') + 1), to.slice(to.lastIndexOf('/') + 1)),
      told,
    );
}

const others = `apiVersion: v1
kind: ConfigMap
metadata:
  name: zz-unrelated
  namespace: zz-elsewhere
data:
  a: b
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: zz-unrelated
  namespace: zz-elsewhere
spec:
  selector:
    matchLabels:
      app: zz-unrelated
  template:
    metadata:
      labels:
        app: zz-unrelated
    spec:
      containers:
        - name: zz-unrelated
          image: zz-unrelated:1
---
apiVersion: v1
kind: Service
metadata:
  name: zz-unrelated
  namespace: zz-elsewhere
spec:
  selector:
    app: zz-unrelated
  ports:
    - port: 80
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: zz-unrelated
  namespace: zz-elsewhere
spec:
  metrics:
    - name: zz-unrelated
      count: 1
      provider:
        job:
          spec:
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: zz
                    image: zz:1
`;

export function withOthers(files: readonly File[]): Rewritten {
  return {
    files: [
      { path: '/a-unrelated/all.yaml', text: others },
      ...files,
      { path: '/zz/unrelated.yaml', text: others.replaceAll('zz-elsewhere', 'zz-other') },
    ],
  };
}
