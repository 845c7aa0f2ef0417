// Contexts: conversations, each an append-only list of messages and a few settings.
import { setOwn, type Json } from '../json.ts';
import type { ContextChange } from '../events.ts';
import type { Activation, Context, RunState } from './state.ts';

export const MAIN_CONTEXT = 'main';

export function applyContext(state: RunState, activation: Activation, change: ContextChange): void {
  if (change.use !== undefined) activation.context = change.use;
  const context = contextOf(state, activation.context);
  for (const message of change.append ?? []) context.messages.push(message);
  if (change.set === undefined) return;
  const settings: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(context.settings)) setOwn(settings, key, value);
  for (const [key, value] of Object.entries(change.set)) setOwn(settings, key, value);
  context.settings = settings;
}

export function contextOf(state: RunState, id: string): Context {
  let context = state.contexts.get(id);
  if (context === undefined) {
    context = { id, messages: [], settings: {} };
    state.contexts.set(id, context);
  }
  return context;
}
