// What a server keeps in a store beside what its engine needs (`EngineStore`): rows that belong to users.
import type { AgentStore } from './agent-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { DatasetStore, EvaluationStore } from './dataset-store.ts';
import type { DestinationStore } from './destination-store.ts';
import type { KeyStore } from './key-store.ts';
import type { MailboxStore } from './mailbox-store.ts';
import type { MarkStore } from './mark-store.ts';
import type { McpServerStore } from './mcp-server-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { RunSummaryStore } from './run-summary-store.ts';
import type { SecretStore } from './secret-store.ts';
import type { StepStore } from './step-store.ts';
import type { DeliveryStore, TriggerHistoryStore, TriggerStore } from './trigger-store.ts';
import type { ViewStore } from './view-store.ts';

export interface ServerRecords {
  readonly keys: KeyStore;
  readonly triggers: TriggerStore;
  readonly triggerHistory: TriggerHistoryStore;
  readonly deliveries: DeliveryStore;
  readonly mailboxes: MailboxStore;
  readonly mcpServers: McpServerStore;
  readonly agents: AgentStore;
  readonly steps: StepStore;
  readonly audit: AuditStore;
  readonly views: ViewStore;
  readonly secrets: SecretStore;
  readonly connections: ConnectionStore;
  readonly outbox: OutboxStore;
  readonly destinations: DestinationStore;
  readonly datasets: DatasetStore;
  readonly evaluations: EvaluationStore;
  /** Absent: lists and searches rebuild the runs that they show. */
  readonly summaries?: RunSummaryStore;
  /** Absent: what is to be done once is looked for at every start. */
  readonly marks?: MarkStore;
}
