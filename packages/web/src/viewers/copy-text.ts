import { showToast } from '../design/feedback/toasts.ts';

/** Puts a text into the clipboard, and says so, or why not: browsers have none on a page that came without TLS from elsewhere. */
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
