import { showToast } from '../design/feedback/toasts.ts';

/** Copies a text to the clipboard and reports the result. */
export function copyText(text: string, what: string): void {
  writeText(text).then(
    () => showToast({ tone: 'ok', text: `Copied the ${what}.` }),
    () =>
      showToast({
        tone: 'bad',
        text: `The browser blocked copying the ${what}.`,
        detail: 'Select and copy it manually.',
      }),
  );
}

/** Browsers offer pages without TLS no clipboard, only the command that copies what is selected. */
async function writeText(text: string): Promise<void> {
  // oxlint-disable-next-line no-restricted-properties -- only where it is there
  if ('clipboard' in navigator) await navigator.clipboard.writeText(text);
  else if (!copyByCommand(text)) throw new Error('The browser refused to copy.');
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  // Without a selection the command does nothing; a range takes the focus from no dialog.
  const marked = document.createElement('span');
  marked.textContent = '.';
  marked.style.position = 'fixed';
  document.body.append(marked);
  const selection = getSelection();
  const before = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  selection?.selectAllChildren(marked);
  window.addEventListener('copy', write, { capture: true });
  try {
    // Deprecated, and the only way.
    document.execCommand('copy');
  } finally {
    window.removeEventListener('copy', write, { capture: true });
    selection?.removeAllRanges();
    if (before !== null) selection?.addRange(before);
    marked.remove();
  }
  return isCopied;
}
