import type { Chart } from './chart.js';
import { guardedTexts, setsFor } from './conditions.js';
import { parseTemplate } from './parse-template.js';
import { isPrinted } from './placed.js';
import type { SetValue } from './set-values.js';
import type { ParsedTemplate } from './syntax.js';
import { type Mapping, NotEvaluated } from './unknown.js';

/** At most as many ways to turn an object on are tried. */
const mostSwitches = 3;

/**
 * The values that turn on an object of a kind that values leave out, if booleans and words alone decide on it:
 * `{{ if .Values.rollout.enabled }}`, `{{ if eq .Values.kind "Rollout" }}`. Those of each template of which that is known.
 */
export function switchesOf(chart: Chart, kind: string, values: Mapping): readonly (readonly SetValue[])[] {
  const written = new RegExp(String.raw`^kind: *["']?${kind}\b`, 'm');
  const found = new Map<string, readonly SetValue[]>();
  for (const text of chart.templates.values()) {
    const [first] = written.test(text) ? setsIn(text, written, values) : [];
    if (first && first.length > 0) found.set(JSON.stringify(first), first);
  }
  return [...found.values()].slice(0, mostSwitches);
}

/** A way to release a chart that none of its known values have. */
export interface Mode {
  readonly set: readonly SetValue[];
}

/** At most as many modes of a chart are read. */
const mostModes = 4;

/** What scales pods, of a Deployment or of a Rollout. */
export const ofAutoscalers = /^kind: *["']?(?:HorizontalPodAutoscaler|ScaledObject)\b/m;

/** Objects that take part in an update, and what an update is: the best first. */
const ofUpdates: readonly RegExp[] = [
  /^ +(?:canary|blueGreen): *$/m,
  ofAutoscalers,
  /^ +(?:trafficRouting|(?:pre|post)PromotionAnalysis|analysis): *$|^kind: *["']?AnalysisTemplate\b/m,
  /^kind: *["']?(?:VirtualService|DestinationRule|HTTPRoute|Ingress|Service)\b/m,
  /^kind: *["']?PodDisruptionBudget\b/m,
];

/**
 * The modes of a chart: for each condition on something that takes part in updates, the values by which it holds, where none of the releases
 * that are known have it. Each differs from the first release in as few values as the condition needs.
 */
export function modesOf(
  chart: Chart,
  releases: readonly [Mapping, ...Mapping[]],
  patterns: readonly RegExp[] = ofUpdates,
): readonly Mode[] {
  const found = new Map<string, Mode>();
  for (const written of patterns)
    for (const [file, text] of chart.templates) {
      if (!isPrinted(file) || !written.test(text)) continue;
      const byRelease = releases.map((values) => setsIn(text, written, values));
      for (const [index, set] of byRelease[0]!.entries()) {
        const isOn = byRelease.some((sets) => sets[index]?.length === 0);
        if (set && set.length > 0 && !isOn) found.set(JSON.stringify(set), { set });
      }
    }
  return [...found.values()].slice(0, mostModes);
}

/** For each text of a template that fits a pattern, what leads to it. */
function setsIn(
  text: string,
  written: RegExp,
  values: Mapping,
): readonly (readonly SetValue[] | undefined)[] {
  try {
    const { parts }: ParsedTemplate = parseTemplate(text);
    return [...guardedTexts(parts)].flatMap((one) =>
      written.test(one.text) ? [setsFor(one.guards, values)] : [],
    );
  } catch (error) {
    if (error instanceof NotEvaluated) return [];
    throw error;
  }
}
