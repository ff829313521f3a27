import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

const rollout = `{{- if .Values.rollout.enabled }}
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: {{ .Release.Name }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  strategy:
    {{- if eq .Values.rollout.strategy "canary" }}
    canary:
      steps: [{ setWeight: 50 }, { pause: {} }]
    {{- else if eq .Values.rollout.strategy "blueGreen" }}
    blueGreen:
      activeService: {{ .Release.Name }}
      previewService: {{ .Release.Name }}-preview
    {{- end }}
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec: { containers: [{ name: app, image: "nginx:1.27", readinessProbe: { tcpSocket: { port: 80 } } }] }
{{- end }}
`;

const deployment = `{{- if not .Values.rollout.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }} }
spec:
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec: { containers: [{ name: app, image: "nginx:1.27" }] }
{{- end }}
`;

const autoscaler = `{{- if .Values.autoscaling.enabled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: {{ .Release.Name }} }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .Release.Name }} }
  minReplicas: 2
  maxReplicas: 4
{{- end }}
`;

const service = `apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }} }
spec: { selector: { app: {{ .Release.Name }} }, ports: [{ port: 80 }] }
`;

const values = (on: boolean, autoscaled = false): string =>
  `replicas: 2\nrollout: { enabled: ${on}, strategy: canary }\nautoscaling: { enabled: ${autoscaled} }\n`;

const chart = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'charts/shop/values.yaml': values(true),
  'charts/shop/templates/rollout.yaml': rollout,
  'charts/shop/templates/deployment.yaml': deployment,
  'charts/shop/templates/hpa.yaml': autoscaler,
  'charts/shop/templates/service.yaml': service,
};

interface Found {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
}

const rules = 'rollout/services-exist,k8s/scale-target-exists,k8s/identity-unique,rollout/pods-not-shared';

function lint(files: Readonly<Record<string, string>>, only = rules): readonly string[] {
  const { stdout, stderr } = run(folderOf(files), 'lint', '--only', only, '--format', 'json');
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Found[] };
  return findings.map(
    ({ rule, severity, message }) => `${severity} ${rule} ${/Rendered from .*$/.exec(message)?.[0]}`,
  );
}

const preview = 'info rollout/services-exist Rendered from charts/shop with rollout.strategy: blueGreen.';
const target = 'info k8s/scale-target-exists Rendered from charts/shop with autoscaling.enabled: true.';

describe('a chart is read in modes that none of its values are in', () => {
  it('one at a time, and what is found only there is information', () => {
    expect(lint(chart)).toEqual([target, preview]);
  });

  it('beside the mode that turns its Rollout on, and without it where that is on in no release', () => {
    expect(lint({ ...chart, 'charts/shop/values.yaml': values(false) })).toEqual([
      'info k8s/scale-target-exists Rendered from charts/shop with rollout.enabled: true, autoscaling.enabled: true.',
      'info rollout/services-exist Rendered from charts/shop with rollout.enabled: true, rollout.strategy: blueGreen.',
    ]);
    const toRollout = autoscaler.replace('apps/v1, kind: Deployment', 'argoproj.io/v1alpha1, kind: Rollout');
    const off = { 'charts/shop/values.yaml': values(false), 'charts/shop/templates/hpa.yaml': toRollout };
    expect(lint({ ...chart, ...off }, 'k8s/scale-target-exists')).toEqual([target]);
  });

  it('and not in one that a release is in', () => {
    const files = { ...chart, 'charts/shop/values-prod.yaml': 'rollout: { strategy: blueGreen }\n' };
    expect(lint(files)).toEqual([
      expect.stringMatching(
        /^info k8s\/scale-target-exists .* with values-prod\.yaml, autoscaling\.enabled: true\.$/,
      ),
      expect.stringMatching(/^error rollout\/services-exist .* with values-prod\.yaml\.$/),
    ]);
  });

  it('and says once what a release has, too', () => {
    expect(lint({ ...chart, 'charts/shop/values.yaml': values(true, true) })).toEqual([
      'error k8s/scale-target-exists Rendered from charts/shop.',
      preview,
    ]);
  });

  it('and nothing outside leads into a mode', () => {
    const caller = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  strategy: { blueGreen: { activeService: shop, previewService: shop-preview } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: app, image: "nginx:1.27" }] }
`;
    const guarded = `{{- if eq .Values.rollout.strategy "blueGreen" }}\n${service.replace('Name }}', 'Name }}-preview')}{{- end }}\n`;
    const files = { ...chart, 'charts/shop/templates/preview.yaml': guarded, 'web.yaml': caller };
    expect(lint(files, 'rollout/services-exist')).toEqual(['error rollout/services-exist undefined']);
  });

  it('which are not played', () => {
    const { stdout } = run(folderOf(chart), 'simulate', '--format', 'json');
    expect(stdout).toContain('shop');
    expect(stdout).not.toContain('blueGreen');
  });

  it('and not where only Helm knows what a mode makes', () => {
    const random = autoscaler.replace('minReplicas: 2', 'minReplicas: {{ randInt 1 3 }}');
    expect(lint({ ...chart, 'charts/shop/templates/hpa.yaml': random })).toEqual([preview]);
  });
});
