import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../../support/command.js';
import { helmSystem } from './systems.js';
import { helm, withHelm } from './programs.js';

withHelm();

const templates = 'charts/checkout/templates';

/** What is said of a chart that differs in one file. */
function said(
  file: string,
  change: (text: string) => string,
): { readonly code: number; readonly text: string } {
  const files = helmSystem('istio-host');
  const before = files[`${templates}/${file}`]!;
  const after = change(before);
  if (after === before) throw new Error(`${file} is not changed.`);
  const { code, stdout } = run(
    folderOf({ ...files, [`${templates}/${file}`]: after }),
    'migrate',
    'checkout',
    '--render',
  );
  return { code, text: stdout.replaceAll(/\s+/g, ' ') };
}

describe.runIf(helm)('templates that a Rollout cannot copy from', () => {
  it.each([
    [
      'a Deployment under a condition',
      'deployment.yaml',
      (text: string) => `{{- if .Values.replicaCount }}\n${text}{{- end }}\n`,
      `${templates}/deployment.yaml renders the Deployment, or parts of it that a copy needs, under conditions`,
    ],
    [
      'a Service under a condition',
      'service.yaml',
      (text: string) => `{{- if .Values.service }}\n${text}{{- end }}\n`,
      `${templates}/service.yaml renders the Service, or parts of it that a copy needs, under conditions`,
    ],
    [
      'a route that names the Service in another way',
      'route.yaml',
      (text: string) =>
        text.replace('host: {{ include "checkout.fullname" . }}', 'host: {{ .Release.Name }}'),
      'VirtualService "checkout": leads to Service "checkout", but its template names it in another way than that of the Service',
    ],
    [
      'an action of several lines',
      'deployment.yaml',
      (text: string) => text.replace('{{ .Values.replicaCount }}', '{{\n    .Values.replicaCount }}'),
      `${templates}/deployment.yaml is a template that cannot be edited in place`,
    ],
  ])('are told: %s', (_, file, change, message) => {
    const { code, text } = said(file, change);
    expect(text).toContain(message);
    expect(code).toBe(1);
    expect(text).not.toContain('Step 1');
  });

  it('are none where only the pods depend on a condition', () => {
    const { code, text } = said('deployment.yaml', (before) =>
      before.replace(
        /^ {6}containers:/m,
        '      {{- with .Values.nodeSelector }}\n      nodeSelector: {}\n      {{- end }}\n      containers:',
      ),
    );
    expect(code).toBe(0);
    expect(text).toContain('Step 4 of 4');
  });
});

it('without rendering, a chart is not read', () => {
  const { code, stderr } = run(folderOf(helmSystem('nginx')), 'migrate', 'checkout');
  expect(code).toBe(2);
  expect(stderr).toContain(
    'Charts, and the output of cdk8s apps that Git ignores, are read with --render only.',
  );
});
