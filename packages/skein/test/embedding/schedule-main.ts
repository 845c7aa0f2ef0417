// `node schedule-main.ts STORE LEDGER`: schedules a workflow for every second and works until it is told to stop. Each run writes its
// tick into the ledger.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createEngine } from 'skein';

const [store = '', ledger = ''] = process.argv.slice(2);
const engine = await createEngine({
  store,
  functions: {
    note: ({ tick }: { readonly tick: string }) => {
      appendFileSync(ledger, `${tick}\n`);
      return tick;
    },
  },
});
await engine.workflows.save({
  skein: 1,
  id: 'invoices',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'note',
      type: 'function',
      config: { name: 'note', args: { tick: '${trigger.scheduled_at}' } },
    },
  ],
  edges: [{ from: 'start', to: 'note' }],
});
await engine.schedule('invoices', { cron: '* * * * * *' });
process.once('SIGTERM', () => void engine.close({ drain: '8s' }).then(() => process.exit(0)));
process.stdout.write('ready\n');
