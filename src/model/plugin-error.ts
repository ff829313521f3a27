import { framesOf } from './fault.js';

/** Code of a plugin failed, which is not a bug of rolloutkit. */
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

/** Lazily loaded bundles have their own copy of this class. */
export function isPluginError(error: unknown): error is PluginError {
  return error instanceof Error && error.name === 'PluginError';
}
