// Code with three tools, one of each kind of effect; the last one pays, when a person approves it. What the code computes from its
// time and its chance is part of what it asks for.
export const refundFlow = {
  skein: 1,
  id: 'refunds',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'refund',
      type: 'code',
      config: {
        tools: ['look', 'reserve', 'pay'],
        approve: ['pay'],
        code: `
          const chance = Math.random();
          console.log('refund of', trigger.order);
          const found = await Promise.all([tools.look({ order: trigger.order }), tools.look({ order: 0 })]);
          const place = await tools.reserve({ chance, at: Date.now(), found });
          const paid = await tools.pay({ chance, place });
          return { found, place, paid, isSame: chance === args.chance || args.chance === null };
        `,
        args: { chance: null },
      },
    },
  ],
  edges: [{ from: 'start', to: 'refund' }],
};
