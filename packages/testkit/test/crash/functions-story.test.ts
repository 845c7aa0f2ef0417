// Goal: durable functions with maps, sleeps, questions, child runs, deadlines, a race and a restart survive the death of their process. A
// sample of the points here, all of them with `npm run crash -- --story functions`.
import { crashDatabase, crashFiles, fullToured, surviveStory, testServer } from '@skein/testkit';
import { it } from 'vitest';

const tour = { story: 'functions', output: fullToured } as const;

it('[SD1700] durable functions survive kill -9 at every kind of point, on SQLite', () =>
  surviveStory({
    ...tour,
    open: crashFiles,
    deaths: [
      'after the call pack',
      'after node.completed of tour',
      'before child.waiting of tour',
      'after child.finished of tour',
      'before timer.fired',
      'after step.recorded of run',
    ],
  }));

const server = await testServer('postgres');
it.skipIf('missing' in server)('[SD1700] the same on PostgreSQL', () =>
  surviveStory({
    ...tour,
    open: () => crashDatabase('url' in server ? server.url : ''),
    deaths: ['after wait.answered'],
  }),
);
