// Requests of A2A as they are on the wire.
import { bearer, type Doors } from './door-flows.ts';

export type Loose = ReturnType<typeof JSON.parse>;

export const a2aCodes = {
  notFound: -32001,
  notCancelable: -32002,
  noPush: -32003,
  unsupported: -32004,
  version: -32009,
};

export function asking({ url, keys }: Doors, key = keys.ann) {
  const post = (workflow: string, method: string, params: unknown, version = '1.0') =>
    fetch(`${url}/api/v1/a2a/${workflow}`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json', 'a2a-version': version },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    });
  const rpc = async (method: string, params: unknown, workflow = 'trip'): Promise<Loose> =>
    (await post(workflow, method, params)).json();
  const send = (more: object = {}, configuration: object = {}, workflow = 'trip') =>
    rpc(
      'SendMessage',
      {
        message: {
          messageId: crypto.randomUUID(),
          role: 'ROLE_USER',
          parts: [{ text: 'A trip' }],
          ...more,
        },
        configuration,
      },
      workflow,
    );
  /** The updates of a stream, as they come. */
  const updates = async function* (response: Response): AsyncGenerator<Loose> {
    let text = '';
    const body = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
    for await (const chunk of body) {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)).result;
    }
  };
  return { post, rpc, send, updates };
}
