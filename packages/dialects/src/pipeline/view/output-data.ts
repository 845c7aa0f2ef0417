import { outputIdText, toMarkdown, toSummary, type Json, type JsonObject } from '@skein/kernel';

/** An output as a pipeline shows it: the data, a line about it, and a form for people and prompts. */
export function outputData(
  id: { readonly event: string; readonly counter: number },
  value: Json,
): JsonObject {
  return {
    uuid: outputIdText(id),
    raw_data: value,
    summary: toSummary(value),
    markdown_representation: toMarkdown(value),
  };
}
