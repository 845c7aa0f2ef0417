// The rows as Kysely sees them; the tables are in `tables.ts`.
import type { Generated } from 'kysely';

export interface Tables {
  readonly meta: { readonly name: string; readonly value: string };
  readonly servers: { readonly owner: string; readonly alive_until: number };
  readonly runs: RunsTable;
  readonly snapshots: {
    readonly run: number;
    readonly seq: number;
    readonly state: string;
    readonly blobs: string | null;
  };
  readonly waits: WaitsTable;
  readonly kept_events: {
    readonly place: Generated<number>;
    readonly run_id: string;
    readonly id: string;
    readonly name: string;
    readonly data: string | null;
    readonly at: number;
  };
  readonly workflow_versions: VersionsTable;
  readonly workflow_heads: {
    readonly place: Generated<number>;
    readonly user_id: string;
    readonly workflow_id: string;
    readonly newest: number;
    readonly is_deleted: number;
    readonly dialect: string;
    readonly search: string;
    readonly revision: number;
    readonly is_active: number;
  };
  readonly inbox: {
    readonly place: Generated<number>;
    readonly id: string;
    readonly run_id: string;
    readonly command: string;
    readonly taken_epoch: number | null;
    readonly is_open: number;
    readonly outcome: string | null;
  };
  readonly budgets: { readonly root_run: string; readonly tokens: number; readonly usd: number };
  readonly blobs: { readonly hash: string; readonly body: string };
}

export interface RunsTable {
  readonly place: Generated<number>;
  readonly id: string;
  readonly user_id: string;
  readonly workflow_id: string;
  readonly workflow_version: string;
  readonly name: string | null;
  readonly start_node: string | null;
  readonly parent_run: string | null;
  readonly parent_path: string | null;
  readonly root_run: string | null;
  readonly depth: number;
  readonly status: string;
  readonly is_open: number;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly owner: string | null;
  readonly epoch: number;
  readonly wake_at: number | null;
  readonly idempotency_key: string | null;
  readonly search: string;
}

export interface WaitsTable {
  readonly place: Generated<number>;
  readonly id: string;
  readonly run_id: string;
  readonly node: string;
  readonly activation: number;
  readonly question: string;
  readonly event: string | null;
  readonly user_id: string;
  readonly who: string | null;
  readonly created_at: number;
  readonly deadline_at: number | null;
  readonly status: string;
  readonly is_open: number;
  readonly answer: string | null;
}

export interface VersionsTable {
  readonly place: Generated<number>;
  readonly user_id: string;
  readonly workflow_id: string;
  readonly version: string;
  readonly dialect: string;
  readonly name: string | null;
  readonly definition: string;
  readonly blobs: string | null;
  readonly studio: string | null;
  readonly saved_at: number;
  readonly saved_order: number;
}
