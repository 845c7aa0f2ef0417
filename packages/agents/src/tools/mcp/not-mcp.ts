/**
 * In words, what answered where an MCP server should have; undefined for anything else. The library gives the complaints of its
 * schema checker, or the whole page that came back.
 */
export function notMcp(error: unknown, place: 'address' | 'command'): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const status = statusOf(error);
  if (status !== undefined)
    return `its ${place} answered with status ${status}. Check the ${place}, which often ends in /mcp, and its headers`;
  return error.code === negotiationFailed
    ? `its ${place} answers, but not as an MCP server does. Check the ${place}${place === 'address' ? ', which often ends in /mcp' : ''}`
    : undefined;
}

/** Of the library: what came first was no answer to it. */
const negotiationFailed = 'ERA_NEGOTIATION_FAILED';

function statusOf(error: Error): number | undefined {
  const data = 'data' in error ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('status' in data)) return undefined;
  return typeof data.status === 'number' ? data.status : undefined;
}
