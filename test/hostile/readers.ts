// Everything that takes a text of a manifest apart or evaluates it. A law compares it with the sources, and feeds each hostile texts.
import * as glob from '../../src/argocd/glob.js';
import * as ignoredWay from '../../src/argocd/ignored-way.js';
import * as jsonPointer from '../../src/argocd/json-pointer.js';
import * as knownOptions from '../../src/argocd/known-options.js';
import * as loadYaml from '../../src/argocd/load-yaml.js';
import * as pointerProblem from '../../src/argocd/pointer-problem.js';
import * as argocdVersion from '../../src/argocd/version.js';
import { evaluate } from '../../src/cel/evaluate.js';
import { Fuel } from '../../src/cel/fuel.js';
import { parse } from '../../src/cel/parse.js';
import * as tokens from '../../src/cel/tokens.js';
import { lengthOf, placeOfCodePoint } from '../../src/cel/value.js';
import { canonicalQuantity } from '../../src/cluster/quantity.js';
import { secondsOf } from '../../src/cluster/time.js';
import { formatNames, formatOf } from '../../src/definitions/formats.js';
import { commandsIn } from '../../src/facts/argocd/commands.js';
import { touchedByTemplatePatch } from '../../src/graph/set-template.js';
import { badPattern } from '../../src/jq/bad-pattern.js';
import { tokenize } from '../../src/jq/lexer.js';
import { partsOf, selectsAll, waysOf } from '../../src/jq/steps.js';
import { checkJq, doubtJq, judgeJq } from '../../src/jq/syntax.js';
import { letsErrorsThrough, runsThrough, tolerant } from '../../src/jq/tolerant.js';
import { repositoryName, repositoryPath } from '../../src/kinds/application.js';
import { readCondition } from '../../src/kinds/condition.js';
import { goDuration, parseDuration, pauseSeconds } from '../../src/kinds/duration.js';
import { fitsWhole } from '../../src/kinds/go-pattern.js';
import { patternSize } from '../../src/kinds/go-pattern-size.js';
import { firstLabel, hostsOverlap, serviceOfHost, serviceOfPartialHost } from '../../src/kinds/host.js';
import { isKubernetesVersion } from '../../src/kinds/kubernetes-version.js';
import { answerOf } from '../../src/kinds/prometheus-query.js';
import { contentOf, isDate, scalarsOf } from '../../src/lint/comments.js';
import { askedGateway } from '../../src/migrate/parent-gateway.js';
import { isDnsLabel, isDnsSubdomain, isReleaseName } from '../../src/model/dns-name.js';
import { shortened } from '../../src/model/message.js';
import { nearestName } from '../../src/model/nearest-name.js';
import { fromValue } from '../../src/model/node.js';
import { isPlaceholder } from '../../src/model/placeholder.js';
import { detach, hasUnicodeBreak, lineAfter, lineEnd, lineStart } from '../../src/parse/characters.js';
import { splitDocuments } from '../../src/parse/documents.js';
import { readEvents } from '../../src/parse/events.js';
import { codePoint } from '../../src/parse/explain.js';
import { parseFully } from '../../src/parse/full-tree.js';
import { outline } from '../../src/parse/identity.js';
import { parseOrdinary } from '../../src/parse/ordinary.js';
import { fromBase64, keyText, resolvePlain, resolveTagged } from '../../src/parse/scalars.js';
import { misplacedTab } from '../../src/parse/tabs.js';
import { isTemplate } from '../../src/parse/template.js';
import { parseTree } from '../../src/parse/tree.js';
import { parseValues, soundValues } from '../../src/parse/values.js';
import { offsetsIn } from '../../src/parse/within-scalar.js';
import { wordsOf } from '../../src/parse/words.js';
import { JsonSchemas } from '../../src/project/json-schema.js';
import { adviceOn, messageOf, needsPlugins } from '../../src/render/failures.js';
import { isRemote } from '../../src/render/kustomization-paths.js';
import { readHelmOutput, readKustomizeOutput } from '../../src/render/rendered.js';
import { templateDocuments, valuesPath } from '../../src/render/template-lines.js';
import { serviceOf } from '../../src/routers/istio/split.js';
import { goQuote } from '../../src/validation/go-values.js';
import * as refusal from '../../src/validation/istio/refusal.js';
import { headerValueProblem } from '../../src/validation/istio/header-value.js';
import {
  dnsSubdomainProblems,
  isLonger,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../src/validation/labels.js';

/** Does what a reader does with a text, and with another one that it is asked about. */
export type Feed = (text: string, other: string) => unknown;

const source = { path: '/repository/a.yaml', name: 'a.yaml' };
const whole = (text: string): { start: number; end: number } => ({ start: 0, end: text.length });
const document = { spec: { 'a/b': [{ name: 'web', image: 'web:1' }], template: { a: 'b' } } };

/** By file and function, as the law finds them. */
export const readers: Readonly<Record<string, Feed>> = {
  'argocd/glob.ts#glob': (text, other) => glob.glob(text, other),
  'argocd/ignored-way.ts#waysOfExpression': (text) => ignoredWay.waysOfExpression(text),
  'argocd/ignored-way.ts#waysOfPointer': (text) => ignoredWay.waysOfPointer(text),
  'argocd/json-pointer.ts#removePointer': (text) => jsonPointer.removePointer(text, document),
  'argocd/known-options.ts#checkCompareOption': (text) => knownOptions.checkCompareOption(text),
  'argocd/known-options.ts#checkSyncOption': (text) => knownOptions.checkSyncOption(text, 'application'),
  'argocd/load-yaml.ts#loadYaml': (text) => loadYaml.loadYaml(text),
  'argocd/pointer-problem.ts#checkPointer': (text) => pointerProblem.checkPointer(text),
  'argocd/version.ts#parseArgoCdVersion': (text) => argocdVersion.parseArgoCdVersion(text),
  'cel/parse.ts#parse': (text, other) => evaluate(parse(text), other, new Fuel()),
  'cel/tokens.ts#tokensOf': (text) => tokens.tokensOf(text),
  'cel/value.ts#lengthOf': lengthOf,
  'cel/value.ts#placeOfCodePoint': (text) => placeOfCodePoint(text, text.length),
  'cluster/time.ts#secondsOf': secondsOf,
  'facts/argocd/commands.ts#commandsIn': commandsIn,
  'graph/set-template.ts#touchedByTemplatePatch': touchedByTemplatePatch,
  'jq/bad-pattern.ts#badPattern': badPattern,
  'jq/lexer.ts#tokenize': tokenize,
  'jq/steps.ts#partsOf': partsOf,
  'jq/steps.ts#selectsAll': selectsAll,
  'jq/steps.ts#waysOf': waysOf,
  'jq/syntax.ts#checkJq': checkJq,
  'jq/syntax.ts#doubtJq': doubtJq,
  'jq/syntax.ts#judgeJq': judgeJq,
  'jq/tolerant.ts#letsErrorsThrough': letsErrorsThrough,
  'jq/tolerant.ts#runsThrough': (text) => runsThrough(text, fromValue(document)),
  'jq/tolerant.ts#tolerant': tolerant,
  'kinds/application.ts#repositoryName': repositoryName,
  'kinds/application.ts#repositoryPath': repositoryPath,
  'kinds/condition.ts#readCondition': readCondition,
  'kinds/duration.ts#goDuration': goDuration,
  'kinds/duration.ts#parseDuration': (text) => [parseDuration(text), pauseSeconds({ value: text })],
  'kinds/go-pattern-size.ts#patternSize': patternSize,
  'kinds/go-pattern.ts#fitsWhole': fitsWhole,
  'kinds/host.ts#firstLabel': firstLabel,
  'kinds/host.ts#serviceOfHost': (text, other) => [serviceOfHost(text), hostsOverlap(text, other)],
  'kinds/host.ts#serviceOfPartialHost': serviceOfPartialHost,
  'kinds/kubernetes-version.ts#isKubernetesVersion': isKubernetesVersion,
  'kinds/prometheus-query.ts#answerOf': answerOf,
  'lint/comments.ts#contentOf': (text) => contentOf(text, whole(text)),
  'lint/comments.ts#isDate': isDate,
  'lint/comments.ts#scalarsOf': (text) => scalarsOf(text, whole(text)),
  'migrate/parent-gateway.ts#askedGateway': askedGateway,
  'model/dns-name.ts#isDnsLabel': isDnsLabel,
  'model/dns-name.ts#isDnsSubdomain': isDnsSubdomain,
  'model/dns-name.ts#isReleaseName': isReleaseName,
  'model/placeholder.ts#isPlaceholder': isPlaceholder,
  'parse/characters.ts#detach': detach,
  'parse/characters.ts#hasUnicodeBreak': hasUnicodeBreak,
  'parse/characters.ts#lineAfter': (text) => lineAfter(text, text.length >> 1),
  'parse/characters.ts#lineEnd': (text) => lineEnd(text, text.length >> 1),
  'parse/characters.ts#lineStart': (text) => lineStart(text, text.length >> 1),
  'parse/documents.ts#splitDocuments': splitDocuments,
  'parse/events.ts#readEvents': readEvents,
  'parse/explain.ts#codePoint': (text) => codePoint(text, 0),
  'parse/full-tree.ts#parseFully': (text) => parseFully(text),
  'parse/identity.ts#outline': (text) => outline(text, 0, text.length),
  'parse/ordinary.ts#parseOrdinary': (text) => parseOrdinary(text, 0, text.length),
  'parse/scalars.ts#fromBase64': fromBase64,
  'parse/scalars.ts#keyText': (text) => keyText(text, resolvePlain(text)),
  'parse/scalars.ts#resolvePlain': (text) => [
    resolvePlain(text),
    ...['!!int', '!!float', '!!bool', '!!binary'].map((tag) => resolveTagged(tag, text)),
  ],
  'parse/tabs.ts#misplacedTab': (text) => misplacedTab(text, []),
  'parse/template.ts#isTemplate': isTemplate,
  'parse/tree.ts#parseTree': (text) => parseTree(text),
  'parse/values.ts#parseValues': parseValues,
  'parse/values.ts#soundValues': soundValues,
  'parse/within-scalar.ts#offsetsIn': (text) => offsetsIn(text, text, 'double'),
  'parse/words.ts#wordsOf': wordsOf,
  'render/failures.ts#adviceOn': adviceOn,
  'render/failures.ts#messageOf': messageOf,
  'render/failures.ts#needsPlugins': needsPlugins,
  'render/kustomization-paths.ts#isRemote': isRemote,
  'render/rendered.ts#readHelmOutput': (text) => readHelmOutput(text, source),
  'render/rendered.ts#readKustomizeOutput': (text) => readKustomizeOutput(text, source),
  'render/template-lines.ts#templateDocuments': templateDocuments,
  'render/template-lines.ts#valuesPath': valuesPath,
  'routers/istio/split.ts#serviceOf': serviceOf,
  'validation/go-values.ts#goQuote': goQuote,
  'validation/istio/refusal.ts#isDnsLabel': (text) => refusal.isDnsLabel(text),
  'validation/istio/refusal.ts#isDomain': (text) => [refusal.isDomain(text), headerValueProblem(text)],
  'validation/istio/refusal.ts#isIp': (text) => refusal.isIp(text),
  'validation/istio/refusal.ts#isWildcardDomain': (text) => refusal.isWildcardDomain(text),
  'validation/labels.ts#isLonger': (text) => [
    isLonger(text, 63),
    labelValueProblems(text),
    qualifiedNameProblems(text),
    dnsSubdomainProblems(text),
  ],
};

/** What the law does not find by its form, and is fed all the same. */
export const more: Readonly<Record<string, Feed>> = {
  'a quantity': (text) => canonicalQuantity(text),
  'formats of definitions': (text) => formatNames.map((name) => formatOf(name)!.fits(text)),
  'the nearest name': (text, other) => nearestName(text, [other, 'web', 'stable']),
  'the words of a message': shortened,
  'a JSON schema': (text, other) => {
    const schema = {
      anyOf: [{ pattern: text }, { enum: [text] }, { required: [text] }, { properties: { [text]: false } }],
      patternProperties: { [text]: { $ref: `#/definitions/${other}` } },
      definitions: { [other]: { type: 'string', pattern: other, format: other } },
    };
    const read = new JsonSchemas().read(schema, () => true, text.length);
    return 'why' in read ? read.why : [read.problems(text), read.problems({ [text]: other })];
  },
};

/** Those that are fed by another one, or that no text of a manifest reaches, and why. */
export const others: Readonly<Record<string, string>> = {
  'jq/doubt.ts#doubt': 'by doubtJq',
  'jq/explain-name.ts#explainName': 'by doubtJq',
  'jq/explain-syntax.ts#explainSyntax': 'by checkJq',
  'jq/jq.ts#deletePaths': 'in a thread that is ended; the attacks on jq meet it',
  'jq/parser.ts#parseQuery': 'by judgeJq, which contains it: it goes as deep as the text',
  'jq/regex.ts#translateRegex': 'by badPattern, which contains it',
  'kinds/go-regexp.ts#fitsRegexp': 'by fitsWhole, which weighs it; Istio asks it of the empty text',
  'migrate/conditions.ts#withConditions': 'by edits of our own templates',
  'migrate/workload.ts#isHostOf': 'by serviceOfHost',
  'model/message.ts#plainMessage': 'holds its text only',
  'parse/events.ts#scalarText': 'by parseFully',
};
