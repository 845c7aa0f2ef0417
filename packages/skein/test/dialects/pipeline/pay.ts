// A process that runs a pipeline and hangs in the middle of a call that must not be repeated.
import process from 'node:process';
import { createEngine } from '../../../src/index.ts';

const [store = ''] = process.argv.slice(2);
const payment = { toolCalls: [{ id: 'c1', name: 'bank-pay', arguments: { amount: 7 } }] };
const engine = await createEngine({
  store,
  script: { replies: [payment, { text: 'Paid.' }] },
  tools: {
    'bank-pay': {
      description: 'Pays.',
      run: () => {
        process.stdout.write('paying\n');
        return new Promise(() => {});
      },
    },
  },
});
await engine.runs.start(
  {
    uuid: 'a0000000-0000-4000-8000-000000000000',
    steps: [
      {
        uuid: 'a0000000-0000-4000-8000-000000000001',
        name: 'Pay',
        type: 'custom_agent',
        model: 'm',
        system_prompt: 'Pay <<trigger_output>>',
        tools: { 'bank-pay': { enabled: true } },
      },
    ],
  },
  { input: 7 },
);
