/** Every exit code of the command line, with its meaning for `help`. */
export const exitCodes = [
  {
    code: 0,
    meaning: 'done: the run completed, stopped, or waits after --detach; the definition is valid',
  },
  { code: 1, meaning: 'the run failed, stalled or was cancelled' },
  { code: 2, meaning: 'bad usage or invalid definition' },
  { code: 3, meaning: 'the run is waiting for a person or an event' },
  { code: 4, meaning: 'not allowed' },
  { code: 5, meaning: 'not found' },
  { code: 6, meaning: 'conflict' },
  { code: 7, meaning: 'the run ended at one of its own limits or its budget' },
  { code: 8, meaning: 'the server or store cannot be reached' },
  { code: 130, meaning: 'interrupted' },
] as const;
