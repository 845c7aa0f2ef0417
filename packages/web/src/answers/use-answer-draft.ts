import type { Json } from '@skein/kernel';
import { useEffect, useState } from 'react';
import { readKept, writeKept, type KeptPlace } from '../data/kept/kept-json.ts';

interface AnswerDraft {
  readonly form: Json | undefined;
  readonly setForm: (form: Json | undefined) => void;
  /** Call it after sending. */
  readonly forget: () => void;
}

function placeOf(wait: string): KeptPlace {
  return { in: 'tab', key: `skein.answer.${wait}` };
}

/** Stores an unsent answer for this tab, so that a refresh loses nothing. Removed once it is sent. */
export function useAnswerDraft(wait: string, first: Json | undefined): AnswerDraft {
  const [form, setForm] = useState<Json | undefined>(() => readKept(placeOf(wait)) ?? first);
  useEffect(() => {
    // Without storage, only a refresh would lose it.
    if (form !== undefined && form !== first) writeKept(placeOf(wait), form);
  }, [wait, form, first]);
  return { form, setForm, forget: () => writeKept(placeOf(wait), null) };
}
