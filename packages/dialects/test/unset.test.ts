// Goal: what applies where a choice is left out is said by its shape, for every setting of every dialect.
import { expect, it } from 'vitest';
import { agentGraphShape } from '../src/agent-graph/shape/agent-graph-shape.ts';
import { dataShapes } from '../src/canvas/shape/canvas-nodes.ts';
import { flowConfigShapes } from '../src/dataflow/shape/dataflow-nodes.ts';
import { nativeNodes } from '../src/native/nodes/native-nodes.ts';
import { edgeShape, workflowShape } from '../src/native/shape/workflow-shape.ts';
import { pipelineShape } from '../src/pipeline/shape/pipeline-shape.ts';
import { sessionSteps } from '../src/session-graph/shape/session-steps.ts';
import type { Field, Shape } from '../src/shape/shape.ts';
import { toJsonSchema } from '../src/shape/to-json-schema.ts';

/** The fields of choices, at every depth, by their places. */
function choicesIn(
  shape: Shape,
  place: string,
  seen = new Set<Shape>(),
): readonly (readonly [string, Field])[] {
  if (seen.has(shape)) return [];
  seen.add(shape);
  if (shape.kind === 'either') return shape.of.flatMap((each) => choicesIn(each, place, seen));
  if (shape.kind === 'list' || shape.kind === 'dictionary')
    return choicesIn(shape.of, `${place}[]`, seen);
  if (shape.kind !== 'record') return [];
  return [...shape.fields].flatMap(([key, field]) => {
    const below = choicesIn(field.shape, `${place}.${key}`, seen);
    return field.shape.kind === 'choice' ? [[`${place}.${key}`, field] as const, ...below] : below;
  });
}

it('[N3900] says what applies where a choice is left out, in the shape, in the schema and with the same words in its description', () => {
  const shapes: readonly (readonly [string, Shape])[] = [
    ...Object.entries(nativeNodes).map(([type, { config }]) => [type, config] as const),
    ['workflow', workflowShape],
    ['edge', edgeShape],
    ...dataShapes,
    ...flowConfigShapes,
    ...Object.entries(sessionSteps).map(([type, { config }]) => [type, config] as const),
    ['pipeline', pipelineShape],
    ['agent graph', agentGraphShape],
  ];
  const choices = shapes.flatMap(([name, shape]) => choicesIn(shape, name));
  const open = choices.filter(([, { presence }]) => presence === 'optional');
  expect(open.length).toBeGreaterThan(25);
  const silent = open.filter(([, { unset }]) => unset === undefined).map(([place]) => place);
  expect(silent).toEqual([]);
  const differing = open.filter(([, { about, unset }]) => {
    const said = /default:? ([^;:.()]+)/.exec(about)?.[1]?.trim();
    return said !== undefined && said !== String(unset);
  });
  expect(differing.map(([place]) => place)).toEqual([]);
  expect(JSON.stringify(toJsonSchema(nativeNodes.map.config))).toContain('"x-unset":"cancel"');
});
