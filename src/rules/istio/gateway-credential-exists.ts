import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { own } from '../../kubernetes/objects/json.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { credentials, secretsNamed } from '../facts/istio/credentials.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { proxiesOf } from '../facts/istio/proxies.js';
import { typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why = 'The proxy has no certificate for the server, and connections to its hosts are refused.';

export default typedRule({
  meta: {
    name: 'istio/gateway-credential-exists',
    description: 'Require the Secret of a Gateway beside a Rollout to exist and to hold a certificate.',
    why,
    consequence: 'lost-traffic',
    severity: 'warning',
    otherwise: untouched('lost-traffic', why),
    messages: {
      missing:
        'Secret "{secret}" of Gateway "{gateway}" is not found, but Secret "{given}" of Gateway "{other}" is; add the Secret, or correct its name.',
      elsewhere:
        'Secret "{secret}" of Gateway "{gateway}" is in namespace "{elsewhere}", but the proxies only read Secrets in their own namespace "{namespace}"; move it there.',
      keys: 'Secret "{secret}" of Gateway "{gateway}" has neither "tls.crt" and "tls.key" nor "cert" and "key"; its keys are {known}.',
      certificate:
        'Secret "{secret}" of Gateway "{gateway}" has no certificate in "{key}", which must be PEM.',
    },
    links: [
      'https://istio.io/latest/docs/tasks/traffic-management/ingress/secure-ingress/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0161/',
    ],
    aliases: ['IST0101', 'IST0161'],
  },

  *check({ graph, report }) {
    for (const gateway of judged(graph, 'Gateway')) {
      yield gateway;
      for (const from of credentials(gateway)) {
        const name = from.text!;
        const data = { secret: name, gateway: gateway.name };
        const at = { case: untouchedCase(graph, gateway) };
        const namesakes = secretsNamed(graph, gateway, name);
        const [proxy] = proxiesOf(graph, gateway);
        const namespace = proxy && graph.namespace(proxy);
        const secret = namesakes.find(
          (one) => namespace === undefined || [undefined, namespace].includes(graph.namespace(one)),
        );
        if (!secret) {
          const [elsewhere] = namesakes;
          const given = givenCredential(graph);
          if (elsewhere)
            report(from, 'elsewhere', { ...data, namespace, elsewhere: graph.namespace(elsewhere) }, at);
          // Secrets are rarely in Git: one is reported as missing only if those of other Gateways are there.
          else if (given && graph.isComplete(gateway) && !isMade(graph, name))
            report(from, 'missing', { ...data, given: given.secret, other: given.gateway }, at);
          continue;
        }
        const problem = credentialProblem(secret);
        if (problem)
          report(
            from,
            problem.message,
            { ...data, ...problem.data },
            {
              ...at,
              related: [{ at: secret, message: 'the Secret' }],
              complete: [secret.at('data'), secret.at('stringData')],
            },
          );
      }
    }
  },
});

/** A Gateway whose Secret is among the manifests. */
const givenCredential = memoize(
  (graph: Graph): { readonly gateway: string; readonly secret: string } | undefined => {
    for (const gateway of judged(graph, 'Gateway'))
      for (const { text = '' } of credentials(gateway))
        if (secretsNamed(graph, gateway, text).length > 0) return { gateway: gateway.name, secret: text };
    return undefined;
  },
);

/** Kinds that create a Secret, and where they name it. */
const makers = [
  { kind: 'Certificate', group: 'cert-manager.io', path: ['spec', 'secretName'] },
  { kind: 'SealedSecret', group: 'bitnami.com', path: ['metadata', 'name'] },
  { kind: 'ExternalSecret', group: 'external-secrets.io', path: ['spec', 'target', 'name'] },
  { kind: 'ExternalSecret', group: 'external-secrets.io', path: ['metadata', 'name'] },
];

const madeSecrets = memoize(
  (graph: Graph): { readonly names: ReadonlySet<string>; readonly isOpen: boolean } => {
    const names = makers.flatMap(({ kind, group, path }) =>
      graph.ofKind(kind, group).flatMap((maker) => maker.at(...path).text ?? []),
    );
    const isOpen = [...names, ...graph.ofKind('Secret', '').map(({ name }) => name)].some(isPlaceholder);
    return { names: new Set(names), isOpen };
  },
);

/** Whether another resource creates a Secret, or its name may come from a placeholder. */
function isMade(graph: Graph, name: string): boolean {
  const { names, isOpen } = madeSecrets(graph);
  return isOpen || names.has(name);
}

/** https://github.com/istio/istio/blob/1.30.0/pilot/pkg/credentials/kube/secrets.go (ExtractCertInfo) */
const certificatePairs = [
  ['cert', 'key'],
  ['tls.crt', 'tls.key'],
] as const;

function credentialProblem(
  secret: Resource,
): { readonly message: 'keys' | 'certificate'; readonly data: Readonly<Record<string, string>> } | undefined {
  const [data, plain] = [secret.at('data'), secret.at('stringData')];
  const keys = [...data.entries, ...plain.entries].map(({ key }) => String(key)).sort();
  if (keys.length === 0) return undefined; // The Secret is filled by something else.
  const pair = certificatePairs.find((names) => names.every((name) => keys.includes(name)));
  if (!pair) return { message: 'keys', data: { known: keys.map((key) => `"${key}"`).join(', ') } };
  const [key] = pair;
  const text = own(plain.strings, key) ?? decodedCertificate(own(data.strings, key) ?? '');
  const isPem = text === undefined || isPlaceholder(text) || text.includes('-----BEGIN CERTIFICATE-----');
  return isPem ? undefined : { message: 'certificate', data: { key } };
}

/** Undefined if it is not base64: it is encrypted, or filled in later. */
function decodedCertificate(text: string): string | undefined {
  if (text.trim() === '' || isPlaceholder(text)) return undefined;
  try {
    return atob(text.replaceAll(/\s/g, ''));
  } catch {
    return undefined;
  }
}
