// Goal: W-full survives the death of its process. A sample of the points here, all of them with `npm run crash`.
import { crashContract, crashDatabase, crashFiles, testServer } from '@skein/testkit';
import { describe } from 'vitest';

const sample = {
  deaths: [
    ['SIGKILL', 'before run.started'],
    ['SIGKILL', 'after step.recorded of desk'],
    ['SIGKILL', 'before timer.fired'],
    ['SIGKILL', 'before child.finished of each'],
    ['SIGKILL', 'after step.recorded of parcels'],
    ['SIGKILL', 'before step.recorded of shelves'],
    ['SIGKILL', 'after wait.answered'],
    ['SIGKILL', 'after step.recorded of audit'],
    ['SIGKILL', 'after step.recorded of plan'],
    ['SIGKILL', 'after the call load'],
    ['SIGKILL', 'before the call count'],
    ['SIGTERM', 'before the call ship'],
    ['SIGTERM', 'after release'],
  ],
  guarded: ['pay', 'bill', 'stamp', 'seal', 'post'],
} as const;

crashContract({ name: 'on SQLite', open: async () => crashFiles(), ...sample });

const server = await testServer('postgres');
const [url, name] =
  'url' in server ? [server.url, 'on PostgreSQL'] : [null, `on PostgreSQL (${server.missing})`];
/** What differs there is how an append, a claim and a release are committed. */
const fewer = {
  deaths: [
    ['SIGKILL', 'after step.recorded of desk'],
    ['SIGKILL', 'before child.finished of each'],
    ['SIGKILL', 'after step.recorded of plan'],
    ['SIGTERM', 'after release'],
  ],
  guarded: ['pay'],
} as const;
describe.skipIf(url === null)('with a server', () => {
  crashContract({ name, open: () => crashDatabase(url ?? ''), ...fewer });
});
