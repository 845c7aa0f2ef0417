import type { Json, JsonObject } from '@skein/kernel';
import type { ExpressionPlace } from '../../../src/graph/expressions/expression-place.ts';

interface PlaceData {
  readonly trigger?: Json;
  readonly previous?: Json;
  readonly outputs?: JsonObject;
  readonly state?: JsonObject;
}

/** After a run with one output of each node. */
export function placeOf({
  trigger,
  previous,
  outputs = {},
  state = {},
}: PlaceData): ExpressionPlace {
  const kept = Object.entries(outputs).map(([node, value]) => [node, [value]] as const);
  return {
    values: {
      trigger,
      previous,
      outputs: new Map(kept),
      statuses: new Map(kept.map(([node]) => [node, 'completed'])),
      inputs: {},
      state,
    },
    nodes: Object.keys(outputs).map((id) => ({ id, title: id })),
    ports: [],
    names: new Map(),
  };
}
