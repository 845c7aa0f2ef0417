import { route } from '../route.ts';
import {
  begunJson,
  decision,
  messageId,
  messageJson,
  stoppedJson,
  streamed,
  turnsQuery,
} from '../../schemas/turn.ts';
import { id, json, jsonObject } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'assistant';
const params = z.object({ id });
const owner = { id: 'workflow' } as const;

const changesJson = z.array(
  z.object({
    path: z.array(z.union([z.string(), z.number()])),
    before: json.optional(),
    after: json.optional(),
  }),
);

const listDiffJson = z.object({
  added: z.array(jsonObject),
  removed: z.array(jsonObject),
  changed: z.array(z.object({ before: jsonObject, after: jsonObject, changes: changesJson })),
  reordered: z.boolean(),
});

/** A conversation about each workflow, with an assistant that builds it. */
export const assistantRoutes = {
  getAssistant: route({
    method: 'get',
    path: '/assistant',
    tag,
    summary: 'Tells whether there is an assistant that builds workflows, and who answers.',
    scope: 'read',
    statuses: [200],
    answer: z.object({
      isAvailable: z.boolean(),
      isOffline: z
        .boolean()
        .meta({ description: 'No provider of models answers: drafts come from templates.' }),
    }),
  }),
  readAssistant: route({
    method: 'get',
    path: '/workflows/{id}/assistant',
    owner,
    tag,
    summary: 'Returns what was said about a workflow, as messages of the AI SDK.',
    scope: 'read',
    params,
    query: turnsQuery(20),
    statuses: [200],
    answer: z.object({
      messages: z.array(messageJson),
    }),
  }),
  askAssistant: route({
    method: 'post',
    path: '/workflows/{id}/assistant/messages',
    owner,
    tag,
    summary: 'Tells the assistant what a workflow should do; it writes a draft.',
    details: `It works with your rights, and publishes nothing. Trials reach nothing outside, unless a person agrees to that call. The results of \`save_workflow\` and \`patch_workflow\` in its answer name the version of the draft. ${streamed}`,
    scope: 'write',
    params,
    body: z.strictObject({
      text: z.string().min(1).max(100_000),
      id: messageId.optional(),
      version: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'What you have on the canvas; default: the newest version.' }),
    }),
    statuses: [202, 200],
    isStreamed: true,
    answer: begunJson,
    example: { body: { text: 'Refunds above 50 euros need an approval.' } },
  }),
  decideForAssistant: route({
    method: 'post',
    path: '/workflows/{id}/assistant/decisions',
    owner,
    tag,
    summary: 'Decides about a call of the assistant that a person must agree to.',
    details: streamed,
    scope: 'answer',
    params,
    body: z.strictObject(decision),
    statuses: [202, 200],
    isStreamed: true,
    answer: begunJson,
    problems: [409],
    example: { body: { approvalId: 'a wait', approved: true } },
  }),
  stopAssistant: route({
    method: 'post',
    path: '/workflows/{id}/assistant/stop',
    owner,
    tag,
    summary: 'Stops the turn that is under way.',
    scope: 'write',
    params,
    statuses: [200],
    answer: stoppedJson,
    example: { answer: { isStopped: true } },
  }),
  streamAssistant: route({
    method: 'get',
    path: '/workflows/{id}/assistant/stream',
    owner,
    tag,
    summary: 'Streams the turn that is under way from its beginning; 204 when there is none.',
    scope: 'read',
    params,
    statuses: [200, 204],
    mediaType: 'text/event-stream',
    answer: z.string(),
  }),
  diffVersions: route({
    method: 'get',
    path: '/workflows/{id}/diff',
    owner,
    tag: 'workflows',
    summary: 'Tells what differs between two versions of a workflow.',
    details: 'Nodes are matched by their ids, edges by what they connect. Layout does not count.',
    scope: 'read',
    params,
    query: z.object({
      from: z.string().max(200).optional().meta({ description: 'Default: the newest version.' }),
      to: z.string().max(200).optional().meta({ description: 'Default: the newest version.' }),
    }),
    statuses: [200],
    answer: z
      .object({
        equal: z.boolean(),
        workflow: changesJson,
        nodes: listDiffJson,
        edges: listDiffJson,
      })
      .meta({ id: 'VersionDiff' }),
    problems: [422],
  }),
};
