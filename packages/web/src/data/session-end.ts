import { create } from 'zustand';

/** Whether the session has ended while a page is open. */
export const useSessionEnd = create<{ readonly hasEnded: boolean }>(() => ({ hasEnded: false }));
