// Goal: W-full, broken at first, survives the death of its process while somebody resumes it mended and moves it to another version. The
// points around those two here, all of them with `npm run crash -- --story moved`.
import { crashDatabase, crashFiles, surviveStory, testServer } from '@skein/testkit';
import { it } from 'vitest';

const moved = { story: 'moved', output: { edition: 'changed' } } as const;

it('[E851] W-full that is resumed and moved survives kill -9 around both, on SQLite', () =>
  surviveStory({ ...moved, open: crashFiles, deaths: ['after run.resumed', 'after run.moved'] }));

const server = await testServer('postgres');
it.skipIf('missing' in server)('[E851] the same on PostgreSQL', () =>
  surviveStory({
    ...moved,
    open: () => crashDatabase('url' in server ? server.url : ''),
    deaths: ['before run.moved'],
  }),
);
