// Goal: W-full on Restate survives the death of its worker. A sample of the points here, all of them with
// `npm run crash -- --host restate`.
import { crashContract, crashHosted, doorsOf, neededServer } from '@skein/testkit';

crashContract({
  name: 'of workers on Restate',
  cites: '[RS13] ',
  open: async () =>
    crashHosted(await neededServer('postgres'), doorsOf(await neededServer('restate'))),
  deaths: [
    ['SIGKILL', 'before run.started'],
    ['SIGKILL', 'after step.recorded of desk'],
    ['SIGKILL', 'before timer.fired'],
    ['SIGKILL', 'after the call count'],
    ['SIGTERM', 'before the call ship'],
  ],
  guarded: ['pay', 'seal'],
});
