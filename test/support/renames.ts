import type { Edit } from '../../src/editor/language/rename.js';
import type { Source } from '../../src/model/source.js';
import { textSource } from './sources.js';

/** The sources after some edits of their texts. */
export function edited(sources: readonly Source[], edits: readonly Edit[]): readonly Source[] {
  return sources.map((source) => {
    const own = edits.filter(({ place }) => place.source.path === source.path);
    if (own.length === 0) return source;
    const fromTheEnd = [...own].sort((left, right) => right.place.start - left.place.start);
    const text = fromTheEnd.reduce(
      (before, { place, text: written }) => before.slice(0, place.start) + written + before.slice(place.end),
      source.read(),
    );
    return { ...textSource(source.path, text), name: source.name };
  });
}
