import type { ProviderBody } from '../../../data/settings/providers.ts';

export type ProviderType = ProviderBody['type'];

/** As people call them. */
export const providerNames: Readonly<Record<ProviderType, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'openai-compatible': 'Compatible with OpenAI',
};

export function providerName(type: string): string {
  // Other types come from newer servers.
  return providerNames[type as ProviderType] ?? type;
}
