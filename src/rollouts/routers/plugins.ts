import type { OtherRouter, RouterFacts } from './router.js';

/** What the controller's validation knows of every plugin; it does not distinguish them. */
export const pluginFacts: RouterFacts = {
  key: 'plugins',
  title: 'plugins',
  features: {
    setHeaderRoute: '1.7',
    setMirrorRoute: '1.10',
    experimentWeight: '1.8',
    pingPong: '1.10',
    maxTrafficWeight: '1.7',
  },
  needsServices: () => false,
};

/** Plugins that are not simulated. Which objects they write is unknown. */
const plugins: OtherRouter = {
  ...pluginFacts,
  needs: () => [],
  writes: 'how a plugin applies weights and routes',
};

export default plugins;
