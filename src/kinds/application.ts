import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';

export function isApplication(resource: { group: string; kind: string }): boolean {
  return resource.group === 'argoproj.io' && resource.kind === 'Application';
}

/** The sources of an Application: `source`, or all of `sources`. */
export function sources(application: Resource): readonly Field[] {
  const several = application.at('spec', 'sources').items;
  return several.length > 0 ? several : [application.at('spec', 'source')];
}

/** Where an Application puts what names no namespace. */
export function destinationNamespace(application: Resource): string | undefined {
  return application.at('spec', 'destination', 'namespace').text;
}
