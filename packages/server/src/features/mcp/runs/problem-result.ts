// What a caller is told when something cannot be done: the code, a sentence and the cure. Nothing of the inside.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { EngineError } from '@skein/ports';
import type { McpHost } from '../mcp-host.ts';

export function problemResult({ onProblem }: McpHost, error: unknown): CallToolResult {
  if (error instanceof EngineError) {
    const { code, message, hint } = error;
    // Its message holds what the code that failed said.
    if (code !== 'INTERNAL') return failureResult({ code, message, hint });
  }
  onProblem(error);
  return failureResult({
    code: 'INTERNAL',
    message: 'The server could not do this.',
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
