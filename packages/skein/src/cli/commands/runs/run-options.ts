// What several commands about runs have.
import type { ArgumentDescription } from '../../arguments/command-description.ts';
import { configOption, serverOption, storeOption } from '../shared-options.ts';

export const runArgument: ArgumentDescription = {
  name: 'RUN',
  summary: 'The id of a run.',
  isRequired: true,
};

/** Options of every command about runs. */
export const placeOptions = [storeOption, serverOption, configOption];

/** Most of them resume a run that no other process drives. */
export const drives =
  'If no other process drives the run, this command drives it until it ends or waits, as `skein run` does, with the same exit codes.';
