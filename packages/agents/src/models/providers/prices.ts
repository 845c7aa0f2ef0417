// What tokens cost
// Prices change, and providers do not send them: this table is an aid, as of the month below, and the configuration overrides it.
// A model without a price counts as free in USD budgets; `priceOf` returns undefined for it.
import { ownEntry } from './own-entry.ts';
import type { ResolvedModel } from './resolve-model.ts';
import type { ModelPrice, ModelSettings } from './provider-settings.ts';

/** The month of the table that ships. */
export const pricesAsOf = '2025-11';

const perMillion = 1_000_000;

const shipped: { readonly [model: string]: ModelPrice } = {
  'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
  'gpt-5.1': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'gpt-4o': { input: 2.5, output: 10, cachedInput: 1.25 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cachedInput: 0.075 },
  o3: { input: 2, output: 8, cachedInput: 0.5 },
  'o4-mini': { input: 1.1, output: 4.4, cachedInput: 0.275 },
  'claude-opus-4-5': { input: 5, output: 25, cachedInput: 0.5 },
  'claude-opus-4-1': { input: 15, output: 75, cachedInput: 1.5 },
  'claude-sonnet-4-5': { input: 3, output: 15, cachedInput: 0.3 },
  'claude-sonnet-4': { input: 3, output: 15, cachedInput: 0.3 },
  'claude-haiku-4-5': { input: 1, output: 5, cachedInput: 0.1 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cachedInput: 0.03 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cachedInput: 0.01 },
};

/** A dated or moving version of a model costs what the model costs. `gpt-5-pro` is a different model from `gpt-5`. */
const versionEnding = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest|preview(?:-\d{2}-\d{2,4})?)$/;

export function findPrice(
  resolved: ResolvedModel,
  settings: ModelSettings,
): ModelPrice | undefined {
  const { model } = resolved;
  return (
    configuredPrice(resolved, settings) ??
    ownEntry(shipped, model) ??
    ownEntry(shipped, model.replace(versionEnding, ''))
  );
}

/** Whether the configuration says what the model costs. */
export function isOwnPrice(resolved: ResolvedModel, settings: ModelSettings): boolean {
  return configuredPrice(resolved, settings) !== undefined;
}

function configuredPrice(
  { provider, model }: ResolvedModel,
  { prices = {} }: ModelSettings,
): ModelPrice | undefined {
  const unversioned = model.replace(versionEnding, '');
  return (
    ownEntry(prices, `${provider}/${model}`) ??
    ownEntry(prices, model) ??
    ownEntry(prices, `${provider}/${unversioned}`) ??
    ownEntry(prices, unversioned)
  );
}

export function costOf(
  price: ModelPrice | undefined,
  tokens: { readonly input: number; readonly output: number; readonly cachedInput?: number },
): number | undefined {
  if (price === undefined) return undefined;
  const { input, output, cachedInput = 0 } = tokens;
  const cached = Math.min(cachedInput, input);
  const usd =
    (input - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    output * price.output;
  return usd / perMillion;
}
