import { STEP_NAMES } from '@skein/kernel';
import {
  any,
  choice,
  nonEmptyList,
  optional,
  record,
  required,
  withOthers,
} from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

// The other settings depend on what the step does: the kernel reads them, and reports each with its place.
const stepShape = withOthers(
  record('step', {
    op: required(choice(...STEP_NAMES), 'what the step does'),
  }),
  any,
);

export const dataNode = nativeNode({
  type: 'data',
  name: 'Data',
  summary: 'Filter, sort, group rows',
  keywords: [
    'list',
    'table',
    'rows',
    'filter',
    'sort',
    'limit',
    'duplicates',
    'group',
    'aggregate',
    'sum',
    'merge',
    'join lists',
    'split',
    'rename',
  ],
  description: 'Does steps with a list: filter, sort, group, merge and others.',
  family: 'value',
  palette: { group: 'Act', family: 'data' },
  initialConfig: {
    from: '${previous}',
    // One that leaves rows as they are, whatever their fields are called.
    steps: [{ op: 'limit', count: 100 }],
  },
  settings: {
    from: optional(any, 'the list; default what came over the edge', { isSingle: true }),
    steps: required(nonEmptyList(stepShape), 'what is done with the rows, one after the other', {
      newItem: { op: 'limit', count: 100 },
    }),
  },
});
