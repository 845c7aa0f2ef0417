// Workflows that are open to other programs, and a server with two users.
import type { JsonObject } from '@skein/api';
import { makeKey } from '@skein/server';
import { serve, type ServeOptions, type Serving } from '../serving.ts';

const publish = ['ai-sdk', 'openai', 'a2a', 'ag-ui'];

/** An agent whose tool needs an approval. */
export const shop: JsonObject = {
  skein: 1,
  id: 'shop',
  name: 'Shop',
  description: 'Helps customers of a shop.',
  metadata: { publish },
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: { schema: { type: 'object', properties: { message: { type: 'string' } } } },
    },
    {
      id: 'support',
      type: 'agent',
      config: { prompt: '${trigger.message}', tools: ['refund', 'findOrder'] },
    },
  ],
  edges: [{ from: 'start', to: 'support' }],
};

/** Asks for a form, then for an approval, which the answer to the form opens. */
const trip: JsonObject = {
  skein: 1,
  id: 'trip',
  name: 'Trip',
  metadata: { publish },
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'form',
      type: 'input',
      config: {
        prompt: 'Where to?',
        schema: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    },
    { id: 'fine', type: 'approval', config: { prompt: 'Book it?' } },
    { id: 'booked', type: 'transform', config: { value: 'Booked: ${form.output.city}.' } },
    { id: 'left', type: 'transform', config: { value: 'Not booked.' } },
  ],
  edges: [
    { from: 'start', to: 'form' },
    { from: 'form', to: 'fine' },
    { from: 'fine', out: 'approved', to: 'booked' },
    { from: 'fine', out: 'rejected', to: 'left' },
  ],
};

const closed: JsonObject = { ...trip, id: 'closed', metadata: {} };

const script = {
  replies: [
    {
      when: { contains: 'Where is' },
      text: 'Let me look.',
      toolCalls: [{ id: 'f1', name: 'findOrder', arguments: { id: 71 } }],
      repeat: true,
    },
    { when: { contains: 'found 71' }, text: 'It is on its way.', repeat: true },
    {
      when: { contains: 'money back' },
      text: 'One moment.',
      toolCalls: [{ id: 'r1', name: 'refund', arguments: { amount: 40 } }],
      repeat: true,
    },
    { when: { contains: 'paid 40' }, text: 'Paid back.', repeat: true },
    { text: 'As you wish.', repeat: true },
  ],
};

export interface Doors extends Serving {
  readonly keys: { readonly ann: string; readonly bob: string; readonly reader: string };
  /** Resolved by the test: the tool `findOrder` waits for it. */
  gate: PromiseWithResolvers<void>;
  readonly paid: () => number;
}

/** A server with the workflows of Ann, and with keys of Ann and Bob. */
export async function serveDoors(options: ServeOptions = {}): Promise<Doors> {
  const state = { gate: Promise.withResolvers<void>(), paid: 0 };
  state.gate.resolve();
  const serving = await serve({
    ...options,
    engineOptions: {
      script,
      tools: {
        findOrder: {
          description: 'Finds an order.',
          parameters: { type: 'object' },
          effect: 'pure',
          run: async () => {
            await state.gate.promise;
            return 'found 71';
          },
        },
        refund: {
          description: 'Pays back.',
          parameters: { type: 'object', properties: { amount: { type: 'number' } } },
          approve: true,
          run: () => {
            state.paid += 1;
            return 'paid 40';
          },
        },
      },
      ...options.engineOptions,
    },
  });
  const key = async (user: string, scopes: Parameters<typeof makeKey>[0]['scopes']) => {
    const made = makeKey({ user, name: user, scopes, expiresAt: null, now: Date.now() });
    await serving.store.keys.create(made.record);
    return made.secret;
  };
  const keys = {
    ann: await key('ann', ['admin']),
    bob: await key('bob', ['admin']),
    reader: await key('ann', ['run']),
  };
  for (const flow of [shop, trip, closed])
    await serving.engine.workflows.save(flow, { user: 'ann' });
  return {
    ...serving,
    keys,
    get gate() {
      return state.gate;
    },
    set gate(value) {
      state.gate = value;
    },
    paid: () => state.paid,
  };
}

export function bearer(key: string): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}
