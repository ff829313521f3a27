import type { Source } from '../model/source.js';
import type { Settings } from './inputs.js';
import { type BuiltInputs, StaticInputs } from './static-inputs.js';

type BuiltStates = Record<'before' | 'after', BuiltInputs>;

/**
 * Both states, with the output of a kustomization in place of its files where it is known without kustomize. It must be known in
 * both states: otherwise a build would be compared with files, and the comparison would report differences that do not exist.
 */
export function builtIn(
  before: readonly Source[],
  after: readonly Source[],
  { settings, paths }: { readonly settings: Settings; readonly paths: readonly string[] },
): BuiltStates {
  const [earlier, later] = [before, after].map((sources) => new StaticInputs(sources, settings, paths)) as [
    StaticInputs,
    StaticInputs,
  ];
  const isBuilt = (folder: string): boolean =>
    earlier.folders.get(folder) !== false && later.folders.get(folder) !== false;
  return { before: earlier.inputs(isBuilt), after: later.inputs(isBuilt) };
}
