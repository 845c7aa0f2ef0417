// Workflows as agents of A2A and AG-UI.
import { createHash } from 'node:crypto';
import { EngineError } from '@skein/ports';
import { agentCard } from '../../features/doors/a2a/agent-card.ts';
import { postA2a } from '../../features/doors/a2a/json-rpc.ts';
import { postAgUi } from '../../features/doors/ag-ui/ag-ui-run.ts';
import { doorCall } from '../../features/doors/door-call.ts';
import {
  findPublished,
  listPublished,
  type Published,
} from '../../features/doors/published/published.ts';
import type { Asked, HandlersOf } from '../handler.ts';

export const agentDoorHandlers: HandlersOf<'agentDoor'> = {
  async getAgentCard(asked) {
    const { services, identity, params } = asked;
    const wanted = { name: params.workflow, door: 'a2a' } as const;
    return cardReply(asked, await findPublished(services, identity, wanted));
  },
  async getOnlyAgentCard(asked) {
    const [only, ...more] = await listPublished(asked.services, asked.identity, 'a2a');
    if (only === undefined || more.length > 0)
      throw new EngineError('NOT_FOUND', { what: 'only published agent', id: 'agent-card.json' });
    return cardReply(asked, only);
  },
  postA2a: ({ services, request, identity, signal, params, headers, body }) =>
    postA2a(doorCall(services, identity, signal), {
      workflow: params.workflow,
      body,
      version: headers['a2a-version'],
      pushes: services.pushes,
      place: placeOf({ services, request }),
    }),
  postAgUi: ({ services, identity, signal, params, body }) => {
    const { threadId, runId, messages, resume } = body;
    const input = { threadId, runId, messages, resume: resume ?? [] };
    return postAgUi(doorCall(services, identity, signal), params.workflow, input);
  },
};

type AskedCard = Pick<
  Asked<'getAgentCard' | 'getOnlyAgentCard' | 'postA2a'>,
  'services' | 'request'
>;

/** A client may keep a card for a minute, and asks then whether it is another one. */
function cardReply(asked: AskedCard, published: Published) {
  const body = agentCard(published, aboutServer(asked));
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'private, max-age=60' };
  if (asked.request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  return { headers, body };
}

function aboutServer(asked: AskedCard) {
  const { version, pushes } = asked.services;
  return { version, pushes: pushes !== null, place: placeOf(asked) };
}

/** Where it is reached: as the operator says, else as the caller has reached it. */
function placeOf({ services, request }: AskedCard): string {
  const place = services.place();
  return place === '' ? new URL(request.url).origin : place;
}
