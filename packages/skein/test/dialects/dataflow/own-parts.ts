// One part of each sort that a host can register for a dataflow; a module, as a configuration names it.
import { textOf } from '@skein/kernel';
import { registeredFunction, type DataflowNode, type NodeType } from '../../../src/index.ts';

const shout: DataflowNode = {
  name: 'Shout',
  description: 'Says it louder.',
  ports: ['result'],
  configSchema: {
    type: 'object',
    properties: { loudly: { type: 'boolean', description: 'with an exclamation mark' } },
  },
  run: (inputs, updatedContext, { loudly }) => ({
    outputs: {
      result: `${textOf(inputs['text'] ?? '').toUpperCase()}${loudly === true ? '!' : ''}`,
    },
    updatedContext,
  }),
};

const letter: NodeType = {
  kind: { type: 'letter', mode: 'execute', ports: ['output'] },
  description: 'Writes a letter.',
  run: ({ config, inputs }) => ({ value: [config['to'] ?? null, inputs['y'] ?? null] }),
};

export const dataflow = { shout };

export const nodeTypes = { letter };

export const functions = {
  'text.both': registeredFunction({
    description: 'Twice.',
    args: (zod) => zod.object({ x: zod.string() }),
    run: ({ x }) => `${x}${x}`,
  }),
};
