// What the workflows and the agent of this project reach outside. Replace it by your own systems.
const prices: Readonly<Record<string, number>> = { tea: 4, lamp: 40 };
const orders = new Map([[71, { order: 71, item: 'lamp', paid: 40 }]]);
const refunds = new Map<string, number>();

export const shop = {
  price: (item: string): number => prices[item] ?? 12,
  order: (number: number) => orders.get(number) ?? null,
  /** Called again with the same key, it pays nothing more. */
  refund(order: number, amount: number, key: string): string {
    refunds.set(key, amount);
    return `Refunded ${amount} for order ${order}.`;
  },
};
