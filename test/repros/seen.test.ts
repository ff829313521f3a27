import { describe, expect, it } from 'vitest';
import {
  application,
  documents,
  istio,
  rollout,
  service,
  services,
  steps,
  virtualService,
} from './objects.js';
import { describeRepros, inRepository } from './repro.js';
import { itWhole } from '../support/whole.js';

const canary = ['canaryService: web-canary', 'stableService: web-stable'];

/** The messages of a rule. */
function messages(files: Readonly<Record<string, string>>, rule: string): readonly string[] {
  const { stdout } = inRepository(files, 'lint', '--format', 'json', '--only', rule);
  return (JSON.parse(stdout) as { findings: { message: string }[] }).findings.map(({ message }) => message);
}

describe('an object of the same name in another namespace', () => {
  const files = {
    'a.yaml': documents(
      rollout('web', { namespace: 'shop', canary }),
      services('web', { namespace: 'cart' }),
    ),
    'b.yaml': service('another', 'web', { namespace: 'shop' }),
  };

  it('is told with its namespace', () => {
    const told = messages(files, 'rollout/services-exist');
    expect(told).toHaveLength(2);
    for (const message of told)
      expect(message).toContain('is not found in namespace "shop"; namespace "cart" has one.');
  });
});

describe('a host of a kustomization with a suffix', () => {
  const overlay = {
    'base/kustomization.yaml': 'resources:\n  - all.yaml\n',
    'dev/kustomization.yaml': 'nameSuffix: -dev\nresources:\n  - ../base\n',
  };
  const route = (host: string): string =>
    documents(
      rollout('web'),
      service('audit-api', 'audit'),
      service('web', 'web'),
      `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
spec:
  hosts:
    - web
  http:
    - route:
        - destination:
            host: ${host}
`,
    );

  it.each(['audit-api', 'audit-api-dve'])(
    'that has not the name that the Service gets is told: %s',
    (host) => {
      expect(messages({ ...overlay, 'base/all.yaml': route(host) }, 'istio/host-exists')).toHaveLength(1);
    },
  );

  it('that has it is none', () => {
    expect(messages({ ...overlay, 'base/all.yaml': route('audit-api-dev') }, 'istio/host-exists')).toEqual(
      [],
    );
  });
});

describe('what a kustomization is to change', () => {
  const changing = (...lines: readonly string[]): Readonly<Record<string, string>> => ({
    'kustomization.yaml': `resources:\n  - rollout.yaml\n${lines.map((line) => `${line}\n`).join('')}`,
    'rollout.yaml': rollout('web'),
  });

  describeRepros([
    {
      title: 'is nothing where no workload has the name of replicas',
      files: changing('replicas:', '  - name: wbe', '    count: 3'),
      findings: [['kustomization.yaml', 'wbe', 'error kustomize/replicas-match']],
    },
    {
      title: 'is nothing where replicas name a Rollout, which kustomize does not know',
      files: changing('replicas:', '  - name: web', '    count: 3'),
      findings: [['kustomization.yaml', 'name: web', 'error kustomize/replicas-match']],
    },
    {
      title: 'is nothing where no container has the image',
      files: changing('images:', '  - name: wbe', '    newTag: "2"'),
      findings: [['kustomization.yaml', 'wbe', 'warning kustomize/images-match']],
    },
    {
      title: 'is the image of a container',
      files: changing('images:', '  - name: web', '    newTag: "2"'),
      findings: [],
    },
  ]);
});

describe('a ConfigMap that a Rollout reads', () => {
  const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: b\n';
  const reading = rollout('web').replace(
    '          ports:\n',
    '          envFrom:\n            - configMapRef:\n                name: settings\n          ports:\n',
  );

  describeRepros([
    {
      title: 'under one name for ever is information, which no run fails for',
      files: { 'a.yaml': reading, 'b.yaml': config },
      findings: [['a.yaml', 'name: settings', 'info config/change-is-a-revision']],
    },
  ]);
});

describe('a line that lost its indentation', () => {
  describeRepros([
    {
      title: 'is the place, and not the line after it',
      files: {
        'a.yaml': rollout('web', { canary: steps }).replace(
          '        - setWeight: 50',
          '       - setWeight: 50',
        ),
      },
      findings: [['a.yaml', 'setWeight', 'error yaml/parses']],
    },
    {
      title: 'is the place where it is a key',
      files: { 'a.yaml': rollout('web').replace('    metadata:\n', '   metadata:\n') },
      findings: [['a.yaml', '   metadata:', 'error yaml/parses']],
    },
    {
      title: 'is the place where it is the last one',
      files: { 'a.yaml': rollout('web', { canary: steps }).replace('        - pause', '       - pause') },
      findings: [['a.yaml', 'pause', 'error yaml/parses']],
    },
  ]);
});

describe('drift', () => {
  const canaryOf = (name: string): string =>
    documents(rollout(name, { canary: istio(name) }), services(name), virtualService(name));
  const drifts = (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const { code, stdout, stderr } = inRepository(files, 'drift', '--format', 'json', ...args);
    if (stdout === '') return { code, stderr };
    const { applications } = JSON.parse(stdout) as { applications: { rollout: { name: string } }[] };
    return { code, rollouts: applications.map(({ rollout: one }) => one.name).sort() };
  };
  const one = application('web', 'web', { more: ['syncPolicy: {automated: {selfHeal: true}}'] });

  it('plays Rollouts whose Application is elsewhere', () => {
    const files = {
      'app/rollout.yaml': canaryOf('web'),
      'guestbook.yaml': application('guestbook', 'other').replace('repo.git', 'another.git'),
      'other/a.yaml': service('x', 'x'),
    };
    expect(drifts(files)).toEqual({ code: 1, rollouts: ['web'] });
    const { stdout } = inRepository(files, 'drift');
    expect(stdout).toContain('i No given Application deploys Rollout "web"');
  });

  itWhole('plays all Rollouts where an Application deploys one of them', () => {
    const files = { 'app.yaml': one, 'web/a.yaml': canaryOf('web'), 'cart/a.yaml': canaryOf('cart') };
    expect(drifts(files).rollouts).toEqual(['cart', 'web']);
    expect(drifts(files, '--rollout', 'cart').rollouts).toEqual(['cart']);
  });

  itWhole('plays no file that a kustomization leaves out', () => {
    const files = {
      'app.yaml': one,
      'web/kustomization.yaml': 'resources:\n  - rollout.yaml\n',
      'web/rollout.yaml': canaryOf('web'),
      'web/rollout-v2.yaml': canaryOf('cart'),
    };
    expect(drifts(files).rollouts).toEqual(['web']);
  });

  it('finds that a manager who never writes covers nothing', () => {
    const ignoring = application('web', 'web', {
      more: [
        'ignoreDifferences:',
        '  - group: networking.istio.io',
        '    kind: VirtualService',
        '    managedFieldsManagers: [nonsense]',
      ],
    });
    expect(drifts({ 'app.yaml': ignoring, 'web/a.yaml': canaryOf('web') }).code).toBe(1);
  });

  describe('of a Rollout that would be refused as it is written', () => {
    const refused = rollout('web').replace('spec:\n', 'spec:\n  replicas: many\n');
    const said = (files: Readonly<Record<string, string>>): { code: number; stdout: string } => {
      const { code, stdout } = inRepository(files, 'drift');
      return { code, stdout: stdout.replaceAll(/\s+/g, ' ') };
    };

    it('says so where nothing changes it', () => {
      const { code, stdout } = said({ 'a.yaml': refused });
      expect(code).toBe(1);
      expect(stdout).toContain('× Nothing is compared, because the controller rejects the Rollout:');
    });

    it('cannot tell where a text is filled in before it is deployed', () => {
      const { code, stdout } = said({ 'a.yaml': refused.replace('many', '${REPLICAS}') });
      expect(code).toBe(4);
      expect(stdout).toContain('placeholders of Rollout "web" are filled in before it is deployed');
      expect(stdout).toContain('? 1 Rollout that cannot be compared');
      expect(stdout).not.toContain('the controller rejects');
    });

    it('cannot tell where a patch of a kustomization may mend it', () => {
      const patch = 'patches:\n  - path: replicas.yaml\n';
      const { code, stdout } = said({
        'kustomization.yaml': `resources:\n  - rollout.yaml\n${patch}`,
        'rollout.yaml': refused,
        'replicas.yaml':
          'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: web\nspec:\n  replicas: 3\n',
      });
      expect(code).toBe(4);
      expect(stdout).toContain('a kustomization patches Rollout "web", which is only applied with --render');
    });
  });

  itWhole('--write ignores no field that the API server drops', () => {
    const files = {
      'app.yaml': one,
      'web/a.yaml': documents(
        rollout('web', { canary: istio('web') }),
        services('web'),
        virtualService('web', { more: ['trafficPolicy:', '  loadBalancer:', '    simple: ROUND_ROBIN'] }),
      ),
    };
    const { stdout } = inRepository(files, 'drift', '--write');
    expect(stdout).toMatch(/^i app\.yaml: written\.$/m);
    expect(stdout).not.toMatch(/ignore[^\n]*trafficPolicy/);
  });
});
