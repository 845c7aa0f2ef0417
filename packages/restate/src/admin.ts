// The admin door of Restate
// Workers are registered there, and leave through it.
import { isObject, type Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';

export interface Admin {
  /** Tells Restate where a worker answers; its services take new calls from now on. Gives back the id of the deployment. */
  register(workerUrl: string): Promise<string>;
  /** The deployment that takes new calls of a service; null when there is no such service. */
  newest(service: string): Promise<string | null>;
  /** How many invocations still belong to a deployment. */
  pinned(deployment: string): Promise<number>;
  /** Forgets a deployment. */
  remove(deployment: string): Promise<void>;
}

export function admin(url: string): Admin {
  const base = url.replace(/\/+$/, '');
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new EngineError('HOST_UNAVAILABLE', { reason: String(error) }, { cause: error });
    });
    const text = await response.text();
    if (response.status === 404) return null;
    if (!response.ok) {
      throw new EngineError('HOST_UNAVAILABLE', { reason: `${response.status} ${text}` });
    }
    return text === '' ? null : (JSON.parse(text) as Json);
  };
  return {
    async register(workerUrl) {
      const answer = await ask('POST', '/deployments', { uri: workerUrl, force: true });
      return textAt(answer, 'id') ?? '';
    },
    async newest(service) {
      return textAt(await ask('GET', `/services/${encodeURIComponent(service)}`), 'deployment_id');
    },
    async pinned(deployment) {
      const quoted = deployment.replaceAll("'", "''");
      const query = `SELECT COUNT(*) AS n FROM sys_invocation WHERE pinned_deployment_id = '${quoted}' AND status != 'completed'`;
      const answer = await ask('POST', '/query', { query });
      const rows = isObject(answer) ? answer['rows'] : null;
      const [row] = Array.isArray(rows) ? (rows as readonly Json[]) : [];
      return isObject(row) ? Number(row['n']) : 0;
    },
    async remove(deployment) {
      await ask('DELETE', `/deployments/${encodeURIComponent(deployment)}?force=true`);
    },
  };
}

function textAt(answer: Json, key: string): string | null {
  const value = isObject(answer) ? answer[key] : undefined;
  return typeof value === 'string' ? value : null;
}
