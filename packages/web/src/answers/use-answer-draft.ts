import type { Json } from '@skein/kernel';
import { useEffect, useState } from 'react';

interface AnswerDraft {
  readonly form: Json | undefined;
  readonly setForm: (form: Json | undefined) => void;
  /** Call it after sending. */
  readonly forget: () => void;
}

/** Stores an unsent answer for this tab, so that a refresh loses nothing. Removed once it is sent. */
export function useAnswerDraft(wait: string, first: Json | undefined): AnswerDraft {
  const place = `skein.answer.${wait}`;
  const [form, setForm] = useState<Json | undefined>(() => readKept(place) ?? first);
  useEffect(() => {
    if (form === undefined || form === first) return;
    try {
      sessionStorage.setItem(place, JSON.stringify(form));
    } catch {
      // Without storage, only a refresh would lose it.
    }
  }, [place, form, first]);
  return { form, setForm, forget: () => sessionStorage.removeItem(place) };
}

function readKept(place: string): Json | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
