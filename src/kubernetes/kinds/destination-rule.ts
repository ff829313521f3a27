import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

export function subsets(destinationRule: Resource): readonly Field[] {
  return destinationRule.at('spec', 'subsets').items;
}

/** The names of the subsets of a DestinationRule. */
export function subsetNames(destinationRule: Resource): readonly string[] {
  return subsets(destinationRule).flatMap((subset) => subset.at('name').text ?? []);
}
