// What only decides where values go.
import { ownValue, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import type { NodeBehaviour, NodeIo } from '@skein/ports';

export const parallelSplitNode: NodeBehaviour = {
  description: 'Sends the same value to every port.',
  run: ({ inputs }) => {
    const data = ownValue(inputs, 'data') ?? null;
    return { value: data, ports: { '*': data } };
  },
};

export const parallelJoinNode: NodeBehaviour = {
  description: 'Outputs its inputs as one object.',
  run: ({ inputs }) => ({ value: inputs, ports: { result: inputs } }),
};

/** The kernel computes it. */
export const conditionalNode: NodeBehaviour = {
  description: 'Passes its data on to true or false.',
};

export const budgetGuardNode: NodeBehaviour = {
  description: 'Checks whether the run has exceeded its budget.',
  run: ({ inputs, config }, io): NodeResult => {
    const data = ownValue(inputs, 'data') ?? null;
    return { value: data, ports: { [isExceeded(config, io) ? 'exceeded' : 'ok']: data } };
  },
};

function isExceeded(config: JsonObject, io: NodeIo): boolean {
  const { inputTokens, outputTokens, usd } = io.usage();
  return isOver(inputTokens + outputTokens, config['tokens']) || isOver(usd, config['usd']);
}

function isOver(spent: number, limit: Json | undefined): boolean {
  return typeof limit === 'number' && spent > limit;
}
