// Goal: workflows in code are served without a program of one's own. Method: modules of a configuration that export them.
import { readConfig } from '../../src/config/read-config.ts';
import { loadModules } from '../../src/config/load-modules.ts';
import { createEngine, createPipelines } from '../../src/index.ts';
import * as pipelines from '../../src/pipelines.ts';
import { expect, it } from 'vitest';
import { folderWith } from '../spawn-skein.ts';

const module = `
  const definition = { skein: 1, id: 'coded', nodes: [{ id: 'start', type: 'start' }], edges: [] };
  export const workflows = [{ id: 'coded', definition, nodeTypes: new Map(), workflows: [] }];
`;

it('[X820] modules of the configuration bring workflows', async () => {
  const { folder, remove } = folderWith({
    'flows.mjs': module,
    'empty.mjs': 'export const other = 1;',
    'skein.config.json': { functions: ['./flows.mjs'] },
    'bad.json': { functions: ['./empty.mjs'] },
  });
  const read = (file: string) => readConfig({ file: `${folder}/${file}`, folder, environment: {} });
  await using engine = await createEngine(await loadModules(read('skein.config.json')));
  const { id } = await engine.runs.start('coded', { input: 'tea' });
  expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'tea' });
  await expect(loadModules(read('bad.json'))).rejects.toThrow(/exports none of .*workflows/);
  remove();
});

it('[X821] pipelines have an entry of their own', () => {
  expect(pipelines.createPipelines).toBe(createPipelines);
});
