import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: string;
  readonly detail?: string;
}

interface ToastStore {
  readonly toasts: readonly Toast[];
}

const shownMs = 6_000;
const shownMax = 4;
let nextId = 1;

export const useToasts = create<ToastStore>(() => ({ toasts: [] }));

/**
 * Shows a message for a few seconds; a failure stays until it is dismissed. One that is there already is not repeated, but stays longer, and
 * what went well makes way for the next: on a phone, three of them would cover what they are about.
 */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = nextId++;
  useToasts.setState(({ toasts }) => {
    const others = toasts.filter(
      ({ tone, text }) => tone !== toast.tone || (tone === 'bad' && text !== toast.text),
    );
    return { toasts: [...others, { ...toast, id }].slice(-shownMax) };
  });
  if (toast.tone === 'ok') setTimeout(() => closeToast(id), shownMs);
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Takes away what has stopped being true. */
export function closeToastsOf(text: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.text !== text) }));
}
