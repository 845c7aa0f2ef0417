// What a model call will cost, before it is made: for the budget.
import type { LanguageModel, ModelMessage, ModelRequest, PaidCall, Spending } from '@skein/ports';
import { isObject } from '@skein/kernel';
import { messageText } from '../models/message-text.ts';

/** The rule of thumb for English; exact counts need a model's own tokenizer. */
const charactersPerToken = 4;
/** What providers charge for a large image; its length in base64 is irrelevant. */
const tokensPerImage = 1_500;
/** If neither the request nor the configuration bounds the answer: longer answers are rare. */
const outputTokensDefault = 32_000;

export function paidCall(model: LanguageModel, request: ModelRequest): PaidCall {
  const input = promptTokens(request);
  const output = request.maxOutputTokens ?? model.outputTokensMax ?? outputTokensDefault;
  const cost = (tokens: { readonly input: number; readonly output: number }): Spending => ({
    tokens: tokens.input + tokens.output,
    usd: model.priceOf?.(tokens) ?? 0,
  });
  return { least: cost({ input, output: 0 }), most: cost({ input, output }) };
}

function promptTokens({ system = '', messages, tools = [], schema }: ModelRequest): number {
  let characters = system.length + (schema === undefined ? 0 : messageText(schema).length);
  let images = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    characters += size.characters;
    images += size.images;
  }
  for (const { name, description, parameters } of tools) {
    characters += name.length + description.length + messageText(parameters).length;
  }
  return Math.ceil(characters / charactersPerToken) + images * tokensPerImage;
}

function sizeOf({ content, toolCalls = [] }: ModelMessage) {
  let characters = 0;
  let images = 0;
  for (const part of Array.isArray(content) ? content : [content]) {
    if (isObject(part) && part['type'] === 'image') images += 1;
    else characters += messageText(part).length;
  }
  for (const { name, arguments: args } of toolCalls) {
    characters += name.length + messageText(args).length;
  }
  return { characters, images };
}
