import { ApiObject, App, Chart } from 'cdk8s';
import { type Validation, ValidationContext } from 'cdk8s-cli/plugins';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RolloutValidation, type RolloutValidationProps } from '../../src/cdk8s/index.js';
import { bad, broken as brokenYaml, folderOf, good, template } from '../support/command.js';

type Report = ReturnType<ValidationContext['report']['toJson']>;

/** What cdk8s-cli would make a report of. */
async function reportOn(
  manifests: readonly string[],
  properties: RolloutValidationProps = {},
): Promise<Report> {
  const context = new ValidationContext(manifests, 'rolloutkit', '1.0.0');
  const submit = vi.spyOn(context.report, 'submit');
  const plugin: Validation = new RolloutValidation(properties);
  await plugin.validate(context);
  expect(submit).toHaveBeenCalledTimes(1);
  return context.report.toJson();
}

/** The rules that are said to be broken, with the resources and how many places there are in each. */
function broken({ violations }: Report): readonly (readonly [string, Readonly<Record<string, number>>])[] {
  return violations.map(({ ruleName, violatingConstructs }) => [
    ruleName,
    Object.fromEntries(
      violatingConstructs.map(({ resourceName, locations }) => [resourceName, locations.length]),
    ),
  ]);
}

function filesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = folderOf(files);
  return Object.keys(files).map((name) => path.join(folder, name));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the report', () => {
  it('succeeds when nothing is wrong, and says what was looked at', async () => {
    const { violations, summary } = await reportOn(filesOf({ 'good.k8s.yaml': good }));

    expect(violations).toEqual([]);
    expect(summary).toMatchObject({
      status: 'success',
      metadata: { errors: '0', warnings: '0', infos: '0', resources: '1', rollouts: '1' },
    });
  });

  it('fails when the app wrote no manifest, because nothing was checked', async () => {
    const also = [folderOf({ 'good.k8s.yaml': good })];

    for (const { summary } of [await reportOn([]), await reportOn([], { also })])
      expect(summary).toMatchObject({
        status: 'failure',
        metadata: { 'not checked': 'anything: the app wrote no manifest' },
      });
  });

  it('has one violation for each rule, with all that break it', async () => {
    const files = filesOf({
      'one.k8s.yaml': bad.replace('maxsurge: 1', 'maxsurge: 1\n      maxunavailable: 1'),
      'two.k8s.yaml': bad.replaceAll('bad', 'worse'),
    });
    const report = await reportOn(files);

    expect(broken(report)).toEqual([['schema/fields-known', { bad: 2, worse: 1 }]]);
    expect(report.violations[0]?.violatingConstructs.map(({ manifestPath }) => manifestPath)).toEqual(files);
    expect(report.summary.status).toBe('failure');
  });

  it('tells where, and what would be right', async () => {
    const { violations } = await reportOn(filesOf({ 'bad.k8s.yaml': bad }));

    expect(violations[0]?.violatingConstructs[0]?.locations).toEqual([
      'spec.strategy.canary.maxsurge (line 11): Rollout "bad" has no field "maxsurge" in spec.strategy.canary; did you mean "maxSurge"?',
    ]);
  });

  it('has what is graver first, and marks what is no error', async () => {
    const rollout = bad.replace('maxsurge: 1', "maxSurge: '1'\n      canaryService: nowhere");
    const report = await reportOn(filesOf({ 'bad.k8s.yaml': rollout }));

    expect(report.violations.map(({ ruleName }) => ruleName)).toEqual([
      'rollout/services-exist',
      'warning: steps/surge-unquoted',
    ]);
    expect(report.summary).toMatchObject({ metadata: { errors: '1', warnings: '1' } });
  });

  it('says which files were left out because nobody rendered them', async () => {
    const [file = ''] = filesOf({ 'chart.k8s.yaml': template });
    const { summary } = await reportOn([file]);

    expect(summary.metadata).toMatchObject({
      resources: '0',
      'not checked': '1 unrendered template',
      'skipped, unrendered templates': file,
    });
  });

  it('counts what it does not list', async () => {
    const lines = Array.from({ length: 60 }, () => '  odd: 1\n').join('');
    const { summary, violations } = await reportOn(filesOf({ 'bad.k8s.yaml': `${good}${lines}` }), {
      only: ['yaml'],
    });

    expect(violations.map(({ ruleName }) => ruleName)).toEqual(['yaml/unique-keys']);
    expect(summary.metadata).toMatchObject({ errors: '59' });
  });

  it('shows nothing of what a Secret holds', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: bad\nstringData:\n  a: *hunter2\n';
    const report = JSON.stringify(await reportOn(filesOf({ 'bad.k8s.yaml': secret }), { only: ['yaml'] }));

    expect(report).toContain('yaml/aliases-known');
    expect(report).not.toContain('hunter2');
  });

  it('prints nothing: with --stdout it would get among the manifests', async () => {
    const streams = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
    await reportOn(filesOf({ 'bad.k8s.yaml': bad }));

    expect(streams.map(({ mock }) => mock.calls)).toEqual([[], []]);
  });

  it('is not submitted when a manifest cannot be read', async () => {
    const context = new ValidationContext(['/no/such.k8s.yaml'], 'rolloutkit', '1.0.0');

    await expect(new RolloutValidation().validate(context)).rejects.toThrow(
      'RolloutValidation: /no/such.k8s.yaml: file or folder not found.',
    );
    expect(() => context.report.success).toThrow('Report is incomplete');
  });

  it('is not submitted when what "also" names is missing, and says that "also" names it', async () => {
    await expect(reportOn(filesOf({ 'good.k8s.yaml': good }), { also: ['no-such-folder'] })).rejects.toThrow(
      'RolloutValidation: "also" cannot be read: no-such-folder: file or folder not found.',
    );
  });
});

describe('the name of a resource', () => {
  // cdk8s-cli prints the path of whatever object has a name, of whatever kind.
  const named = async (files: Readonly<Record<string, string>>) =>
    (await reportOn(filesOf(files))).violations.flatMap(({ violatingConstructs }) =>
      violatingConstructs.map(({ resourceName }) => resourceName),
    );
  const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: bad\ndata: {}\n';
  const inNamespace = (namespace: string) =>
    bad.replace('name: bad\n', `name: bad\n  namespace: ${namespace}\n`);

  it('is its own where no other has it', async () => {
    expect(await named({ 'bad.yaml': bad })).toEqual(['bad']);
  });

  it('has the kind in front where another kind has it, too', async () => {
    expect(await named({ 'bad.yaml': bad, 'settings.yaml': settings })).toEqual(['Rollout/bad']);
  });

  it('has the namespace behind it where the kind has it there, too', async () => {
    expect(await named({ 'blue.yaml': inNamespace('blue'), 'green.yaml': inNamespace('green') })).toEqual([
      'Rollout/bad in blue',
      'Rollout/bad in green',
    ]);
  });
});

describe('properties', () => {
  const files = () => filesOf({ 'bad.k8s.yaml': bad });

  it.each<[RolloutValidationProps, string, readonly unknown[]]>([
    [
      { rules: { 'schema/fields-known': 'warning' } },
      'success',
      [['warning: schema/fields-known', { bad: 1 }]],
    ],
    [
      { rules: { schema: 'warning' }, failOn: 'warning' },
      'failure',
      [['warning: schema/fields-known', { bad: 1 }]],
    ],
    [{ failOn: 'never' }, 'success', [['schema/fields-known', { bad: 1 }]]],
    [{ rules: { schema: 'off' } }, 'success', []],
    [{ skip: ['schema'] }, 'success', []],
    [{ only: ['schema/fields-known'] }, 'failure', [['schema/fields-known', { bad: 1 }]]],
    [{ only: ['istio'] }, 'success', []],
  ])('%j', async (properties, status, violations) => {
    const report = await reportOn(files(), properties);

    expect(report.summary.status).toBe(status);
    expect(broken(report)).toEqual(violations);
  });

  it('lints what "also" names together with the app, each file once', async () => {
    const canary = good.replace('maxSurge: 1', 'canaryService: by-hand');
    const manifests = filesOf({ 'dist/good.k8s.yaml': canary, 'by-hand/broken.yaml': brokenYaml });
    const folder = path.dirname(path.dirname(manifests[0] ?? ''));
    const [app = ''] = manifests;

    const [unread, other] = broken(await reportOn([app], { also: [folder] }));
    const [rule, places] = unread ?? [];
    expect(rule).toBe('yaml/parses');
    // As they are written from here, which depends on where here is.
    expect(Object.keys(places ?? {}).map((name) => path.resolve(name))).toEqual([
      path.join(folder, 'by-hand/broken.yaml'),
    ]);
    expect(other).toEqual(['rollout/services-exist', { good: 1 }]);
  });

  it.each<[unknown, string]>([
    [
      { failon: 'never' },
      'Unknown property "failon". Did you mean "failOn"? The properties are failOn, also, only, skip, rules.',
    ],
    [{ failOn: 'errors' }, '"failOn" must be one of info, warning, error, never, not "errors".'],
    [{ also: 'argocd' }, '"also" must be a list of strings, not "argocd".'],
    [{ only: [1] }, '"only" must be a list of strings, not [1].'],
    [{ skip: ['isto'] }, 'Unknown rule or area "isto". Did you mean "istio"?'],
    [{ rules: ['istio'] }, '"rules" must be a map from rules to severities, not ["istio"].'],
    [{ rules: { istio: 'on' } }, '"rules: istio" must be one of off, info, warning, error, not "on".'],
    ['strict', 'Expected failOn, also, only, skip, rules, not "strict".'],
  ])('%j is refused', (properties, message) => {
    expect(() => new RolloutValidation(properties as RolloutValidationProps)).toThrow(
      `The properties of RolloutValidation: ${message}`,
    );
  });
});

it('reads what cdk8s writes', async () => {
  const outdir = folderOf({});
  const app = new App({ outdir });
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  new ApiObject(chart, 'service', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'on' },
    spec: { prots: [] },
  });
  app.synth();

  expect(broken(await reportOn([path.join(outdir, 'shop.k8s.yaml')]))).toEqual([
    ['schema/fields-known', { on: 1 }],
  ]);
});
