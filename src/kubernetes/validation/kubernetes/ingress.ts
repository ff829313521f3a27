import { classAnnotation } from '../../kinds/ingress.js';
import type { Field } from '../../../model/field.js';
import { isDnsLabel, isDnsSubdomain } from '../../../model/dns-name.js';
import type { Resource } from '../../../model/resource.js';
import { otherThan, type Refusals } from '../refusal.js';
import { portNameRefusals, portNumberRefusals } from './ports.js';

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/networking/validation/validation.go (validateIngress) */
export function* ingressRefusals(ingress: Resource): Refusals {
  const spec = ingress.at('spec');
  const [rules, fallback] = [spec.at('rules'), spec.at('defaultBackend')];
  if (rules.items.length === 0 && !fallback.exists)
    yield { at: rules, problem: 'is empty; add a rule, or a "defaultBackend"', rests: [fallback] };
  if (fallback.exists) yield* backendRefusals(fallback);
  for (const rule of rules.items) {
    yield* ingressHostRefusals(rule.at('host'));
    const paths = rule.at('http', 'paths');
    if (rule.at('http').exists && paths.items.length === 0)
      yield { at: paths, problem: 'is empty; add a path' };
    for (const path of paths.items) {
      yield* pathRefusals(path.at('path'), path.at('pathType'));
      yield* backendRefusals(path.at('backend'));
    }
  }
  for (const hosts of spec.at('tls').items)
    for (const at of hosts.at('hosts').items) yield* ingressHostRefusals(at);
  const name = spec.at('ingressClassName');
  if (name.text && !isDnsSubdomain(name.text))
    yield { at: name, problem: `is not a name of an IngressClass: "${name.text}"` };
  yield* classRefusals(classAnnotation(ingress), name);
}

/** Kubernetes before 1.27 also refuses two equal classes. (ValidateIngressCreate) */
function* classRefusals(old: Field, name: Field): Refusals {
  if (old.text === undefined || name.text === undefined || old.text === name.text) return;
  yield {
    at: old,
    problem: `is "${old.text}", but spec.ingressClassName is "${name.text}", and both must be the same; remove the annotation`,
    rests: [name],
    removable: [old],
  };
}

function* ingressHostRefusals(at: Field): Refusals {
  const { text } = at;
  if (!text) return;
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text))
    yield { at, problem: `is an IP address, "${text}"; give a DNS name, or none`, removable: [at] };
  else if (!isDnsSubdomain(text.replace(/^\*\./, '')))
    yield {
      at,
      problem: `is not a DNS name: "${text}"; use lower case letters, digits, "-" and ".", behind "*." at most`,
    };
}

const wrongWithin = ['//', '/./', '/../', '%2f', '%2F'];
const wrongAtEnd = ['/..', '/.'];

function* pathRefusals(at: Field, type: Field): Refusals {
  yield* otherThan(type, ['Exact', 'ImplementationSpecific', 'Prefix']);
  const text = at.text ?? '';
  const isFree = type.text === 'ImplementationSpecific';
  if (!isFree && type.text !== 'Exact' && type.text !== 'Prefix') return;
  if (text === '' && isFree) return;
  if (!text.startsWith('/')) {
    yield { at, problem: 'must begin with "/"', rests: [type] };
    return;
  }
  if (isFree) return;
  const wrong =
    wrongWithin.find((part) => text.includes(part)) ?? wrongAtEnd.find((part) => text.endsWith(part));
  if (wrong !== undefined)
    yield { at, problem: `contains "${wrong}", which pathType ${type.text} does not allow`, rests: [type] };
}

function* backendRefusals(backend: Field): Refusals {
  const [service, resource] = [backend.at('service'), backend.at('resource')];
  if (service.exists && resource.exists) {
    yield {
      at: backend,
      problem: 'has both "service" and "resource"; leave one',
      rests: [service, resource],
    };
    return;
  }
  // Backends of Kubernetes before 1.22 have other fields, which the schema rules report.
  if (!service.exists) return;
  const name = service.at('name');
  if (name.value === '') yield { at: name, problem: 'is empty; give the name of a Service' };
  else if (name.text && !isDnsLabel(name.text))
    yield { at: name, problem: `is not a name of a Service: "${name.text}"` };
  const [portName, portNumber] = [service.at('port', 'name'), service.at('port', 'number')];
  if (portName.text && portNumber.number)
    yield {
      at: service.at('port'),
      problem: 'has both "name" and "number"; leave one',
      rests: [portName, portNumber],
    };
  else if (!portName.exists && !portNumber.exists && service.at('name').exists)
    yield { at: service.at('port'), problem: 'is missing; give its "number" or its "name"' };
  yield* portNameRefusals(portName);
  yield* portNumberRefusals(portNumber);
}
