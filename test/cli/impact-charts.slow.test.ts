import { describe, expect, it } from 'vitest';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: {{ include "web.name" . }}
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  strategy:
    canary:
      steps: [{ setWeight: 20 }, { pause: {} }]
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: "ghcr.io/acme/web:{{ .Values.image.tag }}"
`;

const chart = {
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'web/values.yaml': "replicas: 3\nimage: { tag: '1.0' }\nnotes: [a]\n",
  'web/templates/_helpers.tpl': '{{ define "web.name" }}web{{ end }}\n',
  'web/templates/rollout.yaml': rollout,
};

type Plain = Readonly<Record<string, string | undefined>>;

/** What impact prints of a change of files that is not committed; undefined deletes one. */
function impact(change: Plain, start: Readonly<Record<string, string>> = chart, ...more: readonly string[]) {
  const repository = new Repository(start);
  for (const [name, text] of Object.entries(change))
    if (text === undefined) repository.remove(name);
    else repository.write({ [name]: text });
  return told(repository, ...more);
}

/** What impact prints in a repository. */
function told(repository: Repository, ...more: readonly string[]) {
  const { stdout, stderr, code } = run(repository.folder, 'impact', '--format', 'json', ...more);
  expect(stderr).toBe('');
  const { rollouts, unknown, summary } = JSON.parse(stdout) as {
    readonly rollouts: readonly {
      readonly change: string;
      readonly effects: readonly { readonly kind: string; readonly message: string }[];
      readonly notes: readonly string[];
    }[];
    readonly unknown: readonly string[];
    readonly summary: { readonly untouched: number };
  };
  const effects = rollouts.flatMap((one) =>
    one.effects.filter(({ kind }) => kind !== 'replaced').map(({ message }) => message),
  );
  return {
    code,
    effects,
    notes: rollouts.flatMap(({ notes }) => notes),
    unknown,
    untouched: summary.untouched,
  };
}

const clear = { code: 0, unknown: [] };
const unread = (file: string): string =>
  `${file}: chart web is not rendered, so the effect of this change on it is unknown; render with --render.`;

describe('impact on a chart without Helm', () => {
  it('compares what both states make, and names the values that change', () => {
    expect(impact({ 'web/values.yaml': "replicas: 3\nimage: { tag: '2.0' }\nnotes: [b]\n" })).toMatchObject({
      ...clear,
      effects: ['Rollout "web" gets a new revision, because of spec.template.spec.containers[web].image.'],
      notes: expect.arrayContaining([
        'Values of its chart that change: image.tag, notes (web/values.yaml).',
      ]) as unknown,
    });
  });

  it('touches nothing with a value that no template uses', () => {
    const values = chart['web/values.yaml'].replace('[a]', '[b]');
    expect(impact({ 'web/values.yaml': values })).toEqual({ ...clear, effects: [], notes: [], untouched: 1 });
  });

  it('reads the earlier helpers, which are no manifests', () => {
    const helpers = chart['web/templates/_helpers.tpl'].replace('}}web{{', '}}shop{{');
    const told = impact({ 'web/templates/_helpers.tpl': helpers }).effects.join('\n');
    expect(told).toContain('Rollout "shop" is new: its 3 pods start at once');
    expect(told).toContain('Rollout "web" is removed from Git');
  });

  it('does not take a new file for one that was there', () => {
    const image = '{{ define "web.image" }}ghcr.io/acme/web:2.0{{ end }}\n';
    expect(
      impact({
        'web/templates/_image.tpl': image,
        'web/templates/rollout.yaml': rollout.replace(/"ghcr.*"/, '{{ include "web.image" . }}'),
      }),
    ).toMatchObject({
      ...clear,
      effects: ['Rollout "web" gets a new revision, because of spec.template.spec.containers[web].image.'],
    });
    // It would be an error of Helm in the earlier state: the template that defines it is not there yet.
    const before = {
      ...chart,
      'web/templates/rollout.yaml': rollout.replace(/"ghcr.*"/, '{{ include "web.image" . }}'),
    };
    expect(impact({ 'web/templates/_image.tpl': image }, before).unknown).toEqual([
      unread('web/templates/_image.tpl'),
    ]);
  });

  it('has the files that a change deletes in the earlier state', () => {
    const service = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`;
    expect(
      impact(
        { 'web/templates/service.yaml': undefined },
        { ...chart, 'web/templates/service.yaml': service },
      ).effects.join(),
    ).toContain('Service "web"');
  });

  it('compares nothing of a chart that is known in one state only', () => {
    const change = { 'web/templates/rollout.yaml': rollout.replace('spec:\n', 'spec:\n  # {{ now }}\n') };
    const { effects, unknown } = impact(change);
    expect(effects).toEqual([]);
    expect(unknown).toContain(unread('web/templates/rollout.yaml'));
  });

  it('compares nothing of a chart of which a template is left out', () => {
    const random =
      'apiVersion: v1\nkind: Secret\nmetadata: { name: web }\ndata: { a: "{{ randAlphaNum 5 }}" }\n';
    const { effects, unknown } = impact(
      { 'web/values.yaml': "replicas: 3\nimage: { tag: '2.0' }\n" },
      { ...chart, 'web/templates/secret.yaml': random },
    );
    expect({ effects, unknown }).toEqual({ effects: [], unknown: [unread('web/values.yaml')] });
  });

  it('reads no charts with --no-render', () => {
    expect(
      impact({ 'web/values.yaml': "replicas: 3\nimage: { tag: '2.0' }\n" }, chart, '--no-render').unknown,
    ).toEqual([unread('web/values.yaml')]);
  });
});

const changedValues = "replicas: 3\nimage: { tag: '2.0' }\n";
const newRevision = 'Rollout "web" gets a new revision, because of spec.template.spec.containers[web].image.';

/** What impact prints of what is staged in a repository. */
function impactOfStaged(repository: Repository, ...more: readonly string[]) {
  return told(repository, '--staged', ...more);
}

describe('impact on a chart of what is staged', () => {
  it('compares what HEAD and the index make, and names the values that change', () => {
    const repository = new Repository(chart);
    repository.write({ 'web/values.yaml': changedValues });
    repository.git('add', '--all');
    expect(impactOfStaged(repository)).toMatchObject({
      ...clear,
      effects: [newRevision],
      notes: expect.arrayContaining([
        'Values of its chart that change: image.tag, notes (web/values.yaml).',
      ]) as unknown,
    });
  });

  it('reads nothing that is not staged: values, helpers, new files and deletions', () => {
    const repository = new Repository(chart);
    repository.write({ 'web/values.yaml': changedValues });
    repository.git('add', '--all');
    repository.write({
      'web/values.yaml': "replicas: 9\nimage: { tag: '3.0' }\n",
      'web/templates/_helpers.tpl': '{{ define "web.name" }}shop{{ end }}\n',
      'web/templates/_other.tpl': '{{ define "web.name" }}other{{ end }}\n',
      'web/templates/service.yaml': 'kind: {{ now }}\n',
    });
    expect(impactOfStaged(repository)).toMatchObject({ ...clear, effects: [newRevision] });
    repository.remove('web/templates');
    expect(impactOfStaged(repository)).toMatchObject({ ...clear, effects: [newRevision] });
    repository.remove('web');
    expect(impactOfStaged(repository)).toMatchObject({ ...clear, effects: [newRevision] });
  });

  it('sees no change of the disk alone', () => {
    const repository = new Repository({ ...chart, 'notes.yaml': 'a: 1\n' });
    repository.write({ 'notes.yaml': 'a: 2\n' });
    repository.git('add', '--all');
    repository.write({ 'web/templates/_helpers.tpl': '{{ define "web.name" }}shop{{ end }}\n' });
    expect(impactOfStaged(repository)).toMatchObject({ ...clear, effects: [], untouched: 1 });
  });

  it('says what a deleted chart takes away', () => {
    const repository = new Repository(chart);
    repository.git('rm', '-r', '--quiet', 'web');
    const { effects, unknown } = impactOfStaged(repository);
    expect({ effects: effects.join('\n'), unknown }).toEqual({
      effects: expect.stringContaining('Rollout "web" is removed from Git') as unknown,
      unknown: [],
    });
  });

  it('takes a renamed chart for the same, if what it makes is the same', () => {
    const repository = new Repository(chart);
    repository.git('mv', 'web', 'shop');
    const moved = impactOfStaged(repository);
    expect(moved).toMatchObject({ ...clear, effects: [] });
    repository.write({ 'shop/values.yaml': changedValues });
    repository.git('add', '--all');
    expect(impactOfStaged(repository)).toMatchObject({ ...clear, effects: [newRevision] });
  });

  it('says the same as of the change that is committed then', () => {
    const repository = new Repository(chart);
    repository.write({ 'web/values.yaml': changedValues });
    repository.git('add', '--all');
    const staged = impactOfStaged(repository);
    repository.commit('Second');
    expect(told(repository, '--base', 'HEAD~1')).toEqual(staged);
  });

  it('reads no charts with --no-render', () => {
    const repository = new Repository(chart);
    repository.write({ 'web/values.yaml': changedValues });
    repository.git('add', '--all');
    expect(impactOfStaged(repository, '--no-render').unknown).toEqual([unread('web/values.yaml')]);
  });
});
