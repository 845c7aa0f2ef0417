import type { Store } from '@skein/ports';
import { agentsOver } from './agents.ts';
import { auditOver } from './audit.ts';
import { keysOver } from './keys.ts';
import type { Records } from './records.ts';
import { secretsOver } from './secrets.ts';
import { stepsOver } from './steps.ts';
import { deliveriesOver, triggerHistoryOver } from './trigger-history.ts';
import { triggersOver } from './triggers.ts';
import { viewsOver } from './views.ts';

type RecordPorts = Pick<
  Store,
  | 'keys'
  | 'triggers'
  | 'triggerHistory'
  | 'deliveries'
  | 'agents'
  | 'steps'
  | 'audit'
  | 'views'
  | 'secrets'
>;

/** The ports that are written once for all stores. */
export function recordPorts(records: Records): RecordPorts {
  return {
    keys: keysOver(records),
    triggers: triggersOver(records),
    triggerHistory: triggerHistoryOver(records),
    deliveries: deliveriesOver(records),
    agents: agentsOver(records),
    steps: stepsOver(records),
    audit: auditOver(records),
    views: viewsOver(records),
    secrets: secretsOver(records),
  };
}
