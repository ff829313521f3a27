import ts from 'typescript';

const common: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  resolveJsonModule: true,
};

/** What the compiler has against a program. */
export interface Compiled {
  readonly found: readonly ts.Diagnostic[];
  readonly source: ts.SourceFile | undefined;
}

/**
 * Compiles programs that are in no file, all at once; by the paths at which their imports are resolved, in their order.
 * @param order of the types in a union, which decides what a value is compared with that fits none of them: that of the running
 *   compiler, or that of TypeScript 7
 */
export function compiled(
  texts: ReadonlyMap<string, string>,
  order: 'own' | 'of-7' = 'own',
): readonly Compiled[] {
  const options = { ...common, ...(order === 'of-7' && { stableTypeOrdering: true }) };
  const host = ts.createCompilerHost(options);
  const real = { ...host };
  host.fileExists = (file) => texts.has(file) || real.fileExists(file);
  host.readFile = (file) => texts.get(file) ?? real.readFile(file);
  host.getSourceFile = (file, ...others) => {
    const text = texts.get(file);
    return text === undefined
      ? real.getSourceFile(file, ...others)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2023);
  };
  const compilation = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].map((file) => {
    const source = compilation.getSourceFile(file);
    return {
      found: [...compilation.getSyntacticDiagnostics(source), ...compilation.getSemanticDiagnostics(source)],
      source,
    };
  });
}
