import { optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { jsonSchema } from '../settings/setting-shapes.ts';

export const startNode = nativeNode({
  type: 'start',
  name: 'Start',
  summary: 'Where a run starts',
  keywords: ['begin', 'entry', 'trigger', 'input'],
  description: "Passes the run's input on.",
  family: 'start',
  palette: { group: 'Start', family: 'trigger' },
  settings: {
    schema: optional(jsonSchema, 'the fields that a run is started with', {
      title: 'Input',
    }),
  },
});
