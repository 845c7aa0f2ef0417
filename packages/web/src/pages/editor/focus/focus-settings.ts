/** A form is loaded on first use; nobody waits longer for it. */
const waitMaxMs = 10_000;
const loading = '[data-loading]';
const field = `:is(input, textarea, select, button[role="combobox"], [data-prompt], [data-code], ${loading})`;

/** Moves the focus to the first setting of the open node, else to its name, as soon as its form is there. */
export function focusSettings(): void {
  const until = performance.now() + waitMaxMs;
  const from = document.activeElement;
  const tryNow = () => {
    // Who has gone elsewhere meanwhile stays there.
    if (!isAt(from)) return;
    firstSetting()?.focus();
    // The editor of a text takes the focus only once it is mounted, some frames after its place is there.
    if (isAt(from) && performance.now() < until) requestAnimationFrame(tryNow);
  };
  tryNow();
}

function isAt(from: Element | null): boolean {
  return document.activeElement === from || document.activeElement === document.body;
}

function firstSetting(): HTMLElement | null {
  const drawer = document.querySelector('[data-node-drawer]');
  const form = drawer?.querySelector('form');
  if (!drawer || !form) return null;
  const first = form.querySelector<HTMLElement>(`${field}:not([disabled])`);
  // The editor of a text is loaded on first use, too; what comes after it is not the first.
  return first?.matches(loading) === true ? null : (first ?? drawer.querySelector('input'));
}
