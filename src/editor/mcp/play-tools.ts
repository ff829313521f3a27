import { counted } from '../../model/wording.js';
import type { Conclusion } from '../../report/conclusions.js';
import { findingsJson } from '../../report/json.js';
import type { Finding } from '../../model/finding.js';
import { listSchema, type ObjectSchema, objectSchema, type Schema, string, integer } from './schema.js';
import { answerOf, cutTo, firstOf } from './tool.js';

export const mostInAnswer = { frames: 100, gates: 50, lines: 2000, conclusions: 30, syntax: 20 } as const;

export const numberSchema = { type: 'number' } as const;

export const rollout = objectSchema({ namespace: string(), name: string(), file: string() }, 'name');

export const conclusions = listSchema(
  objectSchema(
    {
      level: { type: 'string', enum: ['error', 'warning', 'unknown', 'info'] },
      text: string(),
      instead: string('What to write instead.'),
    },
    ...['level', 'text'],
  ),
  'The conclusions, in sentences.',
);

/** The output of a tool with a list of Rollouts. */
export function outputOf(item: ObjectSchema, more: Readonly<Record<string, Schema>> = {}): ObjectSchema {
  return answerOf({
    rollouts: listSchema(item),
    rest: { ...integer, description: 'Rollouts that are not in this answer; name them in "rollout".' },
    findings: listSchema(string(), 'Mistakes in the YAML itself.'),
    ...more,
  });
}

export function toldConclusions(all: readonly Conclusion[]): readonly object[] {
  return firstOf(all, mostInAnswer.conclusions).shown.map(({ level, text, instead }) => ({
    level,
    text,
    instead,
  }));
}

export function nameOthers(rest: number): string {
  return `Name the other ${counted(rest, 'Rollout')} in "rollout", or a folder with fewer.`;
}

/** Findings in the YAML, each in a line. */
export function sentences(findings: readonly Finding[]): readonly string[] {
  return cutTo(
    findingsJson(firstOf(findings, mostInAnswer.syntax).shown).map(
      ({ file, line, message, rule }) => `${file}:${line} ${message} (${rule})`,
    ),
    mostInAnswer.syntax,
  );
}
