import { route } from './route.ts';
import { json, jsonObject } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'system';

/** No session, one that is not known, and a client that does not accept what the protocol sends. */
const rpcProblems = [400, 404, 406];

export const systemRoutes = {
  openApi: route({
    method: 'get',
    path: '/openapi.json',
    tag,
    summary: 'Describes this API as an OpenAPI 3.1 document.',
    scope: null,
    statuses: [200],
    answer: jsonObject,
  }),
  health: route({
    method: 'get',
    path: '/healthz',
    isAtRoot: true,
    tag,
    summary: 'Reports that the process is alive.',
    scope: null,
    statuses: [200],
    answer: z.object({ status: z.literal('ok') }),
  }),
  readiness: route({
    method: 'get',
    path: '/readyz',
    isAtRoot: true,
    tag,
    summary:
      'Reports whether the server is ready: the store responds and takes writes, and it is not shutting down.',
    scope: null,
    statuses: [200],
    answer: z.object({ status: z.literal('ready') }),
  }),
  metrics: route({
    method: 'get',
    path: '/metrics',
    isAtRoot: true,
    tag,
    summary: 'Metrics for Prometheus.',
    scope: 'admin',
    statuses: [200],
    answer: z.string(),
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
  }),
  mcp: route({
    method: 'post',
    path: '/mcp',
    isAtRoot: true,
    tag: 'mcp',
    summary: 'Serves workflows as tools to clients of the Model Context Protocol.',
    scope: 'run',
    body: json,
    isBodyRaw: true,
    statuses: [200, 202],
    answer: json,
    isStreamed: true,
    rpcProblems,
  }),
  mcpEvents: route({
    method: 'get',
    path: '/mcp',
    isAtRoot: true,
    tag: 'mcp',
    summary: 'Streams messages to a client with an open session.',
    scope: 'run',
    statuses: [200],
    answer: z.string(),
    mediaType: 'text/event-stream',
    rpcProblems,
  }),
  mcpEnd: route({
    method: 'delete',
    path: '/mcp',
    isAtRoot: true,
    tag: 'mcp',
    summary: "Ends a client's session.",
    scope: 'run',
    statuses: [200, 204],
    answer: json,
    rpcProblems,
  }),
};
