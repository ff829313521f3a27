import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { Setup } from './cluster-of.js';
import type { JudgedMoment } from './failing.js';
import type { Play } from './play.js';
import type { Moment } from './moment.js';
import type { Frame } from './trace.js';

/** Receives the frames of a line. */
export interface Film {
  readonly setup: Setup;
  /** When the update began, in seconds since 1970; undefined before it. */
  began: number | undefined;
  play(moment: Moment): Play;
  /** Whether something goes wrong because it is asked for. */
  readonly isFailing: boolean;
  /** What runs see at a moment of the version that they judge. */
  judged(play: Play): JudgedMoment;
  /** Is told before time passes on the main line. */
  passes(play: Play): void;
  /** Is told that the main line waits for a person, at a frame. */
  waits(frame: string, play: Play): void;
  add(frame: Frame, moment: Moment): void;
  /** Replaces the frame with the same id. */
  replace(frame: Frame): void;
  note(message: string | undefined): void;
}

/** The observable state at a moment, for a frame that is created later. */
export interface FilmLook {
  readonly moment: Moment;
  readonly rollout: RolloutObject;
  readonly roles?: RolloutObject;
  readonly error: string | undefined;
  readonly mark: number;
  readonly rewrites: readonly string[];
}
