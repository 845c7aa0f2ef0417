// The errors of functions that do not take the same path twice. Another attempt would come to the same.
import type { OtherPath } from '@skein/ports';

/** Called again, it asks for something that was not recorded, or ends (`asked` is null), and does not ask for what was. */
export function notDeterministic(workflow: string, { asked, unclaimed }: OtherPath): Error {
  return fatal({
    code: 'NOT_DETERMINISTIC',
    message:
      `The workflow "${workflow}" does not take the same path twice: called again, it ${asked === null ? 'ends' : `asks for ${said(asked)}`} where its journal has ${said(unclaimed)}. ` +
      'Its code is the one that the run began with, so something else differs: the time, chance, a variable outside of the function, ' +
      'an await of something that is not an io call, or an io call inside of a step. Put it into io.step, or use io.now and io.uuid.',
  });
}

/** Nobody could tell later which of the two is which. */
export function ambiguous(name: string): Error {
  return fatal({
    code: 'STEP_AMBIGUOUS',
    message:
      `Two calls ${isUnnamed(name) ? `of ${callOf(name)}` : `named "${name}"`} are in flight at the same time, and were begun one after the other: after a restart nobody could tell which is which. ` +
      (isUnnamed(name)
        ? 'Use io.map or io.race, which give every branch an io of its own.'
        : 'Give each a name of its own, or use io.map, which gives every item a scope.'),
  });
}

/** When the outer one is found in the journal, nobody asks for the inner one. */
export function nested({ step, inner }: { readonly step: string; readonly inner: string }): Error {
  return fatal({
    code: 'STEP_NESTED',
    message:
      `${callOf(inner)} is called inside of the step "${step}". A step is one effect, which is recorded as a whole: ` +
      'make both calls in the function itself, one after the other, or do the inner effect without io.',
  });
}

function fatal({ code, message }: { readonly code: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { code, retry: 'never' });
}

/** `pay#2` as people would say it. */
function said(key: string): string {
  const [, name = key, count = '1'] = /^(.*)#(\d+)$/.exec(key) ?? [];
  return count === '1' ? callOf(name) : `${callOf(name)} for the ${count}. time`;
}

/** Calls without a name of their own: `@sleep`, perhaps in a scope. */
const unnamed = /^(?:.*\/)?@(\w+)(?: (.*))?$/;

function isUnnamed(name: string): boolean {
  return unnamed.test(name);
}

function callOf(name: string): string {
  const [, method, what] = unnamed.exec(name) ?? [];
  if (method === undefined) return `"${name}"`;
  return what === undefined ? `io.${method}` : `io.${method}("${what}")`;
}
