import { showToast } from '../design/feedback/toasts.ts';

/** Copies a text to the clipboard and reports the result: browsers offer no clipboard on remote pages without TLS. */
export function copyText(text: string, what: string): void {
  const copying = async () => {
    await navigator.clipboard.writeText(text);
  };
  copying().then(
    () => showToast({ tone: 'ok', text: `Copied the ${what}.` }),
    () =>
      showToast({
        tone: 'bad',
        text: `The browser blocked copying the ${what}.`,
        detail: 'Select and copy it manually.',
      }),
  );
}
