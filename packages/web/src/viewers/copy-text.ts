import { showToast } from '../app/toasts.ts';

/** Puts a text into the clipboard, and says so. */
export function copyText(text: string, what: string): void {
  void navigator.clipboard.writeText(text).then(() => {
    showToast({ tone: 'ok', text: `Copied the ${what}.` });
  });
}
