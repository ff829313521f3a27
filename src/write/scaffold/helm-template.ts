import { toYaml } from '../../report/yaml.js';

/** A place of a template that a value of the chart fills. */
interface Hole {
  /** What stands in the template, line by line; further lines are indented like the first one. */
  readonly template: readonly string[];
  /** The value that the default values of the chart give it. */
  readonly value: unknown;
  /** How the value becomes lines: as an item or key of its own, or behind the key. */
  readonly form: 'scalar' | 'block' | 'lines';
}

/** Texts in which holes are held open while an object becomes YAML. */
export class HelmTemplate {
  private readonly holes: Hole[] = [];

  /** A scalar: `{{ .Values.replicas }}`. */
  scalar(template: string, value: unknown): string {
    return this.hole({ template: [template], value, form: 'scalar' });
  }

  /** A list or map, below its key: `toYaml .Values.hosts`. */
  block(expression: string, value: unknown): string {
    return this.hole({ template: [`{{- ${expression} | nindent INDENT }}`], value, form: 'block' });
  }

  /** Lines in the place of an item of a list, or of a key of a map. */
  lines(template: readonly string[], value: unknown): string {
    return this.hole({ template, value, form: 'lines' });
  }

  private hole(hole: Hole): string {
    this.holes.push(hole);
    return `hole${this.holes.length - 1}x`;
  }

  /** The template, as the chart has it. */
  template(text: string): string {
    return this.fill(text, ({ template, form }, indent) => {
      const column = form === 'block' ? indent + 2 : indent;
      const lines = template.map((line) =>
        line.replace('INDENT', String(column)).replace('BELOW', String(column + 2)),
      );
      if (form === 'scalar') return lines.join('');
      const below = lines.map((line) => `${' '.repeat(column)}${line}`).join('\n');
      return form === 'block' ? `\n${below}` : below;
    });
  }

  /** What the template renders to with the default values. */
  rendered(text: string): string {
    return this.fill(text, ({ value, form }, indent) => {
      if (form === 'scalar') return toYaml(value).trimEnd();
      const column = form === 'block' ? indent + 2 : indent;
      const lines = value === undefined ? [] : toYaml(value).trimEnd().split('\n');
      const below = lines.map((line) => `${' '.repeat(column)}${line}`).join('\n');
      return form === 'block' ? `\n${below}` : below;
    });
  }

  private fill(text: string, write: (hole: Hole, indent: number) => string): string {
    return text
      .split('\n')
      .flatMap((line) => {
        const [all, number] = /hole(\d+)x(?:: null)?/.exec(line) ?? [];
        const hole = number === undefined ? undefined : this.holes[Number(number)];
        if (all === undefined || !hole) return [line];
        const indent = /^ */.exec(line)?.[0].length ?? 0;
        const filled = write(hole, indent);
        if (hole.form === 'lines') return filled === '' ? [] : [filled];
        return [line.replace(hole.form === 'block' ? ` ${all}` : all, () => filled)];
      })
      .join('\n');
  }
}
