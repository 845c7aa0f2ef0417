// Errors as results: the code, a sentence and the cure. No internals.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { EngineError } from '@skein/ports';
import type { McpHost } from '../mcp-host.ts';

export function problemResult(
  { onProblem }: Pick<McpHost, 'onProblem'>,
  error: unknown,
): CallToolResult {
  if (error instanceof EngineError) {
    const { code, message, hint } = error;
    // The message of an INTERNAL problem has internals in it.
    if (code !== 'INTERNAL') return failureResult({ code, message, hint });
  }
  onProblem(error);
  return failureResult({
    code: 'INTERNAL',
    message: 'The server failed to do this.',
    hint: 'Its log says why.',
  });
}

export function failureResult(
  failure: { readonly code: string; readonly message: string; readonly hint?: string },
  more: { readonly [key: string]: unknown } = {},
): CallToolResult {
  const { code, message, hint } = failure;
  const text = `${code}: ${message}${hint === undefined ? '' : `\n${hint}`}`;
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      ...more,
      error: { code, message, ...(hint === undefined ? {} : { hint }) },
    },
    isError: true,
  };
}
