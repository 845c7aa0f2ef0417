import type { Conversion } from '../context/conversion.ts';
import { helpersOf } from '../context/helpers-of.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { modelName } from './model-of.ts';

/** Models below the parsers of a node, which here are not asked: the model that answers is held to the schema itself. */
export function mendersOf({ workflow }: Conversion, node: N8nNode): string {
  const { parsers } = helpersOf(workflow, node);
  const models = parsers.flatMap((parser) => helpersOf(workflow, parser).models);
  const words = models.map(({ name, parameters }) => {
    const model = modelName(parameters);
    return model === null || model === name ? `"${name}"` : `"${name}" (${model})`;
  });
  return words.length === 0 ? '' : `In n8n ${words.join(', ')} mends answers that do not fit.`;
}
