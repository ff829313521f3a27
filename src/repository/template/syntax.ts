import type { TemplateValue } from './unknown.js';

/** An argument or command of a pipeline. */
export type Expression =
  | { readonly kind: 'dot' }
  | { readonly kind: 'literal'; readonly value: TemplateValue }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'fields'; readonly of: Expression; readonly names: readonly string[] }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline };

/** Commands of which each is the last argument of the next one. */
export interface Pipeline {
  /** The variables that it declares or sets. */
  readonly variables: readonly string[];
  readonly isDeclared: boolean;
  readonly commands: readonly (readonly Expression[])[];
}

/** A part of a template. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly pipeline: Pipeline }
  | { readonly kind: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined }
  | { readonly kind: 'break' | 'continue' }
  | {
      readonly kind: 'if' | 'with' | 'range';
      readonly pipeline: Pipeline;
      readonly body: readonly TemplatePart[];
      readonly otherwise: readonly TemplatePart[];
    };

/** A file of templates: its own parts, and those that it defines by name. */
export interface ParsedTemplate {
  readonly parts: readonly TemplatePart[];
  readonly defined: ReadonlyMap<string, readonly TemplatePart[]>;
}
