/** Parts of a form are loaded on first use; nobody waits longer for them. */
const waitMaxMs = 10_000;
const loading = '[data-loading]';

/** What people write in. The editors of texts and code are elements of their own. */
export const fieldTags =
  'input, textarea, select, button[role="combobox"], [data-prompt], [data-code]';

/** The first of these; null while its editor is loaded, because what comes after it is not the first; undefined: there is none. */
export function firstOf(place: Element, tags: string): HTMLElement | null | undefined {
  const selector = `:is(${tags}, ${loading}):not([disabled], .sr-only)`;
  const first = place.querySelector<HTMLElement>(selector) ?? undefined;
  return first?.matches(loading) === true ? null : first;
}

/** Moves the focus as soon as there is something to move it to, while it `isFree`: who has gone elsewhere meanwhile stays there. */
export function focusFirst(
  find: () => HTMLElement | null | undefined,
  isFree: () => boolean = isWhereItWas(),
): void {
  const until = performance.now() + waitMaxMs;
  const tryNow = () => {
    if (!isFree()) return;
    find()?.focus();
    // The editor of a text takes the focus only once it is mounted, some frames after its place is there.
    if (isFree() && performance.now() < until) requestAnimationFrame(tryNow);
  };
  tryNow();
}

function isWhereItWas(): () => boolean {
  const from = document.activeElement;
  return () => document.activeElement === from || document.activeElement === document.body;
}
