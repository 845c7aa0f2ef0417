// Goal: W-full on Restate survives the death of its worker. A sample of the points here, all of them with
// `npm run crash -- --host restate`.
import {
  crashContract,
  crashHosted,
  doorsOf,
  fullToured,
  neededServer,
  surviveStory,
} from '@skein/testkit';
import { it } from 'vitest';

const open = async () =>
  crashHosted(await neededServer('postgres'), doorsOf(await neededServer('restate')));

crashContract({
  name: 'of workers on Restate',
  cites: '[RS13] ',
  open,
  deaths: [
    ['SIGKILL', 'before run.started'],
    ['SIGKILL', 'after step.recorded of desk'],
    ['SIGKILL', 'before timer.fired'],
    ['SIGKILL', 'after the call count'],
    ['SIGTERM', 'before the call ship'],
  ],
  guarded: ['pay', 'seal'],
});

it('[SD1700] durable functions survive the death of their worker, all points with `--story functions`', () =>
  surviveStory({
    story: 'functions',
    open,
    output: fullToured,
    deaths: ['after the call pack', 'after child.finished of tour'],
  }));
