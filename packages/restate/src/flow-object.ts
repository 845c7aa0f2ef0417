// The virtual object of a run
// Its key is the id of the run. Each handler is one turn (engine/hosting): short and exclusive, so nothing of a run is running
// between two messages, and the next one may find a new version of the code.
//
// F1. All of a turn happens inside one `ctx.run`: when the handler is replayed, the turn is not taken again.
// F2. The journal of the store is written inside it, before anything is sent.
// F3. What was begun is kept by its name with the id of the invocation, so that it can be cancelled.
import * as restate from '@restatedev/restate-sdk';
import type { JsonObject } from '@skein/kernel';
import {
  takeTurn,
  type BegunRun,
  type Happened,
  type KeptRun,
  type RemoteCommand,
  type SentEvent,
  type TurnHost,
  type TurnMessage,
} from '@skein/engine';
import { carryOut, type Begun, type Routes } from './carry-out.ts';
import { patience } from './patience.ts';

export interface FlowOptions {
  readonly host: TurnHost;
  readonly routes: Routes;
}

type Turns = (context: restate.ObjectContext, message: TurnMessage) => Promise<JsonObject>;

export function flowObject(options: FlowOptions) {
  const turn: Turns = (context, message) => takeFlowTurn(options, context, message);
  const asked =
    <Body>(toMessage: (body: Body) => TurnMessage) =>
    (context: restate.ObjectContext, body: Body): Promise<JsonObject> =>
      turn(context, toMessage(body));
  const command = asked<RemoteCommand>((given) => ({ type: 'command', command: given }));
  // Timers, results of nodes and news of children: only from inside.
  const inside = restate.handlers.object.exclusive<JsonObject, TurnMessage>;
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
      record: asked<Happened>((happened) => happened),
      tell: inside({ ingressPrivate: true }, turn),
    },
  });
}

async function takeFlowTurn(
  { host, routes }: FlowOptions,
  context: restate.ObjectContext,
  message: TurnMessage,
): Promise<JsonObject> {
  const kept = await context.get<KeptRun>('run');
  const begun = (await context.get<Begun>('begun')) ?? {};
  const turn = await context.run('turn', () => takeTurn(host, context.key, kept, message));
  const now = await carryOut(context, routes, { turn, begun });
  if (turn.kept === null) context.clearAll();
  else {
    context.set('run', turn.kept);
    context.set('begun', now);
  }
  return turn.reply;
}
