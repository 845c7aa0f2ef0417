// Conversations that the provider keeps
// OpenAI identifies them by the id of the last response, Gemini by that of the last interaction; each call names the previous one
// and sends only what is new. Others get the whole history.
// V1. Without a session the provider stores nothing (`store: false`).
import type { ModelMessage, ModelRequest } from '@skein/ports';
import type { ProviderType } from './provider-settings.ts';

export function hasSessions(type: ProviderType): boolean {
  return type === 'openai' || type === 'google';
}

/** The messages to send. */
export function unknownMessages({ messages, session }: ModelRequest): readonly ModelMessage[] {
  return session?.id === undefined ? messages : messages.slice(session.known ?? 0);
}

/** OpenAI keeps the instructions with the conversation; Gemini wants them each time. */
export function newInstructions(
  type: ProviderType,
  { system, session }: ModelRequest,
): string | undefined {
  return type === 'openai' && session?.id !== undefined ? undefined : system;
}

export function sessionOptions(type: ProviderType, session: ModelRequest['session']) {
  const { id } = session ?? {};
  switch (type) {
    case 'openai':
      return {
        openai: {
          store: session !== undefined,
          // Schemas of users say what they need, and strict ones must name every key as required.
          strictJsonSchema: false,
          // With an effort the package would ask for one, and organisations that are not verified are refused the whole call.
          reasoningSummary: null,
          ...(id !== undefined && { previousResponseId: id }),
        },
      };
    case 'google':
      if (session === undefined) return {};
      return { google: { store: true, ...(id !== undefined && { previousInteractionId: id }) } };
    case 'anthropic':
    case 'openai-compatible':
      return {};
  }
}

/** The id under which the next call finds the conversation. */
export function sessionOf(
  type: ProviderType,
  {
    response,
    providerMetadata,
  }: {
    readonly response: { readonly id: string };
    readonly providerMetadata:
      | { readonly [provider: string]: { readonly [key: string]: unknown } }
      | undefined;
  },
): string | undefined {
  switch (type) {
    case 'openai': {
      const id = providerMetadata?.['openai']?.['responseId'];
      return typeof id === 'string' ? id : response.id;
    }
    case 'google': {
      const id = providerMetadata?.['google']?.['interactionId'];
      return typeof id === 'string' ? id : undefined;
    }
    case 'anthropic':
    case 'openai-compatible':
      return undefined;
  }
}
