// The admin API of Restate
// Workers are registered and removed through it.
import { isObject, type Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';

export interface Admin {
  /** Registers the address of a worker; its services receive new calls from now on. Returns the id of the deployment. */
  register(workerUrl: string): Promise<string>;
  /** The deployment that receives new calls of a service; null when there is no such service. */
  newest(service: string): Promise<string | null>;
  /** The ids of invocations that still belong to a deployment; at most a few hundred of them. */
  pinned(deployment: string): Promise<readonly string[]>;
  /** Moves an invocation to the newest deployment; one that cannot be moved, or not yet, stays where it is. */
  move(invocation: string): Promise<void>;
  /** Removes a deployment. */
  remove(deployment: string): Promise<void>;
}

const pageRows = 500;

export function admin(url: string): Admin {
  const base = url.replace(/\/+$/, '');
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const { status, text } = await answerOf(method, path, body);
    if (status === 404) return null;
    if (status >= 400) throw new EngineError('HOST_UNAVAILABLE', { reason: `${status} ${text}` });
    return text === '' ? null : (JSON.parse(text) as Json);
  };
  const answerOf = async (method: string, path: string, body?: Json) => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new EngineError('HOST_UNAVAILABLE', { reason: String(error) }, { cause: error });
    });
    return { status: response.status, text: await response.text() };
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
      const query = `SELECT id FROM sys_invocation WHERE pinned_deployment_id = '${quoted}' AND status != 'completed' LIMIT ${pageRows}`;
      const answer = await ask('POST', '/query', { query });
      const rows = isObject(answer) ? answer['rows'] : null;
      return (Array.isArray(rows) ? (rows as readonly Json[]) : []).flatMap(
        (row) => textAt(row, 'id') ?? [],
      );
    },
    async move(invocation) {
      const path = `/invocations/${encodeURIComponent(invocation)}`;
      // Only a paused invocation can change its deployment. Neither call is an error when it has just ended.
      await answerOf('PATCH', `${path}/pause`);
      await answerOf('PATCH', `${path}/resume?deployment=latest`);
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
