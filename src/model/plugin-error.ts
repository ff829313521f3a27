import { framesOf } from './fault.js';

/** Code of a plugin failed, which is no mistake of ours. */
export class PluginError extends Error {
  override readonly name = 'PluginError';

  constructor(plugin: string, cause: unknown) {
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`plugin "${plugin}": ${said}`);
    if (!(cause instanceof Error)) return;
    const frames = framesOf(cause).map((frame) => `    ${frame}`);
    this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n');
  }
}

/** Parts that are loaded when they are called have a class of their own. */
export function isPluginError(error: unknown): error is PluginError {
  return error instanceof Error && error.name === 'PluginError';
}
