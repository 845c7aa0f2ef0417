// The virtual object of a run
// Its key is the id of the run. Each handler is one turn (engine/hosting): short and exclusive, so nothing of a run is running
// between two messages, and the next one may find a new version of the code.
//
// F1. All of a turn happens inside one `ctx.run`: when the handler is replayed, the turn is not taken again.
// F2. The journal of the store is written inside it, before anything is sent.
// F3. What was begun is kept by its name with the id of the invocation, so that it can be cancelled.
// F4. One delayed message looks after all calls under way: whichever is not heard of in time has failed.
import * as restate from '@restatedev/restate-sdk';
import type { JsonObject } from '@skein/kernel';
import {
  takeTurn,
  type BegunRun,
  type KeptRun,
  type RemoteCommand,
  type SentEvent,
  type TurnHost,
  type TurnMessage,
} from '@skein/engine';
import { carryOut, send, type Begun, type Routes } from './carry-out.ts';
import { claim, isSuperseded, type ClaimedCall, type RecordedCall } from './claims.ts';
import { lostCalls, nextLook } from './lost-calls.ts';
import { patience } from './patience.ts';

export interface FlowOptions {
  readonly host: TurnHost;
  readonly routes: Routes;
  readonly executionMaxMs: number;
}

export function flowObject(options: FlowOptions) {
  const turn = (context: restate.ObjectContext, message: TurnMessage) =>
    takeFlowTurn(options, context, message);
  const asked =
    <Body>(toMessage: (body: Body) => TurnMessage) =>
    (context: restate.ObjectContext, body: Body): Promise<JsonObject> =>
      turn(context, toMessage(body));
  const command = asked<RemoteCommand>((given) => ({ type: 'command', command: given }));
  // Timers, results of nodes and news of children: only from inside.
  const inside = { ingressPrivate: true };
  return restate.object({
    name: options.routes.names.flow,
    options: patience,
    handlers: {
      start: asked<BegunRun>((run) => ({ type: 'start', run })),
      wake: asked(() => ({ type: 'wake' })),
      answer: command,
      cancel: command,
      retry: command,
      event: command,
      deliver: asked<SentEvent>((event) => ({ type: 'deliver', event })),
      record: async (context: restate.ObjectContext, body: RecordedCall) => {
        const begun = (await context.get<Begun>('begun')) ?? {};
        return isSuperseded(begun, body) ? { late: true } : turn(context, body.happened);
      },
      claim: claimCall,
      tell: restate.handlers.object.exclusive(inside, turn),
      look: restate.handlers.object.exclusive(inside, (context: restate.ObjectContext) =>
        look(options, context),
      ),
      query: restate.handlers.object.shared(query),
    },
  });
}

async function takeFlowTurn(
  { host, routes, executionMaxMs }: FlowOptions,
  context: restate.ObjectContext,
  message: TurnMessage,
): Promise<JsonObject> {
  const kept = await context.get<KeptRun>('run');
  const begun = (await context.get<Begun>('begun')) ?? {};
  const lookAt = await context.get<number>('lookAt');
  const turn = await context.run('turn', () => takeTurn(host, context.key, kept, message));
  const now = await carryOut(context, routes, { turn, begun, executionMaxMs });
  if (turn.open === null) return turn.reply;
  if (turn.kept === null) {
    context.clearAll();
    return turn.reply;
  }
  context.set('run', turn.kept);
  context.set('begun', now);
  const next = nextLook(now, turn.at);
  if (next !== null && (lookAt === null || lookAt <= turn.at)) {
    send(context, routes.names, { run: context.key, handler: 'look', delayMs: next - turn.at });
    context.set('lookAt', next);
  }
  return turn.reply;
}

/** Calls that nobody has heard of for longer than they may take have failed (F4). */
async function look(options: FlowOptions, context: restate.ObjectContext): Promise<void> {
  const begun = (await context.get<Begun>('begun')) ?? {};
  const at = await context.date.now();
  context.clear('lookAt');
  for (const lost of lostCalls(begun, at)) await takeFlowTurn(options, context, lost);
  const left = nextLook((await context.get<Begun>('begun')) ?? {}, at);
  if (left === null || (await context.get<number>('lookAt')) !== null) return;
  const { names } = options.routes;
  send(context, names, { run: context.key, handler: 'look', delayMs: left - at });
  context.set('lookAt', left);
}

/** A call is begun again: from now on only this try of it may record. */
async function claimCall(context: restate.ObjectContext, body: ClaimedCall): Promise<JsonObject> {
  const claimed = claim((await context.get<Begun>('begun')) ?? {}, body);
  if (claimed === null) return { late: true };
  context.set('begun', claimed);
  return {};
}

/** Where the run is, as far as Restate knows; null when it has ended, or never began. */
async function query(context: restate.ObjectSharedContext): Promise<JsonObject | null> {
  const kept = await context.get<KeptRun>('run');
  const begun = await context.get<Begun>('begun');
  if (kept === null) return null;
  return { run: context.key, seq: kept.seq, underWay: Object.keys(begun ?? {}) };
}
