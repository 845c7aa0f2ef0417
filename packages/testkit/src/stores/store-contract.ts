// The store contract
// What every store must do, so that the engine need not know which one it has. A store's own test is three lines.
import { connections } from './contract/connections.ts';
import type { Store } from '@skein/ports';
import { afterEach, beforeEach, describe } from 'vitest';
import { datasets } from './contract/datasets.ts';
import { definitions, dialectTables } from './contract/definitions.ts';
import { remembered } from './contract/remembered.ts';
import { revisions } from './contract/revisions.ts';
import { faults } from './contract/faults.ts';
import { files } from './contract/files.ts';
import { beginIn } from './contract/fixtures.ts';
import { groups } from './contract/groups.ts';
import { hostileValues } from './contract/hostile-values.ts';
import { journals } from './contract/journals.ts';
import { leases } from './contract/leases.ts';
import { audit } from './contract/audit.ts';
import { outbox } from './contract/outbox.ts';
import { runs } from './contract/runs.ts';
import { runSummaries } from './contract/run-summaries.ts';
import { mailboxes, marks, ownThings, records } from './contract/records.ts';
import { reopening, sharing } from './contract/sharing.ts';
import { quietSlots } from './contract/quiet-slots.ts';
import { slots } from './contract/slots.ts';
import { starts } from './contract/starts.ts';
import { waits } from './contract/waits.ts';

export interface StoreUnderTest {
  /** An empty store. */
  readonly open: () => Store | Promise<Store>;
  /** Why there is none here; then all tests are skipped with this reason. */
  readonly missing?: string;
  /** Another store over the data of the last opened one: next to it, or after it was closed. Absent: nothing is left. */
  readonly again?: {
    readonly how: 'beside' | 'after';
    readonly open: () => Store | Promise<Store>;
  };
}

export function storeContract(name: string, { open, again, missing }: StoreUnderTest): void {
  describe(`the store contract: ${name}`, () => {
    let current: Store;
    const opened: Store[] = [];
    beforeEach(async ({ skip }) => {
      skip(missing !== undefined, missing);
      current = await open();
      opened.push(current);
      // The first one waits until the server has created its tables, on a machine that may be busy.
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
    });
    const store = () => current;
    const begin = beginIn(store);

    describe('journals', () => {
      journals(store, begin);
    });
    describe('runs', () => {
      runs(store, begin);
      runSummaries(store, begin);
    });
    describe('waits and kept events', () => {
      waits(store, begin);
    });
    describe('the audit log', () => {
      audit(store, begin);
    });
    describe('groups of appends', () => {
      groups(store, begin);
    });
    describe('the outbox', () => {
      outbox(store, begin);
    });
    describe('definitions and tables', () => {
      definitions(store);
      revisions(store);
      dialectTables(store, begin);
    });
    describe('leases and the inbox', () => {
      leases(store, begin);
    });
    describe('the keys of starts', () => {
      starts(store, begin);
    });
    describe('slots across runs', () => {
      slots(store, begin);
      quietSlots(store, begin);
    });
    describe('what is remembered', () => {
      remembered(store);
    });
    describe('records of a server', () => {
      records(store);
      connections(store);
      ownThings(store);
      mailboxes(store);
      marks(store);
      datasets(store);
    });
    describe('files', () => {
      files(store, begin);
    });
    describe('hostile values', () => {
      hostileValues(store, begin);
    });
    describe('faults', () => {
      faults(store);
    });
    if (again === undefined) return;
    const openAgain = async () => {
      if (again.how === 'after') for (const each of opened.splice(0)) await each.close();
      const next = await again.open();
      opened.push(next);
      return next;
    };
    describe('another process', () => {
      reopening(store, begin, openAgain);
      if (again.how === 'beside') sharing(store, begin, openAgain);
    });
  });
}
