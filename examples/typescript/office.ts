// What the workflows of these examples reach outside, in memory.
export interface User {
  readonly id: string;
  readonly mail: string;
}

/** What was sent and closed, in order. */
export const done: string[] = [];

export const crm = {
  /** A second call with the same key gives the same account. */
  create: async ({ id }: User, _key: string) => ({ account: `acc-${id}`, since: new Date(0) }),
  close: async (account: string) => void done.push(`closed ${account}`),
};

export const mail = {
  send: async (to: string, subject: string) => void done.push(`${to}: ${subject}`),
};
