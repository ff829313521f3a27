import ts from 'typescript';

const options: ts.CompilerOptions = {
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

/** Compiles programs that are in no file, all at once; by the paths at which their imports are resolved, in their order. */
export function compiled(texts: ReadonlyMap<string, string>): readonly Compiled[] {
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
