import { callName, type CallBudget } from '@skein/engine';
import { isObject, type Json } from '@skein/kernel';
import type { CallMessage } from '../messages/call-limits.ts';
import type { AskedRoom } from '../flow/flow-budget.ts';
import type { Ingress } from '../clients/ingress.ts';

/** How one attempt of a call reaches the budget of its tree; null where there is none. */
export function callBudget(ingress: Ingress, order: CallMessage, token: string): CallBudget | null {
  const { run, node, activation, budgetAt } = order;
  if (budgetAt === undefined) return null;
  let count = 0;
  return {
    async ask(cost) {
      const id = `${run}/${callName(order)}/${token}/${++count}`;
      const asked: AskedRoom = { token, order, id, cost };
      for (;;) {
        const reply = await ingress.call(run, 'reserve', asked as unknown as Json);
        if (!isObject(reply) || reply['late'] === true) return 'late';
        if (reply['isAdmitted'] === false) return 'refused';
        if (reply['isAdmitted'] === true) break;
      }
      const given = { call: { run, node, activation }, id };
      return {
        giveBack() {
          // If it gets lost, the end of the call releases the reservation.
          ingress.call(budgetAt, 'giveBack', given).catch(() => {});
        },
      };
    },
  };
}
