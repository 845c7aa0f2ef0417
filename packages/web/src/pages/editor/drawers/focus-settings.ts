/** A form is loaded on first use; nobody waits longer for it. */
const waitMaxMs = 10_000;
const field = ':is(input, textarea, select, button[role="combobox"], [data-prompt], [data-code])';

/** Moves the focus to the first setting of the open node, else to its name, as soon as its form is there. */
export function focusSettings(): void {
  const until = performance.now() + waitMaxMs;
  const from = document.activeElement;
  const tryNow = () => {
    // Who has gone elsewhere meanwhile stays there.
    if (document.activeElement !== from && document.activeElement !== document.body) return;
    const first = firstSetting();
    if (first !== null) first.focus();
    else if (performance.now() < until) requestAnimationFrame(tryNow);
  };
  tryNow();
}

function firstSetting(): HTMLElement | null {
  const drawer = document.querySelector('[data-node-drawer]');
  const form = drawer?.querySelector('form');
  if (!drawer || !form) return null;
  return (
    form.querySelector<HTMLElement>(`${field}:not([disabled])`) ?? drawer.querySelector('input')
  );
}
