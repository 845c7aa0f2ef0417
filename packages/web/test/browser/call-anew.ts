import type { Studio } from './start-studio.ts';

/**
 * Calls the API, and makes a workflow that the first try of a test has left behind anew: tests choose its name, and would fail a second time
 * because it is taken, whatever failed first.
 */
export function callAnew({ call }: Studio, isRetried: () => boolean): Studio['call'] {
  return async <Answer>(method: string, place: string, body?: unknown) => {
    try {
      return await call<Answer>(method, place, body);
    } catch (error) {
      const isMaking = method === 'POST' && place === '/workflows';
      const taken = /NAME_TAKEN.*"name":"(?<name>[^"]+)"/u.exec(String(error))?.groups?.['name'];
      if (!isRetried() || !isMaking || taken === undefined) throw error;
      await call('DELETE', `/workflows/${encodeURIComponent(taken)}`);
      return call<Answer>(method, place, body);
    }
  };
}
