import type { JsonObject } from '@skein/kernel';
import type { Tool, ToolSource } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { listedTools } from '../listed-tools.ts';
import { fillRequest, hasFixedOrigin } from './http-request.ts';
import type { HttpToolConfig } from './http-tool-config.ts';
import { sendRequest, type RequestTools } from './send-request.ts';

/** Requests that the configuration declares as tools, by the names that it gives them. */
export function httpTools(
  configs: Readonly<Record<string, HttpToolConfig>>,
  tools: RequestTools,
): ToolSource {
  return listedTools(Object.entries(configs).map(([name, config]) => toTool(name, config, tools)));
}

function toTool(name: string, config: HttpToolConfig, tools: RequestTools): Tool {
  const { description = '', url, headers = {}, parameters = { type: 'object' } } = config;
  const method = (config.method ?? 'GET').toUpperCase();
  if (!hasFixedOrigin(url)) throw openOrigin(name);
  const isRead = method === 'GET' || method === 'HEAD';
  const connection = config.auth?.connection;
  return {
    name,
    description,
    parameters,
    effect: config.effect ?? (isRead ? 'idempotent' : 'guarded'),
    approve: config.approve === true,
    who: config.who,
    signsIn: connection === undefined ? undefined : true,
    run: (args, call) => {
      // Checked arguments are an object.
      const request = fillRequest({ method, url, headers }, args as JsonObject);
      return sendRequest({ ...request, connection }, call, tools);
    },
  };
}

function openOrigin(name: string): Error {
  return failureError({
    code: 'BAD_CONFIG',
    message: `The address of the tool "${name}" is not a URL, or its arguments choose the host.`,
    retry: 'never',
    data: { tool: name, hint: 'Write scheme and host as they are, and {name} after them.' },
  });
}
