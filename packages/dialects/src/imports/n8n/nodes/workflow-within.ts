// A workflow that stands in a parameter of a node
// n8n lets a node that calls a workflow contain it, as text. It is converted like a file of its own; what is left to do in it belongs to the
// node that contains it.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Imported } from '../../importer.ts';
import { loseOf, type Conversion, type LossWords } from '../context/conversion.ts';
import type { NodeContext } from '../context/node-context.ts';
import { WITHIN } from '../context/written-texts.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import { documentOf } from '../read/read-document.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';

/** Whether a node says that it contains the workflow that it calls. */
export function hasWorkflowWithin({ choice }: NodeContext): boolean {
  return choice(['source'], 'database') === 'parameter';
}

/** The native definition, or null with a loss that says why there is none. */
export function workflowWithin({ conversion, node }: NodeContext): JsonObject | null {
  const known = conversion.within.get(node);
  if (known !== undefined) return known;
  const definition = convert(conversion, node);
  conversion.within.set(node, definition);
  return definition;
}

function convert(conversion: Conversion, node: N8nNode): JsonObject | null {
  const source = readWithin(node);
  const isReadable = source !== null && documentOf(source) !== null;
  if (!isReadable || conversion.convertWithin === null) {
    loseOf(conversion, node, {
      kind: 'other-workflow',
      message: isReadable
        ? `"${node.name}" contains a workflow that stands too deep in others to be converted.`
        : `"${node.name}" contains a workflow of its own that cannot be read: it is computed, or no JSON of n8n.`,
      hint: 'Save it as a workflow of its own in n8n, export it, and import it: skein import FILE.',
    });
    return null;
  }
  const imported = conversion.convertWithin(source, node.name);
  keepLosses(conversion, node, imported);
  // It is called by this node alone: nothing else starts it, and it needs no id.
  const { trigger: _trigger, triggers: _triggers, id: _id, ...definition } = imported.definition;
  return definition;
}

function readWithin({ parameters }: N8nNode): Json | null {
  const written = ownValue(parameters, WITHIN);
  if (isObject(written)) return written;
  if (typeof written !== 'string' || isTemplate(written)) return null;
  try {
    // What JSON.parse gives is JSON.
    return JSON.parse(written) as Json;
  } catch {
    return null;
  }
}

function keepLosses(conversion: Conversion, node: N8nNode, imported: Imported): void {
  for (const { kind, message, hint } of imported.losses) {
    const words: LossWords = {
      kind,
      message: `In the workflow of "${node.name}": ${message}`,
      hint,
    };
    loseOf(conversion, node, words);
  }
  for (const [tool, binding] of imported.bindings.map((each) => [each.tool, each] as const)) {
    const known = conversion.bindings.get(tool);
    conversion.bindings.set(tool, {
      ...(known ?? binding),
      nodes: [...new Set([...(known?.nodes ?? []), node.name])],
    });
  }
  for (const secret of imported.secrets) conversion.secrets.add(secret);
  conversion.called.push(...imported.more);
}
