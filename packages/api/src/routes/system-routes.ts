import { route, scopes } from '../route.ts';
import { jsonObject } from '../schemas/json.ts';
import { z } from '../zod.ts';

const tag = 'system';

export const systemRoutes = {
  openApi: route({
    method: 'get',
    path: '/openapi.json',
    tag,
    summary: 'This API as an OpenAPI 3.1 document.',
    scope: null,
    statuses: [200],
    answer: jsonObject,
  }),
  health: route({
    method: 'get',
    path: '/healthz',
    isAtRoot: true,
    tag,
    summary: 'Whether the process lives.',
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
      'Whether requests can be answered: the store answers, and the server is not being stopped.',
    scope: null,
    statuses: [200],
    answer: z.object({ status: z.literal('ready') }),
  }),
  metrics: route({
    method: 'get',
    path: '/metrics',
    isAtRoot: true,
    tag,
    summary: 'Figures for Prometheus.',
    scope: 'read',
    statuses: [200],
    answer: z.string(),
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
  }),
  whoAmI: route({
    method: 'get',
    path: '/session',
    tag,
    summary: 'Who is signed in, and what they may do.',
    scope: 'read',
    statuses: [200],
    answer: z.object({
      user: z.string(),
      scopes: z.array(z.enum(scopes)),
      via: z.enum(['local', 'key', 'session', 'token']),
      key: z.string().nullable(),
    }),
  }),
};
