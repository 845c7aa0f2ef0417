import { nativeNodes, toJsonSchema } from '@skein/dialects';
import {
  nativeKinds,
  nativeTypes,
  type HostedNativeType,
  type Json,
  type NativeType,
  type NodeKind,
} from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { createVault } from '../secrets/vault.ts';
import { agentBehaviour } from './agent.ts';
import { approvalBehaviour } from './approval.ts';
import { codeBehaviour } from './code.ts';
import type { CodeCeilings } from '../code/code-limits.ts';
import { eventBehaviour } from './event.ts';
import { functionBehaviour, type FunctionRegistry } from './function.ts';
import { httpBehaviour } from './http.ts';
import type { HttpParts } from './http/send-page.ts';
import { inputBehaviour } from './input.ts';
import { llmBehaviour } from './llm.ts';
import type { NativeBehaviour } from './native-behaviour.ts';
import { storeBehaviour } from './store.ts';
import { toolBehaviour } from './tool.ts';

/** All native node types by name, with the functions that the type `function` can call. */
export function nativeNodeTypes({
  functions,
  http = strictHttp,
  code,
}: {
  readonly functions: FunctionRegistry;
  /** How requests are made; default: to the open internet, without secrets. */
  readonly http?: HttpParts | undefined;
  /** What the operator allows to code in definitions. */
  readonly code?: CodeCeilings | undefined;
}): ReadonlyMap<string, NodeType> {
  const hosted: Readonly<Record<HostedNativeType, NativeBehaviour>> = {
    function: functionBehaviour(functions),
    code: codeBehaviour(code),
    llm: llmBehaviour,
    agent: agentBehaviour,
    tool: toolBehaviour,
    http: httpBehaviour(http),
    store: storeBehaviour,
    approval: approvalBehaviour,
    input: inputBehaviour,
    event: eventBehaviour,
  };
  const behaviours: Partial<Record<NativeType, NativeBehaviour>> = hosted;
  return new Map(nativeTypes.map((type) => [type, nodeTypeOf(type, behaviours[type] ?? {})]));
}

const noSecrets = createVault({ find: () => undefined });
const strictHttp: HttpParts = { fetch: guardedFetch(), vaultOf: () => noSecrets };

function nodeTypeOf(type: NativeType, { ports, ...behaviour }: NativeBehaviour): NodeType {
  // The kernel lists every native type.
  const kind = nativeKinds.get(type) as NodeKind;
  const { description, config } = nativeNodes[type];
  let schema: Json | undefined;
  return {
    kind: ports === undefined ? kind : { ...kind, ports },
    description,
    // Made when someone looks at it: most processes never show a form.
    get configSchema() {
      return (schema ??= toJsonSchema(config, 'open'));
    },
    ...behaviour,
  };
}
