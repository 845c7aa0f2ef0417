// A tool that a host registers, as a module that a configuration names. It imports nothing: the server of the test loads it.

export const tools = {
  'crm.write': {
    description: 'Writes a deal down.',
    parameters: { type: 'object' },
    effect: 'idempotent',
    run: ({ amount }: { amount?: number }) => {
      if (amount === 40) throw new Error('The amount 40 is not allowed.');
      return { written: amount ?? null };
    },
  },
};
