import { create } from 'zustand';

/** Whether the server has refused somebody who was let in before: their session has ended while a page is open. */
export const useSessionEnd = create<{ readonly hasEnded: boolean }>(() => ({ hasEnded: false }));
