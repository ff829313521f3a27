// A client of the API server: JSON over HTTPS, and watches.
import { Agent, request } from 'node:https';

/** @typedef {{ apiVersion: string, kind: string, metadata: Record<string, any>, [key: string]: any }} KubeObject */

/** An error response of the API server. */
export class ApiError extends Error {
  /** @param {string} what @param {number} status @param {any} body */
  constructor(what, status, body) {
    super(`${what}: ${status} ${body?.message ?? JSON.stringify(body)}`);
    this.status = status;
  }
}

/** Plurals that are not the kind with an appended s. */
const plurals = /** @type {Record<string, string>} */ ({
  Ingress: 'ingresses',
  Gateway: 'gateways',
});
const clusterScoped = new Set([
  'Namespace',
  'CustomResourceDefinition',
  'ClusterAnalysisTemplate',
  'GatewayClass',
]);

/** @param {string} apiVersion @param {string} kind @param {string} [namespace] */
export function collection(apiVersion, kind, namespace) {
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const resource = plurals[kind] ?? kind.toLowerCase().replace(/(?:y)?$/, (end) => (end ? 'ies' : 's'));
  const place = clusterScoped.has(kind) || namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${base}${place}/${resource}`;
}

/** @param {Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>} object */
function pathOf({ apiVersion, kind, metadata }) {
  return `${collection(apiVersion, kind, metadata['namespace'])}/${metadata['name']}`;
}

const mergePatch = 'application/merge-patch+json';

export class Api {
  agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 64 });

  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /** @param {string} method @param {string} path @param {string} [type] */
  options(method, path, type) {
    return {
      host: '127.0.0.1',
      port: 6443,
      method,
      path,
      rejectUnauthorized: false,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json',
        ...(type !== undefined && { 'content-type': type }),
      },
    };
  }

  /** @param {string} method @param {string} path @param {unknown} [body] @param {string} [type] @returns {Promise<any>} */
  call(method, path, body, type = 'application/json') {
    return new Promise((resolve, reject) => {
      const sent = request({
        ...this.options(method, path, body === undefined ? undefined : type),
        agent: this.agent,
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('error', reject);
        response.on('data', (/** @type {string} */ chunk) => (text += chunk));
        response.on('end', () => {
          const value = parsed(text);
          if ((response.statusCode ?? 0) < 300) resolve(value);
          else reject(new ApiError(`${method} ${path}`, response.statusCode ?? 0, value));
        });
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** @param {KubeObject} object */
  get(object) {
    return this.call('GET', pathOf(object));
  }

  /** @param {Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>} object @param {unknown} patch @param {string} [part] */
  patch(object, patch, part = '') {
    return this.call('PATCH', `${pathOf(object)}${part}`, patch, mergePatch);
  }

  /** @param {Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>} object */
  delete(object) {
    return this.call('DELETE', pathOf(object));
  }

  /** Creates or updates an object as `kubectl apply` does. @param {KubeObject} manifest */
  async apply(manifest) {
    const annotations = {
      ...manifest.metadata['annotations'],
      'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(manifest)}\n`,
    };
    /** @type {KubeObject} */
    const object = { ...manifest, metadata: { ...manifest.metadata, annotations } };
    try {
      return await this.call(
        'POST',
        collection(object.apiVersion, object.kind, object.metadata['namespace']),
        object,
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return await this.patch(object, object);
    }
  }

  /**
   * Lists the objects of a kind and then watches them, until the program ends.
   * @param {string} apiVersion @param {string} kind @param {(type: string, object: KubeObject) => void} tell
   */
  async watch(apiVersion, kind, tell) {
    const path = collection(apiVersion, kind);
    const list = await this.call('GET', path);
    for (const item of list.items) tell('ADDED', { ...item, apiVersion, kind });
    this.follow(path, list.metadata.resourceVersion, (type, object) =>
      tell(type, { ...object, apiVersion, kind }),
    );
  }

  /** @param {string} path @param {string} version @param {(type: string, object: KubeObject) => void} tell */
  follow(path, version, tell) {
    let last = version;
    const again = () => setTimeout(() => this.follow(path, last, tell), 200);
    const sent = request(
      this.options('GET', `${path}?watch=true&allowWatchBookmarks=true&resourceVersion=${version}`),
    );
    let isAnswered = false;
    sent.on('error', () => !isAnswered && again());
    sent.on('response', (response) => {
      isAnswered = true;
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (/** @type {string} */ chunk) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const { type, object } = JSON.parse(line);
          if (type === 'ERROR') throw new Error(`${path}: ${JSON.stringify(object)}`);
          last = object.metadata.resourceVersion;
          if (type !== 'BOOKMARK') tell(type, object);
        }
      });
      // The server ended the watch, or the connection was lost.
      response.on('error', () => {});
      response.on('close', again);
    });
    sent.end();
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
