// Everything that takes a text of a manifest apart or evaluates it. A law compares it with the sources, and feeds each hostile texts.
import * as glob from '../../src/argocd/glob.js';
import * as ignoredWay from '../../src/argocd/ignored-way.js';
import * as jsonPointer from '../../src/argocd/json-pointer.js';
import * as knownOptions from '../../src/argocd/known-options.js';
import * as loadYaml from '../../src/argocd/load-yaml.js';
import * as pointerProblem from '../../src/argocd/pointer-problem.js';
import * as argocdVersion from '../../src/argocd/version.js';
import { evaluate } from '../../src/kubernetes/cel/evaluate.js';
import { Fuel } from '../../src/kubernetes/cel/fuel.js';
import { parseExpression } from '../../src/kubernetes/cel/parse.js';
import * as tokens from '../../src/kubernetes/cel/tokens.js';
import { lengthOf, placeOfCodePoint } from '../../src/kubernetes/cel/value.js';
import { canonicalQuantity } from '../../src/kubernetes/objects/quantity.js';
import { portsOfImage } from '../../src/kubernetes/kinds/image-ports.js';
import { readImage, withoutCapitals } from '../../src/kubernetes/kinds/image.js';
import { secondsOf } from '../../src/kubernetes/objects/time.js';
import { formatNames, formatOf } from '../../src/kubernetes/definitions/formats.js';
import { commandsIn } from '../../src/rules/facts/argocd/commands.js';
import { touchedByTemplatePatch } from '../../src/repository/graph/set-template.js';
import { badPattern } from '../../src/argocd/jq/bad-pattern.js';
import { tokenize } from '../../src/argocd/jq/lexer.js';
import { partsOf, selectsAll, waysOf } from '../../src/argocd/jq/steps.js';
import { checkJq, doubtJq, judgeJq } from '../../src/argocd/jq/syntax.js';
import { letsErrorsThrough, runsThrough, tolerant } from '../../src/argocd/jq/tolerant.js';
import { repositoryName, repositoryPath } from '../../src/kubernetes/kinds/application.js';
import { assumableMeant, assumedTarget, isAssumable } from '../../src/kubernetes/kinds/assumable.js';
import {
  durationProblem,
  goDuration,
  parseDuration,
  pauseSeconds,
} from '../../src/kubernetes/kinds/duration.js';
import { fitsPart, fitsWhole } from '../../src/kubernetes/kinds/go-pattern.js';
import { patternSize } from '../../src/kubernetes/kinds/go-pattern-size.js';
import {
  firstLabel,
  hostsOverlap,
  serviceOfHost,
  serviceOfPartialHost,
} from '../../src/kubernetes/kinds/host.js';
import { isKubernetesVersion } from '../../src/kubernetes/kinds/kubernetes-version.js';
import { outcomeOver } from '../../src/rollouts/analysis/classes.js';
import { Condition } from '../../src/rollouts/analysis/expression/condition.js';
import { isGoPattern, matchesGoPattern } from '../../src/rollouts/analysis/expression/pattern.js';
import { fromFloatText, fromIntText, GoList } from '../../src/rollouts/analysis/expression/values.js';
import { fitsSome, withoutArguments } from '../../src/rollouts/analysis/metrics.js';
import { urlProblem } from '../../src/rollouts/analysis/url.js';
import { escapeProblem, substitute } from '../../src/rollouts/controllers/validation/metrics.js';
import { jsonPathProblem } from '../../src/rollouts/analysis/json-path.js';
import { isNaNWhenIdle } from '../../src/rollouts/analysis/promql/nan.js';
import { doubtsIn, fallbackOf, isEmptyWithoutFailures } from '../../src/rollouts/analysis/promql/doubts.js';
import {
  literalPatterns,
  longestRange,
  matchersSeen,
} from '../../src/rollouts/analysis/promql/matchers-seen.js';
import {
  isEmptyWithout,
  selectedBy,
  readQuery,
  sidesOfShare,
} from '../../src/rollouts/analysis/promql/query.js';
import { answerWithoutSamples } from '../../src/rollouts/analysis/promql/without-samples.js';
import { readEntry } from '../../src/cli/cache-entry.js';
import { isKeptState } from '../../src/lint/kept/valid.js';
import { hashOf } from '../../src/repository/files/recording.js';
import { isDate } from '../../src/lint/comments.js';
import { contentOf, scalarsOf } from '../../src/lint/comment-places.js';
import { askedGateway } from '../../src/write/migrate/parent-gateway.js';
import { isDnsLabel, isDnsSubdomain, isReleaseName } from '../../src/model/dns-name.js';
import { lineStarts } from '../../src/model/lines.js';
import { mentionsNamespace, mentionsRollout, mentionsSecret } from '../../src/model/mentions.js';
import { shortened } from '../../src/model/message.js';
import { languageAll } from '../fuzz/language.js';
import { nearestName } from '../../src/model/nearest-name.js';
import { fromValue } from '../../src/model/node.js';
import { isPlaceholder } from '../../src/model/placeholder.js';
import { detach, hasUnicodeBreak, lineAfter, lineEnd, lineStart } from '../../src/yaml/parse/characters.js';
import { splitDocuments } from '../../src/yaml/parse/documents.js';
import { lostAbove } from '../../src/yaml/parse/explain-entry.js';
import { readEvents } from '../../src/yaml/parse/events.js';
import {
  codePoint,
  contentEnd,
  contentStart,
  lastBracket,
  lastQuote,
} from '../../src/yaml/parse/line-parts.js';
import { patchContent } from '../../src/repository/graph/kustomization-patches.js';
import { parseFully } from '../../src/yaml/parse/full-tree.js';
import { outline } from '../../src/yaml/parse/identity.js';
import { parseOrdinary } from '../../src/yaml/parse/ordinary.js';
import { fromBase64, keyText, resolvePlain, resolveTagged } from '../../src/yaml/parse/scalars.js';
import { misplacedTab } from '../../src/yaml/parse/tabs.js';
import { holdsApplicationSet } from '../../src/yaml/parse/application-set.js';
import { isTemplate } from '../../src/yaml/parse/template.js';
import { valuesSchemaProblem } from '../../src/yaml/parse/values-schema.js';
import { parseTree } from '../../src/yaml/parse/tree.js';
import { lastValues, parseValues, soundValues } from '../../src/yaml/parse/values.js';
import { offsetsIn } from '../../src/yaml/parse/within-scalar.js';
import { wordHashes } from '../../src/yaml/parse/words.js';
import { JsonSchemas } from '../../src/lint/project/json-schema.js';
import { adviceOn, programMessage, needsPlugins, unfetchedIn } from '../../src/repository/render/failures.js';
import { isRemote } from '../../src/repository/render/kustomization-paths.js';
import { readHelmOutput, readKustomizeOutput } from '../../src/repository/render/rendered.js';
import { templateDocuments, valuesPath } from '../../src/repository/render/template-lines.js';
import { evaluateChart } from '../../src/repository/template/chart.js';
import { helmignore } from '../../src/repository/template/helmignore.js';
import { parsePipeline } from '../../src/repository/template/parse-pipeline.js';
import { isUnfinished, withOpenImages, withOpenStrategy } from '../../src/lint/rendered/unfinished.js';
import { sha256 } from '../../src/model/sha256.js';
import { renderGoText } from '../../src/repository/template/go-text.js';
import { parseTemplate, singleQuoted } from '../../src/repository/template/parse-template.js';
import { serviceNameOf } from '../../src/rollouts/routers/istio/split.js';
import { goQuote } from '../../src/kubernetes/validation/go-values.js';
import * as refusal from '../../src/kubernetes/validation/istio/refusal.js';
import { headerValueProblem } from '../../src/kubernetes/validation/istio/header-value.js';
import {
  dnsSubdomainProblems,
  isLonger,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../src/kubernetes/validation/labels.js';

/** Does what a reader does with a text, and with another one that it is asked about. */
export type Feed = (text: string, other: string) => unknown;

const source = { path: '/repository/a.yaml', name: 'a.yaml' };
const whole = (text: string): { start: number; end: number } => ({ start: 0, end: text.length });
const document = { spec: { 'a/b': [{ name: 'web', image: 'web:1' }], template: { a: 'b' } } };

/** By file and function, as the law finds them. */
export const readers: Readonly<Record<string, Feed>> = {
  'argocd/glob.ts#glob': (text, other) => glob.glob(text, other),
  'argocd/glob.ts#pathGlob': (text, other) => glob.pathGlob(text, other),
  'argocd/ignored-way.ts#waysOfExpression': (text) => ignoredWay.waysOfExpression(text),
  'argocd/ignored-way.ts#waysOfPointer': (text) => ignoredWay.waysOfPointer(text),
  'argocd/json-pointer.ts#removePointer': (text) => jsonPointer.removePointer(text, document),
  'argocd/known-options.ts#checkCompareOption': (text) => knownOptions.checkCompareOption(text),
  'argocd/known-options.ts#automatedField': knownOptions.automatedField,
  'argocd/known-options.ts#checkSyncOption': (text) => knownOptions.checkSyncOption(text, 'application'),
  'argocd/load-yaml.ts#loadYaml': (text) => loadYaml.loadYaml(text),
  'argocd/pointer-problem.ts#checkPointer': (text) => pointerProblem.checkPointer(text),
  'argocd/version.ts#parseArgoCdVersion': (text) => argocdVersion.parseArgoCdVersion(text),
  'kubernetes/cel/parse.ts#parseExpression': (text, other) =>
    evaluate(parseExpression(text), other, new Fuel()),
  'kubernetes/cel/tokens.ts#celTokens': (text) => tokens.celTokens(text),
  'kubernetes/cel/value.ts#lengthOf': lengthOf,
  'kubernetes/cel/value.ts#placeOfCodePoint': (text) => placeOfCodePoint(text, text.length),
  'kubernetes/kinds/image-ports.ts#portsOfImage': portsOfImage,
  'kubernetes/kinds/image.ts#readImage': readImage,
  'kubernetes/kinds/image.ts#withoutCapitals': withoutCapitals,
  'kubernetes/objects/time.ts#secondsOf': secondsOf,
  'rules/facts/argocd/commands.ts#commandsIn': commandsIn,
  'repository/graph/set-template.ts#touchedByTemplatePatch': touchedByTemplatePatch,
  'argocd/jq/bad-pattern.ts#badPattern': badPattern,
  'argocd/jq/lexer.ts#tokenize': tokenize,
  'argocd/jq/steps.ts#partsOf': partsOf,
  'argocd/jq/steps.ts#selectsAll': selectsAll,
  'argocd/jq/steps.ts#waysOf': waysOf,
  'argocd/jq/syntax.ts#checkJq': checkJq,
  'argocd/jq/syntax.ts#doubtJq': doubtJq,
  'argocd/jq/syntax.ts#judgeJq': judgeJq,
  'argocd/jq/tolerant.ts#letsErrorsThrough': letsErrorsThrough,
  'argocd/jq/tolerant.ts#runsThrough': (text) => runsThrough(text, fromValue(document)),
  'argocd/jq/tolerant.ts#tolerant': tolerant,
  'kubernetes/kinds/application.ts#repositoryName': repositoryName,
  'kubernetes/kinds/application.ts#repositoryPath': repositoryPath,
  'kubernetes/kinds/assumable.ts#assumableMeant': assumableMeant,
  'kubernetes/kinds/assumable.ts#assumedTarget': assumedTarget,
  'kubernetes/kinds/assumable.ts#isAssumable': isAssumable,
  'kubernetes/kinds/duration.ts#goDuration': goDuration,
  'kubernetes/kinds/duration.ts#parseDuration': (text) => [
    parseDuration(text),
    pauseSeconds({ value: text }),
  ],
  'kubernetes/kinds/go-pattern-size.ts#patternSize': patternSize,
  'kubernetes/kinds/duration.ts#durationProblem': durationProblem,
  'kubernetes/kinds/go-pattern.ts#fitsPart': fitsPart,
  'kubernetes/kinds/go-pattern.ts#fitsWhole': fitsWhole,
  'kubernetes/kinds/host.ts#firstLabel': firstLabel,
  'kubernetes/kinds/host.ts#serviceOfHost': (text, other) => [serviceOfHost(text), hostsOverlap(text, other)],
  'kubernetes/kinds/host.ts#serviceOfPartialHost': serviceOfPartialHost,
  'kubernetes/kinds/kubernetes-version.ts#isKubernetesVersion': isKubernetesVersion,
  'lint/comment-places.ts#contentOf': (text) => contentOf(text, whole(text)),
  'lint/comments.ts#isDate': isDate,
  'lint/comment-places.ts#scalarsOf': (text) => scalarsOf(text, whole(text)),
  'rollouts/analysis/expression/pattern.ts#isGoPattern': isGoPattern,
  'rollouts/analysis/expression/pattern.ts#matchesGoPattern': matchesGoPattern,
  'rollouts/analysis/expression/values.ts#fromFloatText': fromFloatText,
  'rollouts/analysis/expression/values.ts#fromIntText': fromIntText,
  'rollouts/analysis/promql/matchers-seen.ts#literalPatterns': (text) => literalPatterns(text),
  'rollouts/analysis/promql/matchers-seen.ts#longestRange': longestRange,
  'rollouts/analysis/promql/parser.ts#parsePromql': (text) => [
    readQuery(text),
    selectedBy(text),
    isEmptyWithout(text, (value) => value.length > 1),
    isNaNWhenIdle(text),
    doubtsIn(text),
    fallbackOf(text),
    answerWithoutSamples(text),
    sidesOfShare(text),
    isEmptyWithoutFailures(text),
  ],
  'rollouts/analysis/url.ts#urlProblem': (text) => [
    urlProblem(text, 'http'),
    urlProblem(`http://${text}`, 'any'),
  ],
  'rollouts/analysis/metrics.ts#fitsSome': fitsSome,
  'rollouts/analysis/metrics.ts#withoutArguments': (text, other) =>
    withoutArguments(text, new Map([[other, text]])),
  'rollouts/controllers/validation/metrics.ts#escapeProblem': escapeProblem,
  'rollouts/controllers/validation/metrics.ts#substitute': (text, other) =>
    substitute(text, [{ name: other, value: text }]),
  'write/migrate/parent-gateway.ts#askedGateway': askedGateway,
  'model/dns-name.ts#isDnsLabel': isDnsLabel,
  'model/dns-name.ts#isDnsSubdomain': isDnsSubdomain,
  'model/dns-name.ts#isReleaseName': isReleaseName,
  'model/lines.ts#lineStarts': lineStarts,
  'model/mentions.ts#mentionsNamespace': mentionsNamespace,
  'model/mentions.ts#mentionsRollout': mentionsRollout,
  'model/mentions.ts#mentionsSecret': mentionsSecret,
  'model/placeholder.ts#isPlaceholder': isPlaceholder,
  'yaml/parse/characters.ts#detach': detach,
  'yaml/parse/characters.ts#hasUnicodeBreak': hasUnicodeBreak,
  'yaml/parse/characters.ts#lineAfter': (text) => lineAfter(text, text.length >> 1),
  'yaml/parse/characters.ts#lineEnd': (text) => lineEnd(text, text.length >> 1),
  'yaml/parse/characters.ts#lineStart': (text) => lineStart(text, text.length >> 1),
  'yaml/parse/documents.ts#splitDocuments': splitDocuments,
  'yaml/parse/events.ts#readEvents': readEvents,
  'yaml/parse/explain-entry.ts#lostAbove': (text) => lostAbove(text, text.length),
  'yaml/parse/line-parts.ts#codePoint': (text) => codePoint(text, 0),
  'yaml/parse/line-parts.ts#contentEnd': (text) => contentEnd(text, 0),
  'yaml/parse/line-parts.ts#contentStart': (text) => contentStart(text, 0),
  'yaml/parse/line-parts.ts#lastBracket': lastBracket,
  'yaml/parse/line-parts.ts#lastQuote': lastQuote,
  'repository/graph/kustomization-patches.ts#patchContent': patchContent,
  'yaml/parse/full-tree.ts#parseFully': (text) => parseFully(text),
  'yaml/parse/identity.ts#outline': (text) => outline(text, 0, text.length),
  'yaml/parse/ordinary.ts#parseOrdinary': (text) => parseOrdinary(text, 0, text.length),
  'yaml/parse/scalars.ts#fromBase64': fromBase64,
  'yaml/parse/scalars.ts#keyText': (text) => keyText(text, resolvePlain(text)),
  'yaml/parse/scalars.ts#resolvePlain': (text) => [
    resolvePlain(text),
    ...['!!int', '!!float', '!!bool', '!!binary'].map((tag) => resolveTagged(tag, text)),
  ],
  'yaml/parse/application-set.ts#holdsApplicationSet': holdsApplicationSet,
  'yaml/parse/tabs.ts#misplacedTab': (text) => misplacedTab(text, []),
  'yaml/parse/template.ts#isTemplate': isTemplate,
  'yaml/parse/tree.ts#parseTree': (text) => parseTree(text),
  'yaml/parse/values-schema.ts#valuesSchemaProblem': valuesSchemaProblem,
  'yaml/parse/values.ts#lastValues': lastValues,
  'yaml/parse/values.ts#parseValues': parseValues,
  'yaml/parse/values.ts#soundValues': soundValues,
  'yaml/parse/within-scalar.ts#offsetsIn': (text) => offsetsIn(text, text, 'double'),
  'yaml/parse/words.ts#wordHashes': wordHashes,
  'repository/render/failures.ts#adviceOn': adviceOn,
  'repository/render/failures.ts#programMessage': programMessage,
  'repository/render/failures.ts#needsPlugins': needsPlugins,
  'repository/render/failures.ts#unfetchedIn': unfetchedIn,
  'repository/render/kustomization-paths.ts#isRemote': isRemote,
  'repository/render/rendered.ts#readHelmOutput': (text) => readHelmOutput(text, source),
  'repository/render/rendered.ts#readKustomizeOutput': (text) => readKustomizeOutput(text, source),
  'repository/template/go-text.ts#renderGoText': (text, second) =>
    [true, false].map((isStrict) =>
      renderGoText(text, { value: { a: second, [second]: text }, isStrict, left: { amount: 100_000 } }),
    ),
  'repository/template/helmignore.ts#helmignore': (text, second) => [
    helmignore(text)(`templates/${second}`, false),
    helmignore(second)(text, true),
  ],
  'lint/rendered/unfinished.ts#isUnfinished': isUnfinished,
  'lint/rendered/unfinished.ts#withOpenImages': withOpenImages,
  'lint/rendered/unfinished.ts#withOpenStrategy': withOpenStrategy,
  'model/sha256.ts#sha256': sha256,
  'repository/template/parse-pipeline.ts#parsePipeline': parsePipeline,
  'repository/template/parse-template.ts#parseTemplate': parseTemplate,
  'repository/render/template-lines.ts#templateDocuments': templateDocuments,
  'repository/render/template-lines.ts#valuesPath': valuesPath,
  'rollouts/routers/istio/split.ts#serviceNameOf': serviceNameOf,
  'kubernetes/validation/go-values.ts#goQuote': goQuote,
  'kubernetes/validation/istio/refusal.ts#isDnsLabel': (text) => refusal.isDnsLabel(text),
  'kubernetes/validation/istio/refusal.ts#isDomain': (text) => [
    refusal.isDomain(text),
    headerValueProblem(text),
  ],
  'kubernetes/validation/istio/refusal.ts#isIp': (text) => refusal.isIp(text),
  'kubernetes/validation/istio/refusal.ts#isWildcardDomain': (text) => refusal.isWildcardDomain(text),
  'kubernetes/validation/labels.ts#isLonger': (text) => [
    isLonger(text, 63),
    labelValueProblems(text),
    qualifiedNameProblems(text),
    dnsSubdomainProblems(text),
  ],
};

/** What says of itself that it is whole. */
const signed = (body: string): string => `rolloutkit-cache 2 ${hashOf(body)}\n${body}`;

/** What the law does not find by its form, and is fed all the same. */
export const more: Readonly<Record<string, Feed>> = {
  'repository/template/parse-template.ts#singleQuoted': singleQuoted,
  'a template of a chart': (text, other) =>
    ['a.yaml', 'values'].map((place) =>
      evaluateChart(
        {
          about: { name: 'web' },
          values: { text: place === 'values' ? text : other },
          templates: new Map([
            ['templates/a.yaml', place === 'values' ? 'a: {{ tpl .Values.text . | quote }}' : text],
            ['templates/b.yaml', 'b: {{ toYaml .Values | nindent 2 | trim | quote | sha256sum }}'],
          ]),
          charts: [],
        },
        {
          ...{ name: 'web', namespace: 'shop', kubernetes: '1.36', apiVersions: [], values: [], set: [] },
          sha256: (one) => one,
          left: { amount: 60_000_000 },
        },
      ),
    ),
  'a function of a template': (text) =>
    [
      `{{ semverCompare ${JSON.stringify(text)} "1.2.3" }}`,
      '{{ .Values.text | title | trimAll "x" | kebabcase | snakecase | b64dec }}',
      '{{ fromYaml .Values.text | toJson }}',
      '{{ regexMatch "a*b" .Values.text }}{{ regexMatch .Values.text "x" }}',
    ].map((template) =>
      evaluateChart(
        {
          about: { name: 'web' },
          values: { text },
          templates: new Map([['templates/a.yaml', template]]),
          charts: [],
        },
        {
          ...{ name: 'web', namespace: 'shop', kubernetes: '1.36', apiVersions: [], values: [], set: [] },
          sha256: (one) => one,
          left: { amount: 60_000_000 },
        },
      ),
    ),
  'matchers of a query': (text) => matchersSeen(text),
  'a quantity': (text) => canonicalQuantity(text),
  'an entry of the cache': (text) => [readEntry(text, ''), readEntry(signed(text), '')],
  'the state of a run in the cache': (text) => {
    const words = (values: unknown): boolean => isKeptState(values, 0);
    return [text, [text], { strings: [text], flags: [], findings: [{ rule: text, message: text }] }].map(
      words,
    );
  },
  'a condition': (text) => [
    new Condition(text).answer(1),
    new Condition(text).answer(new GoList([1], 'float')),
    (['numbers', 'series', 'strings'] as const).map((one) =>
      outcomeOver(new Condition(text), one, { shape: 'list', isNeverNegative: false }),
    ),
  ],
  'the jsonPath of a web metric': jsonPathProblem,
  'formats of definitions': (text) => formatNames.map((name) => formatOf(name)!.fits(text)),
  'a text that is typed in an editor': (text, other) => {
    const rollout = 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: web\nspec:\n';
    const files = [text, `${rollout}  strategy:\n    canary:\n      stableService: ${other}${text}`];
    const sources = files.map((its, index) => ({
      path: `/a/${index}.yaml`,
      name: `${index}.yaml`,
      read: () => its,
    }));
    return languageAll(sources, 2);
  },
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
  'argocd/jq/arithmetic.ts#split': 'by expressions, whose texts have a limit',
  'argocd/jq/doubt.ts#doubt': 'by doubtJq',
  'argocd/jq/explain-name.ts#explainName': 'by doubtJq',
  'argocd/jq/explain-syntax.ts#explainSyntax': 'by checkJq',
  'argocd/jq/jq.ts#deletePaths': 'in a thread that is ended; the attacks on jq meet it',
  'argocd/jq/parser.ts#parseQuery': 'by judgeJq, which contains it: it goes as deep as the text',
  'kubernetes/kinds/go-regexp.ts#fitsRegexp':
    'by fitsWhole, which weighs it; Istio asks it of the empty text',
  'kubernetes/kinds/go-regexp.ts#regexpMatches': 'by expressions of jq, which count its steps',
  'kubernetes/kinds/go-regexp.ts#regexpProblem': 'by badPattern, which limits it',
  'kubernetes/kinds/go-regexp.ts#findsRegexp': 'by fitsPart, which weighs it',
  'rollouts/analysis/conditions.ts#conditionsOf': 'by the condition that it reads',
  'rollouts/analysis/before-promotion.ts#versionsBeforePromotion': 'by parsePromql, which reads the query',
  'rollouts/analysis/sees-canary.ts#dividedByBoth': 'by parsePromql, which reads the query',
  'rollouts/analysis/with-arguments.ts#withArguments': 'puts arguments into a text, in one pass',
  'rollouts/analysis/sees-canary.ts#isEmptyWithoutCanary': 'by parsePromql, which reads the query',
  'rollouts/analysis/sees-canary.ts#seesBothVersions': 'by parsePromql, which reads the query',
  'rollouts/analysis/sees-canary.ts#versionsSeen': 'by parsePromql, which reads the query',
  'rollouts/analysis/uncalled-service.ts#uncalledService': 'by parsePromql, which reads the query',
  'rollouts/analysis/unknown-service.ts#unknownService':
    'by parsePromql, which reads the query; names in it are matched in one pass',
  'rollouts/analysis/sees-canary.ts#textSeesBothVersions': 'looks for words, in one pass each',
  'rollouts/analysis/unmatched-pods.ts#unmatchedPods':
    'by parsePromql, which reads the query, and fitsWhole, which matches names',
  'rules/facts/scraped-labels.ts#unscrapedLabel': 'by parsePromql, which reads the query',
  'rollouts/analysis/version-label.ts#strayVersion': 'by parsePromql, which reads the query',
  'rollouts/analysis/verdict.ts#flawIn': 'by the condition that it reads',
  'yaml/write/document.ts#expression': 'holds its text only',
  'write/migrate/conditions.ts#withConditions': 'by edits of our own templates',
  'write/migrate/workload.ts#isHostOf': 'by serviceOfHost',
  'model/message.ts#plainMessage': 'holds its text only',
  'yaml/parse/events.ts#scalarText': 'by parseFully',
};
