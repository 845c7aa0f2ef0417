import { isNativeType, type NativeType } from '@skein/kernel';
import type { RecordShape } from '../../shape/shape.ts';
import { agentNode } from './agent.ts';
import { approvalNode } from './approval.ts';
import { dataNode } from './data.ts';
import { codeNode } from './code.ts';
import { delayNode } from './delay.ts';
import { emitNode } from './emit.ts';
import { endNode } from './end.ts';
import { eventNode } from './event.ts';
import { failNode } from './fail.ts';
import { functionNode } from './function.ts';
import { httpNode } from './http.ts';
import { ifNode } from './if.ts';
import { inputNode } from './input.ts';
import { joinNode } from './join.ts';
import { llmNode } from './llm.ts';
import { mapNode } from './map.ts';
import { partitionNode } from './partition.ts';
import { respondNode } from './respond.ts';
import { setNode } from './set.ts';
import { storeNode } from './store.ts';
import { startNode } from './start.ts';
import { stopNode } from './stop.ts';
import { subworkflowNode } from './subworkflow.ts';
import { switchNode } from './switch.ts';
import { toolNode } from './tool.ts';
import { transformNode } from './transform.ts';
import type { NativeNode } from './native-node.ts';

/** All native node types, in the order in which palettes offer them. */
export const nativeNodes = {
  start: startNode,
  agent: agentNode,
  llm: llmNode,
  if: ifNode,
  switch: switchNode,
  partition: partitionNode,
  join: joinNode,
  map: mapNode,
  subworkflow: subworkflowNode,
  delay: delayNode,
  respond: respondNode,
  fail: failNode,
  stop: stopNode,
  end: endNode,
  tool: toolNode,
  http: httpNode,
  function: functionNode,
  code: codeNode,
  transform: transformNode,
  set: setNode,
  data: dataNode,
  store: storeNode,
  emit: emitNode,
  approval: approvalNode,
  input: inputNode,
  event: eventNode,
} satisfies { readonly [Type in NativeType]: NativeNode<Type> };

/** The entry of a native type; undefined for those of hosts and dialects. */
export function findNativeNode(type: unknown): NativeNode | undefined {
  return typeof type === 'string' && isNativeType(type) ? nativeNodes[type] : undefined;
}

/** The shapes of their configs, by type. */
export const nodeConfigShapes: ReadonlyMap<string, RecordShape> = new Map(
  Object.entries(nativeNodes).map(([type, { config }]) => [type, config]),
);
