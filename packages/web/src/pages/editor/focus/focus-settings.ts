import { fieldTags, firstOf, focusFirst } from '../../../design/keyboard/focus-first.ts';

/** Moves the focus to the first setting of the open node, else to its name, as soon as its form is there. */
export function focusSettings(): void {
  focusFirst(() => {
    const drawer = document.querySelector('[data-node-drawer]');
    const form = drawer?.querySelector('form');
    if (!drawer || !form) return null;
    const first = firstOf(form, fieldTags);
    return first === undefined ? drawer.querySelector('input') : first;
  });
}
