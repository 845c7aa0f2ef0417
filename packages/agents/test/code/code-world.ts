// Runs nodes of type `code` in the real sandbox, without an engine around them.
import { nativeNodeTypes, type CodeCeilings } from '@skein/agents';
import type { Json, JsonObject, NodeResult } from '@skein/kernel';
import type { NodeCall, Tool } from '@skein/ports';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';

export function codeType(code?: CodeCeilings) {
  return nativeNodeTypes({ functions: new Map(), code }).get('code')!;
}

const shared = codeType();

export interface Given extends Partial<Pick<NodeCall, 'inputs' | 'previous' | 'attempt' | 'root'>> {
  readonly config?: JsonObject;
  readonly tools?: readonly Tool[];
  readonly recorded?: ReadonlyMap<string, Json | undefined>;
  readonly answer?: () => Json;
  readonly type?: ReturnType<typeof codeType>;
  readonly now?: number;
}

export function codeRun(code: string, given: Given = {}) {
  const { config = {}, tools = [], recorded, answer, type = shared, now, ...about } = given;
  const io = fakeNodeIo({
    tools,
    now: now ?? 1_700_000_000_000,
    ...(recorded !== undefined && { recorded }),
    ...(answer !== undefined && { answer }),
  });
  const call = nodeCall({ nodeType: 'code', config: { code, ...config }, ...about });
  return { io, result: Promise.resolve<NodeResult>(type.run!(call, io)) };
}

export async function valueOf(code: string, given: Given = {}): Promise<Json | undefined> {
  return (await codeRun(code, given).result).value;
}
