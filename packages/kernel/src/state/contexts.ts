// Contexts: conversations, each an append-only list of messages and a few settings.
import type { ContextChange, Message } from '../events.ts';
import { setOwn, type Json, type JsonObject } from '../json.ts';
import type { Activation } from './living.ts';
import type { Context, RunState } from './run-state.ts';

export const MAIN_CONTEXT = 'main';

export function applyContext(state: RunState, activation: Activation, change: ContextChange): void {
  if (change.use !== undefined) activation.context = change.use;
  const context = contextOf(state, activation.context);
  for (const message of change.append ?? []) context.atHand.push(message);
  if (change.set === undefined) return;
  const settings: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(context.settings)) setOwn(settings, key, value);
  for (const [key, value] of Object.entries(change.set)) setOwn(settings, key, value);
  context.settings = settings;
}

export function newContext(id: string, settings: JsonObject): Context {
  return { id, unread: 0, atHand: [], settings };
}

/** All of them, in order. A host that decides by them or shows them must have read them before. */
export function messagesOf(context: Context | undefined): readonly Message[] {
  if (context === undefined) return [];
  if (context.unread > 0) throw new Error(`Messages of the context "${context.id}" are unread.`);
  return context.atHand;
}

export function messageCount({ unread, atHand }: Context): number {
  return unread + atHand.length;
}

export function contextOf(state: RunState, id: string): Context {
  let context = state.contexts.get(id);
  if (context === undefined) {
    context = newContext(id, {});
    state.contexts.set(id, context);
  }
  return context;
}
