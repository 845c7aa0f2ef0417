import type { EditorView } from '@codemirror/view';
import { useEffect, type RefObject } from 'react';
import { showProblems } from './problem-marks.ts';

export function useProblemMarks(
  view: RefObject<EditorView | null>,
  places: readonly number[],
): void {
  useEffect(() => {
    if (view.current !== null) showProblems(view.current, places);
  }, [view, places]);
}
