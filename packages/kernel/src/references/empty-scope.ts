import type { Scope } from './template.ts';

const nothing = (): undefined => undefined;

/** Where nothing can be read, under the rules of now; whoever has something to read replaces that part. */
export const emptyScope: Scope = {
  run: '',
  output: nothing,
  status: nothing,
  outputId: nothing,
  trigger: nothing,
  inputs: nothing,
  previous: nothing,
  context: nothing,
  state: nothing,
  now: () => 0,
  date: nothing,
  typesDefaults: true,
};
