// What a host registers, as a module that a configuration names. It imports nothing: the server of the test loads it.

interface Context {
  readonly messageHistory: readonly object[];
}

const shout = {
  name: 'Shout',
  description: 'Says it louder.',
  ports: ['result'],
  configSchema: {
    type: 'object',
    properties: {
      loudly: { type: 'boolean', description: 'with an exclamation mark' },
      times: { type: 'integer', title: 'Repetitions' },
    },
  },
  run: (inputs: { text?: string }, updatedContext: Context, config: { loudly?: boolean }) => ({
    outputs: { result: `${inputs.text ?? ''}${config.loudly === true ? '!' : ''}`.toUpperCase() },
    updatedContext,
  }),
};

const chat = {
  description: 'Asks a person instead of a model.',
  run: (_inputs: object, updatedContext: Context) => ({
    outputs: { prompt: 'What would a model say?' },
    updatedContext,
    status: 'paused',
  }),
};

export const dataflow = { shout, chat };

const quote = {
  description: 'Says what an order costs.',
  args: {
    type: 'object',
    required: ['item'],
    properties: {
      item: { type: 'string', title: 'Item', description: 'What is ordered.' },
      count: { type: 'integer', title: 'How many', default: 1 },
      speed: { type: 'string', title: 'Delivery', enum: ['slow', 'fast'] },
      gift: { type: 'boolean', title: 'As a gift' },
    },
  },
  output: { type: 'object', properties: { eur: { type: 'number' }, words: { type: 'string' } } },
  run: ({ item, count = 1 }: { item: string; count?: number }) => ({
    eur: 4 * count,
    words: `${count} of ${item}`,
  }),
};

export const functions = { 'shop.price': () => 4, 'shop.quote': quote };

export const nodeTypes = {
  letter: {
    kind: { type: 'letter', mode: 'execute', ports: ['output'] },
    description: 'Writes a letter.',
    configSchema: { type: 'object', properties: { to: { type: 'string' } } },
    run: () => ({ value: 'Dear reader' }),
  },
};
