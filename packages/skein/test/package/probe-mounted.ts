import type { ChildProcess } from 'node:child_process';
import { expect, vi } from 'vitest';

/** What a program with the handler below /skein answers, and whatever else is asked of it, until it is stopped. */
export async function probeMounted(
  child: ChildProcess,
  url: string,
  askMore: () => Promise<void> = async () => {},
): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const headers = { 'x-user': 'ada', 'content-type': 'application/json' };
  const ask = (
    place: string,
    init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {},
  ) => fetch(`${url}/skein${place}`, { ...init, headers: { ...headers, ...init.headers } });
  try {
    const own = await vi.waitFor(() => fetch(`${url}/own`), { timeout: 120_000, interval: 100 });
    expect(await own.text()).toBe('mine');
    expect((await fetch(`${url}/skein/api/v1/workflows`)).status).toBe(401);
    const page = await ask('/runs', { headers: { accept: 'text/html' } });
    const script = /src="(\/skein\/assets\/[^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript');
    const body = JSON.stringify({ input: { name: 'Ada' } });
    const started = await ask('/api/v1/workflows/hello/run?wait=10', { method: 'POST', body });
    const { run_id: run } = (await started.json()) as { run_id: string };
    const events = await ask(`/api/v1/runs/${run}/events`);
    expect(await events.text()).toContain('"name":"Ada"');
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'probe', version: '1' },
    };
    const mcp = await ask('/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }),
    });
    expect([mcp.status, await mcp.text()]).toEqual([200, expect.stringContaining('serverInfo')]);
    const hook = await fetch(`${url}/skein/api/v1/hooks/none`, { method: 'POST', headers, body });
    expect(await hook.json()).toMatchObject({ error: { code: 'SIGNATURE_INVALID' } });
    await askMore();
  } catch (error) {
    throw new Error(`The program said: ${said}`, { cause: error });
  } finally {
    child.kill();
  }
}
