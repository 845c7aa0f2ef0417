// The last look at a definition
// Files are written by programs of every kind, and a value of a wrong type can end up where the native format does not take it. What
// the check refuses is taken out and told, so that the rest of the workflow can be used: an importer never gives an invalid definition.
import { isObject, setOwn, type Diagnostic, type Json, type JsonObject } from '@skein/kernel';
import { compileDefinition } from '../../../definitions/compile-definition.ts';
import { loseOf, loseOfWorkflow, type Conversion } from '../context/conversion.ts';
import type { Piece } from '../context/piece.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';

/** Each round takes something out, so it ends long before. */
const ROUNDS_MAX = 12;

export function makeValid(
  conversion: Conversion,
  definition: JsonObject,
  pieces: ReadonlyMap<N8nNode, Piece>,
): JsonObject {
  let current = definition;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const errors = compileDefinition(current).diagnostics.filter(
      ({ severity }) => severity === 'error',
    );
    if (errors.length === 0) return current;
    current = errors.reduce(
      (changed, error) => without(conversion, changed, { error, pieces }),
      current,
    );
  }
  return current;
}

interface Refused {
  readonly error: Diagnostic;
  readonly pieces: ReadonlyMap<N8nNode, Piece>;
}

function without(
  conversion: Conversion,
  definition: JsonObject,
  { error, pieces }: Refused,
): JsonObject {
  const [, list = '', place = ''] = error.pointer.split('/');
  const listed = definition[list];
  const words = {
    kind: 'invalid',
    hint: `${error.hint} The workflow was changed so that it is valid.`,
  };
  if (list === 'nodes' && Array.isArray(listed)) {
    const node = (listed as readonly Json[])[Number(place)]; // A list of the definition holds JSON.
    const id = isObject(node) ? node['id'] : undefined;
    const source = [...pieces].find(([, piece]) => piece.nodes.some((each) => each.id === id))?.[0];
    if (!isObject(node) || typeof id !== 'string') return definition;
    const message = `"${source?.name ?? id}" has settings that cannot be used here: ${error.message}`;
    if (source !== undefined) loseOf(conversion, source, { ...words, message });
    else loseOfWorkflow(conversion, error.pointer, { ...words, message });
    return replaced(definition, list, listed.with(Number(place), standIn(node)));
  }
  if (list === 'edges' && Array.isArray(listed)) {
    const edge = (listed as readonly Json[])[Number(place)]; // As above.
    if (error.code === 'LOOP_AMBIGUOUS' && isObject(edge) && edge['loop'] !== true) {
      return replaced(definition, list, listed.with(Number(place), { ...edge, loop: true }));
    }
    const message = `An edge cannot be used here: ${error.message}`;
    loseOfWorkflow(conversion, '', { ...words, message });
    return replaced(definition, list, listed.toSpliced(Number(place), 1));
  }
  const message = `"${list}" of the workflow cannot be used here: ${error.message}`;
  loseOfWorkflow(conversion, '', { ...words, message });
  return replaced(definition, list, undefined);
}

/** Hands on what came, in the place of the node that was refused. */
function standIn({ id, name, join }: JsonObject): JsonObject {
  const node: { [key: string]: Json } = {
    id: id ?? '',
    type: 'transform',
    config: { value: '${previous}' },
  };
  if (name !== undefined) node['name'] = name;
  if (join !== undefined) node['join'] = join;
  return node;
}

function replaced(definition: JsonObject, key: string, value: Json | undefined): JsonObject {
  const result: { [key: string]: Json } = {};
  for (const [name, held] of Object.entries(definition)) {
    if (name !== key) setOwn(result, name, held);
    else if (value !== undefined) setOwn(result, name, value);
  }
  return result;
}
