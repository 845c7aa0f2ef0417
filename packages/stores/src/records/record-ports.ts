import type { ServerRecords } from '@skein/ports';
import { agentsOver } from './agents.ts';
import { auditOver } from './audit.ts';
import { keysOver } from './keys.ts';
import type { Records } from './records.ts';
import { secretsOver } from './secrets.ts';
import { stepsOver } from './steps.ts';
import { deliveriesOver, triggerHistoryOver } from './trigger-history.ts';
import { triggersOver } from './triggers.ts';
import { viewsOver } from './views.ts';

/** The interfaces that are implemented once for all stores. */
export function recordPorts(records: Records): ServerRecords {
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
