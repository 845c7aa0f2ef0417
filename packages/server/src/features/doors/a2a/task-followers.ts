import type { Outbox } from '@skein/ports';
import { taskPrefix } from '../../outbox/find-destination.ts';
import { doorsIn } from '../published/published.ts';

/** Of a run that may be a task of A2A: the delivery knows who they are. */
export const taskFollowers: NonNullable<Outbox['followers']> = ({ id, workflow: { metadata } }) =>
  doorsIn(metadata).includes('a2a') ? [`${taskPrefix}${id}`] : [];
