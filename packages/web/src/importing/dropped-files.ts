import { create } from 'zustand';

/** Files that were dropped on a page, until the dialog takes them. */
export const useDroppedFiles = create<{ readonly files: readonly File[] }>(() => ({ files: [] }));
