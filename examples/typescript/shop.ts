// A shop that the programs of this folder work with: orders, and a till that pays each key once.
const orders = new Map([[71, { order: 71, item: 'lamp', paid: 30 }]]);
const payments = new Map<string, { order: number; amount: number }>();

export const shop = {
  order: (number: number) => orders.get(number) ?? { order: number, item: 'unknown', paid: 0 },
  /** Called again with the same key, it pays nothing more. */
  refund(order: number, amount: number, key: string): string {
    payments.set(key, { order, amount });
    return `refunded ${amount}`;
  },
  payments: () => [...payments.values()],
};
