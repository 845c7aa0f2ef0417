// A process with few file descriptors: uses them all up, keeps working, and reports the outcome as JSON.
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { nativeNodeTypes } from '@skein/agents';
import { createEngine } from '@skein/engine';
import { openStore } from '@skein/stores';
import { buildWorkflow } from '../engine/build-workflow.ts';

const [first = '', second = ''] = process.argv.slice(2);
const store = await openStore(first);
const nodeTypes = nativeNodeTypes({ functions: new Map() });
const engine = await createEngine({ store, nodeTypes, durable: {} });
const taken: number[] = [];
const takeAll = (): string => {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
};
const limit = takeAll();
const nodes = [{ id: 'a', type: 'transform', config: { value: 1 } }];
const { id } = await engine.runs.start(buildWorkflow({ id: 'few', nodes }));
const { status } = await engine.runs.finished(id);
const open = () =>
  openStore(second).then(
    async (other) => {
      await other.close();
      return 'opened';
    },
    ({ code }: { readonly code?: string }) => code ?? 'no code',
  );
const without = await open();
for (const each of taken) closeSync(each);
const withThem = await open();
await engine.close();
await store.close();
process.stdout.write(JSON.stringify({ limit, status, without, withThem }));
