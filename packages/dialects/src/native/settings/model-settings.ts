// What a node says about the model that it asks
// `modelSettings` go to the provider as they are: agents holds them to `ModelSettings` of the ports, so that a setting that is
// accepted here is also sent, recorded and part of the keys of replays and cassettes.
import { either, integer, list, number, optional, template, text } from '../../shape/shape.ts';
import { jsonSchema, templateName, templateText } from './setting-shapes.ts';

export const modelSettings = {
  temperature: optional(template(number(0)), 'the sampling temperature: higher is more random', {
    isRare: true,
  }),
  topP: optional(
    template(number(0)),
    'only the likeliest tokens that together reach this share, 0 to 1, are drawn from',
    { isRare: true },
  ),
  frequencyPenalty: optional(
    template(number()),
    'above 0, words are rarer the more often they were said',
    { isRare: true },
  ),
  presencePenalty: optional(template(number()), 'above 0, words that were said at all are rarer', {
    isRare: true,
  }),
  stopSequences: optional(
    template(list(templateText)),
    'texts that end the answer when the model writes them',
    { isRare: true },
  ),
  reasoningEffort: optional(templateText, 'how much the model may reason'),
  maxOutputTokens: optional(
    template(integer(1)),
    'the maximum number of tokens of an answer; budgets reserve as many',
    { isRare: true },
  ),
};

export const modelCallSettings = {
  model: optional(templateText, 'the model as provider/model, a known name or an alias'),
  system: optional(templateText, 'the role and the rules of the model: its system prompt', {
    title: 'Instructions',
  }),
  schema: optional(jsonSchema, 'the fields of the answer; without any, the answer is text', {
    title: 'Answer',
  }),
  context: optional(templateName, 'the id of the conversation that the call reads and extends', {
    title: 'Conversation',
    isRare: true,
  }),
  ...modelSettings,
  images: optional(
    template(either(text, list(templateText))),
    'images sent with the prompt: "data:" URLs, or https addresses that the provider opens',
    { isRare: true },
  ),
};
