// What n8n says in other words about the nodes below one, for its description
import type { JsonObject } from '@skein/kernel';
import type { Conversion } from '../context/conversion.ts';
import { allBelow } from '../context/helpers-of.ts';
import { writtenTexts } from '../context/written-texts.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';

/** Where a value comes from, and in which form an answer is wanted: here the request and the schema say so. */
const KEPT_KEYS: ReadonlySet<string> = new Set(['valueProvider', 'responseFormat']);

export function helperWords({ workflow }: Conversion, node: N8nNode): readonly string[] {
  const below = allBelow(workflow, node).filter(({ isDisabled }) => !isDisabled);
  const choices = below.flatMap((helper) => {
    const words = writtenTexts(helper)
      .filter(({ key }) => KEPT_KEYS.has(key))
      .map(({ key, text }) => `${key}: ${text}`);
    return words.length === 0 ? [] : [`In n8n "${helper.name}": ${[...new Set(words)].join(', ')}`];
  });
  const examples = [node, ...below].flatMap(({ parameters }) => exampleIn(parameters));
  return [...choices, ...examples];
}

/** The schema of an answer has what an example shows; its values are told to people only, as in n8n. */
function exampleIn(parameters: JsonObject): readonly string[] {
  const example = parameters['jsonSchemaExample'];
  const isRead =
    typeof example === 'string' && example.trim() !== '' && parameters['schemaType'] !== 'manual';
  return isRead ? [`An example of an answer:\n${example.replace(/^=/, '')}`] : [];
}
