import { analysisByName, analysisTemplates } from './analysis.js';
import { checkName, checkNamed, checkRollout } from './check-values.js';
import {
  defined,
  isMade,
  type Manifest,
  type ManifestContext,
  type Named,
  nameOrDefault,
  refuse,
} from './manifest.js';
import type { BlueGreenProps } from './blue-green-props.js';
import type { ServicesByRole } from './called-service.js';
import { plainIngresses } from './plain-ingresses.js';
import { plainRoutes } from './plain-routes.js';
import { type Attached, factsOf, rolloutManifest, type Surroundings, surroundings } from './rollout.js';
import { type OneService, otherServices, service, servicePorts } from './services.js';

/** The objects of a blue-green Rollout; undefined for existing ones. */
export interface BlueGreenManifests extends Surroundings {
  readonly rollout: Manifest;
  readonly activeService: Manifest | undefined;
  readonly previewService: Manifest | undefined;
  readonly otherServices: readonly Manifest[];
  /** Those that no router splits. */
  readonly ingresses: readonly Manifest[];
  /** Ways of Istio and of the Gateway API. */
  readonly plainRoutes: readonly Manifest[];
  readonly analysisTemplates: readonly Manifest[];
}

/**
 * A blue-green Rollout and its two Services, each named once.
 * @param name - the name of the Rollout, unless the props have another
 * @throws {UnfitProps} for invalid props
 */
export function blueGreenManifests(
  name: string,
  props: BlueGreenProps,
  context: ManifestContext = {},
  attached: Attached = {},
): BlueGreenManifests {
  return blueGreen(props.metadata?.name ?? name, props, context, attached);
}

function blueGreen(
  name: string,
  props: BlueGreenProps,
  context: ManifestContext,
  attached: Attached,
): BlueGreenManifests {
  checkName(name, 'The Rollout');
  checkRollout(props);
  checkNamed(props);
  const { prePromotionAnalysis, postPromotionAnalysis, ...tuning } = props.blueGreen ?? {};
  const facts = factsOf(name, props);
  const analyses = [prePromotionAnalysis, postPromotionAnalysis];
  const ports = servicePorts(props.ports, facts);
  const activeService = nameOrDefault(props.activeService, name);
  const previewService = nameOrDefault(props.previewService, `${name}-preview`);
  if (activeService === previewService)
    refuse(
      `Two Services are named "${activeService}"; the active and the preview Service must be different.`,
    );
  const all = { ...props.services, ports };
  const made = (named: Named | undefined, service_: string, own?: OneService): Manifest | undefined => {
    if (!isMade(named)) return undefined;
    checkName(service_, 'A Service');
    return service(context, service_, facts.selector, all, own);
  };
  const strategy = {
    blueGreen: defined({
      activeService,
      previewService,
      ...tuning,
      prePromotionAnalysis: prePromotionAnalysis && analysisByName(name, prePromotionAnalysis),
      postPromotionAnalysis: postPromotionAnalysis && analysisByName(name, postPromotionAnalysis),
    }),
  };
  const [active, preview] = [
    made(props.activeService, activeService, props.services?.active),
    made(props.previewService, previewService, props.services?.preview),
  ];
  const others = otherServices(context, props.otherServices ?? [], facts.selector, all, [
    activeService,
    previewService,
  ]);
  const byRole: ServicesByRole = [
    ['active', active],
    ['preview', preview],
    ...others.map((one) => ['other', one] as const),
  ];
  return {
    rollout: rolloutManifest(name, props, { ...attached, facts, strategy }, context),
    activeService: active,
    previewService: preview,
    otherServices: others,
    ingresses: plainIngresses(props.ingresses ?? [], byRole, context),
    plainRoutes: plainRoutes(props, byRole, context),
    ...surroundings(name, props, facts, { traffic: undefined, analyses }, context),
    analysisTemplates: analysisTemplates(name, context, analyses),
  };
}
